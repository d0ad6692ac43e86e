export { parseBaseUrl } from './http/base-url.ts';
export { askCompany, createErpClient, readMissing } from './client.ts';
export type { ErpClient, ErpRequests } from './client.ts';
export { readRefusal } from './wire/refusals.ts';
export { Extensions, type Extension } from './extensions.ts';
export type { Turn } from './pacing/rate-limit.ts';
export type * from './types.ts';
export type { GroupingPage, GroupingRow, InvoiceDetails } from './wire/extras.ts';
