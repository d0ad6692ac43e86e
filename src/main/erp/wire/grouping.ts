import { z } from 'zod';
import type { Grouping, Shipment } from '../../../shared/index.ts';
import { address, decimal, flag, integer, namedRef, requiredId, text } from './values.ts';

/** `venda` and `notaFiscal` of a dispatch. */
const documentRef = z
  .object({ id: integer, numero: integer, data: text, situacao: integer })
  .transform((wire) => ({ id: wire.id, number: wire.numero, date: wire.data, status: wire.situacao }))
  .nullable()
  .catch(null);

/** Contract 2.7. */
const recipient = z
  .object({
    id: integer,
    nome: text,
    codigo: text,
    fantasia: text,
    tipoPessoa: text,
    cpfCnpj: text,
    inscricaoEstadual: text,
    rg: text,
    telefone: text,
    celular: text,
    email: text,
    endereco: address,
  })
  .transform((wire) => ({
    id: wire.id,
    name: wire.nome,
    code: wire.codigo,
    tradeName: wire.fantasia,
    personType: wire.tipoPessoa,
    taxId: wire.cpfCnpj,
    stateRegistration: wire.inscricaoEstadual,
    identityCard: wire.rg,
    phone: wire.telefone,
    mobile: wire.celular,
    email: wire.email,
    address: wire.endereco,
  }))
  .nullable()
  .catch(null);

const packaging = z
  .object({ id: integer, tipo: integer, descricao: text })
  .transform((wire) => ({ id: wire.id, type: wire.tipo, description: wire.descricao }))
  .nullable()
  .catch(null);

/** Contract 2.8. */
const volume = z
  .object({
    embalagem: packaging,
    largura: decimal,
    altura: decimal,
    comprimento: decimal,
    diametro: decimal,
    pesoBruto: decimal,
    quantidadeVolumes: decimal,
  })
  .transform((wire) => ({
    packaging: wire.embalagem,
    width: wire.largura,
    height: wire.altura,
    length: wire.comprimento,
    diameter: wire.diametro,
    grossWeight: wire.pesoBruto,
    quantity: wire.quantidadeVolumes,
  }))
  .nullable()
  .catch(null);

/** Contract 2.9. */
const logistics = z
  .object({
    codigoRastreio: text,
    urlRastreio: text,
    possuiValorDeclarado: flag,
    valorDeclarado: decimal,
    possuiAvisoRecebimento: flag,
    formaFrete: namedRef,
    transportador: namedRef,
  })
  .transform((wire) => ({
    trackingCode: wire.codigoRastreio,
    trackingUrl: wire.urlRastreio,
    hasDeclaredValue: wire.possuiValorDeclarado,
    declaredValue: wire.valorDeclarado,
    hasReceiptNotice: wire.possuiAvisoRecebimento,
    freightMode: wire.formaFrete,
    carrier: wire.transportador,
  }))
  .nullable()
  .catch(null);

/** Contract 2.6. Only the id is needed: without it there is no way to this parcel's label. */
const shipment = z
  .object({
    id: requiredId,
    data: text,
    situacao: text,
    tipoObjeto: text,
    idObjeto: integer,
    dataEmissao: text,
    venda: documentRef,
    notaFiscal: documentRef,
    destinatario: recipient,
    volume,
    logistica: logistics,
  })
  .transform((wire): Shipment => ({
    id: wire.id,
    date: wire.data,
    status: wire.situacao,
    objectType: wire.tipoObjeto,
    objectId: wire.idObjeto,
    issueDate: wire.dataEmissao,
    sale: wire.venda,
    invoice: wire.notaFiscal,
    recipient: wire.destinatario,
    volume: wire.volume,
    logistics: wire.logistica,
  }));

/**
 * Contract 2.5. Tolerant towards everything but the list itself: a list that is not there, or one dispatch in it that
 * cannot be addressed, makes the whole answer unusable, because a shipment left out in silence is a lost parcel.
 */
export const groupingAnswer = z
  .object({
    id: requiredId,
    identificacao: text,
    data: text,
    formaEnvio: namedRef,
    expedicoes: z.array(shipment).transform((shipments, context) => withoutRepeats(shipments, context)),
  })
  .transform((wire): Grouping => ({
    id: wire.id,
    identification: wire.identificacao,
    date: wire.data,
    shippingMethod: wire.formaEnvio,
    shipments: wire.expedicoes,
  }));

/**
 * A dispatch listed twice in the same words is one dispatch. Two different ones under one id cannot both be addressed,
 * and to drop either would lose a parcel.
 */
function withoutRepeats(shipments: readonly Shipment[], context: z.RefinementCtx): Shipment[] {
  const seen = new Map<number, string>();
  return shipments.filter((one, index) => {
    const words = JSON.stringify(one);
    const before = seen.get(one.id);
    if (before !== undefined && before !== words) {
      context.addIssue({ code: 'custom', message: 'two dispatches with one id', path: [index, 'id'] });
    }
    seen.set(one.id, words);
    return before === undefined;
  });
}
