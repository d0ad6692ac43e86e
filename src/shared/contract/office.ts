import { z } from 'zod';
import { serviceOrderStatuses } from '../domain/erp.ts';
import type { InvoiceRef, Made, SaleRef } from '../domain/records.ts';
import { id, takes } from './define.ts';

const order = z.strictObject({ serviceOrderId: id });
/**
 * The document that was made before, which the person saw and wants another one of; null: there is
 * none.
 */
const seen = { seenAtMs: z.number().nullable() };
const orderTags = order.extend({ tags: z.array(z.string().min(1).max(500)).max(1_000) });

export const officeRequests = {
  'office.set-status': takes(
    order.extend({ status: z.literal(serviceOrderStatuses).nullable() }),
  ).gives(),
  'office.add-tags': takes(orderTags).gives(),
  'office.replace-tags': takes(orderTags).gives(),
  'office.delete-tags': takes(order).gives(),
  'office.generate-invoice': takes(order.extend(seen)).gives<InvoiceRef>(),
  'office.generate-sale': takes(z.strictObject({ quoteId: id, ...seen })).gives<SaleRef>(),
  'office.made': takes(
    z.strictObject({ action: z.enum(['generate-invoice', 'generate-sale']), id }),
  ).gives<Made | null>(),
  'office.reverse-accounts': takes(z.strictObject({ invoiceId: id })).gives(),
};
