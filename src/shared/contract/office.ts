import { z } from 'zod';
import { serviceOrderStatuses } from '../domain/erp.ts';
import type { InvoiceRef, SaleRef } from '../domain/erp.ts';
import { id, takes } from './define.ts';

const order = z.strictObject({ serviceOrderId: id() });
const orderTags = order.extend({ tags: z.array(z.string().min(1).max(500)).max(1_000) });

export const officeRequests = {
  'office.set-status': takes(order.extend({ status: z.literal(serviceOrderStatuses).nullable() })).gives(),
  'office.add-tags': takes(orderTags).gives(),
  'office.replace-tags': takes(orderTags).gives(),
  'office.delete-tags': takes(order).gives(),
  'office.generate-invoice': takes(order).gives<InvoiceRef>(),
  'office.generate-sale': takes(z.strictObject({ quoteId: id() })).gives<SaleRef>(),
  'office.reverse-accounts': takes(z.strictObject({ invoiceId: id() })).gives(),
};
