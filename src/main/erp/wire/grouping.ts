import { z } from 'zod';
import type {
  DocumentRef,
  DocumentStatus,
  Grouping,
  Logistics,
  Packaging,
  Recipient,
  Shipment,
  Volume,
} from '#shared/domain/records.ts';
import { invoiceStatus, saleStatus } from './statuses.ts';
import {
  address,
  decimal,
  flag,
  fromWire,
  integer,
  namedRef,
  number,
  optionalFromWire,
  requiredId,
  text,
  word,
} from './values.ts';

/** `venda` and `notaFiscal` of a dispatch. */
const makeDocumentRef = (status: z.ZodType<DocumentStatus | null>) =>
  optionalFromWire<DocumentRef>({
    id: ['id', number],
    number: ['numero', number],
    date: ['data', text],
    status: ['situacao', status],
  });

/** Contract 2.7. */
const recipient = optionalFromWire<Recipient>({
  id: ['id', number],
  name: ['nome', word],
  code: ['codigo', word],
  tradeName: ['fantasia', word],
  taxId: ['cpfCnpj', word],
  phone: ['telefone', text],
  mobile: ['celular', text],
  email: ['email', text],
  address: ['endereco', address],
});

const packaging = optionalFromWire<Packaging>({
  id: ['id', number],
  type: ['tipo', integer],
  description: ['descricao', text],
});

/** Contract 2.8. */
const volume = optionalFromWire<Volume>({
  packaging: ['embalagem', packaging],
  width: ['largura', decimal],
  height: ['altura', decimal],
  length: ['comprimento', decimal],
  diameter: ['diametro', decimal],
  grossWeight: ['pesoBruto', decimal],
  quantity: ['quantidadeVolumes', decimal],
});

/** Contract 2.9. */
const logistics = optionalFromWire<Logistics>({
  trackingCode: ['codigoRastreio', word],
  trackingUrl: ['urlRastreio', text],
  hasDeclaredValue: ['possuiValorDeclarado', flag],
  declaredValue: ['valorDeclarado', decimal],
  hasReceiptNotice: ['possuiAvisoRecebimento', flag],
  freightMode: ['formaFrete', namedRef],
  carrier: ['transportador', namedRef],
});

/** Contract 2.6. Only the id is required: without it this parcel's label cannot be requested. */
const shipment = fromWire<Shipment>({
  id: ['id', requiredId],
  date: ['data', text],
  status: ['situacao', text],
  objectType: ['tipoObjeto', text],
  sale: ['venda', makeDocumentRef(saleStatus)],
  invoice: ['notaFiscal', makeDocumentRef(invoiceStatus)],
  recipient: ['destinatario', recipient],
  volume: ['volume', volume],
  logistics: ['logistica', logistics],
});

export const groupingFields = {
  id: ['id', requiredId],
  identification: ['identificacao', text],
  date: ['data', text],
  shippingMethod: ['formaEnvio', namedRef],
} as const;

/** Contract 2.5. Tolerant of all but the list: a shipment left out in silence is a lost parcel. */
export const groupingAnswer = fromWire<Grouping>({
  ...groupingFields,
  shipments: ['expedicoes', z.array(shipment).transform(dropRepeats)],
});

/**
 * A dispatch listed twice is one. Two different ones under one id cannot be told apart: one would
 * be lost.
 */
function dropRepeats(shipments: readonly Shipment[], context: z.RefinementCtx): Shipment[] {
  const seen = new Map<number, string>();
  return shipments.filter((one, index) => {
    const words = JSON.stringify(one);
    const before = seen.get(one.id);
    if (before !== undefined && before !== words)
      context.addIssue({
        code: 'custom',
        message: 'two dispatches with one id',
        path: [index, 'id'],
      });
    seen.set(one.id, words);
    return before === undefined;
  });
}
