import { z } from 'zod';
import type { DocumentStatus } from '#shared/domain/records.ts';
import { integer, text } from './values.ts';

/**
 * Codes that the contract does not explain. In the field these mean not to be sent, or not yet;
 * others, nothing.
 */
const sales: Readonly<Record<number, DocumentStatus>> = { 2: 'cancelled' };
const invoices: Readonly<Record<number, DocumentStatus>> = {
  1: 'pending',
  2: 'issued',
  3: 'cancelled',
  4: 'sent',
  5: 'rejected',
  6: 'other',
  7: 'other',
  8: 'other',
  9: 'awaiting-protocol',
  10: 'denied',
};

/** `situacao` of an order. */
export const saleStatus = integer.transform((code) =>
  code === null ? null : (sales[code] ?? 'other'),
);
/** `situacao` of an invoice, also as digits in a text; any other value is shown as it came. */
export const invoiceStatus = z
  .union([z.number().transform(String), text])
  .transform((code): DocumentStatus | null =>
    code === null ? null : (invoices[Number(code)] ?? `#${code}`),
  )
  .catch(null);
