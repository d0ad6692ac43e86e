import type { DocumentStatus } from '../../../shared/index.ts';
import { integer } from './values.ts';

/**
 * Codes that the contract does not explain. These were seen in the field to mean that nothing is to be sent; of all others
 * nothing follows.
 */
const sales: Readonly<Record<number, DocumentStatus>> = { 2: 'cancelled' };
const invoices: Readonly<Record<number, DocumentStatus>> = { 3: 'cancelled', 5: 'rejected', 10: 'denied' };

/** `situacao` of an order. */
export const saleStatus = integer.transform((code) => (code === null ? null : (sales[code] ?? 'other')));
/** `situacao` of an invoice. */
export const invoiceStatus = integer.transform((code) => (code === null ? null : (invoices[code] ?? 'other')));
