import { z } from 'zod';
import type { InvoiceDetails } from '../../../shared/index.ts';
import type { GroupingPage, GroupingRow, InvoiceXml } from '../types.ts';
import { fromWire, integer, namedRef, requiredId, text } from './values.ts';
import { invoiceStatus } from './statuses.ts';

/* Answers beyond the contract. Unreadable parts are treated as absent: the contract alone is enough. */

const row = fromWire<GroupingRow>({
  id: ['id', requiredId],
  identification: ['identificacao', text],
  date: ['data', text],
  shippingMethod: ['formaEnvio', namedRef],
});

export const groupingListAnswer = z
  .object({
    itens: z.array(row.nullable().catch(null)),
    paginacao: z.object({ total: integer }).nullish().catch(null),
  })
  .transform(({ itens, paginacao }): GroupingPage => ({
    groupings: itens.filter((one) => one !== null),
    entries: itens.length,
    total: paginacao?.total ?? null,
  }));

/** With or without blanks and points between its digits. */
const accessKey = text.transform((typed) => {
  const digits = (typed ?? '').replaceAll(/[\s.-]/g, '');
  return /^\d{44}$/.test(digits) ? digits : null;
});

export const invoiceDetailsAnswer = fromWire<InvoiceDetails>({
  id: ['id', requiredId],
  number: ['numero', integer],
  accessKey: ['chaveAcesso', accessKey],
  status: ['situacao', invoiceStatus],
  volumes: ['qtdVolumes', integer],
});

/** By the service's interface description; the second is empty unless the invoice was cancelled. */
export const invoiceXmlAnswer = z
  .object({ xmlNfe: z.string().trim().min(1), xmlCancelamento: text })
  .transform(({ xmlNfe, xmlCancelamento }): InvoiceXml => ({
    xml: xmlNfe,
    isCancelled: (xmlCancelamento ?? '').trim() !== '',
  }));

export const invoiceLinkAnswer = z.object({ link: z.string().trim().min(1) });
