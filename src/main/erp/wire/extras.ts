import { z } from 'zod';
import type { Grouping } from '#shared/domain/records.ts';
import { readAccessKey } from '#shared/identities/access-key.ts';
import { normaliseCode } from '#shared/identities/code.ts';
import { groupingFields } from './grouping.ts';
import { fromWire, integer, number, requiredId, text } from './values.ts';
import { invoiceStatus } from './statuses.ts';

/*
 * Answers beyond the contract. Unreadable parts are treated as absent: the contract alone is
 * enough.
 */

export type GroupingRow = Omit<Grouping, 'shipments'>;

const row = fromWire<GroupingRow>(groupingFields);

export const groupingListAnswer = z
  .object({
    itens: z.array(row.nullable().catch(null)),
    paginacao: z.object({ total: integer }).nullish().catch(null),
  })
  .transform(({ itens, paginacao }) => ({
    /** The readable entries: one without an id leads nowhere. */
    groupings: itens.filter((one) => one !== null),
    /** All entries of the page, readable or not. */
    entries: itens.length,
    /** On all pages; null if the service does not say. */
    total: paginacao?.total ?? null,
  }));
export type GroupingPage = z.output<typeof groupingListAnswer>;

/** With or without blanks and points between its signs. */
const accessKey = text.transform((typed) => {
  const code = normaliseCode(typed ?? '').replaceAll('.', '');
  return readAccessKey(code)?.text ?? null;
});

/** An invoice as the ERP returns it on its own. */
export const invoiceDetailsAnswer = fromWire({
  id: ['id', requiredId],
  number: ['numero', number],
  accessKey: ['chaveAcesso', accessKey],
  status: ['situacao', invoiceStatus],
});
export type InvoiceDetails = z.output<typeof invoiceDetailsAnswer>;

/**
 * An invoice as its issuer sent it, with the tax authorities' verdict; not parsed here. By the
 * service's interface description; the second field is empty unless the invoice was cancelled.
 */
export const invoiceXmlAnswer = z
  .object({ xmlNfe: z.string().trim().min(1), xmlCancelamento: text })
  .transform(({ xmlNfe, xmlCancelamento }) => ({
    xml: xmlNfe,
    isCancelled: xmlCancelamento !== null,
  }));

export type InvoiceXml = z.output<typeof invoiceXmlAnswer>;

export const invoiceLinkAnswer = z.object({ link: z.string().trim().min(1) });
