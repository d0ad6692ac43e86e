export { parseBaseUrl } from './http/base-url.ts';
export { createErpClient } from './client.ts';
export type * from './types.ts';
