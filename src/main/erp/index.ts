export { erpOrigin, parseBaseUrl, type BaseUrl } from './base-url.ts';
export { createErpClient } from './client.ts';
export type * from './types.ts';
