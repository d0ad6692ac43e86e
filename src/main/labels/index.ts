export type * from './types.ts';
export { createLabelStore } from './store/store.ts';
export type { LabelStoreOptions } from './store/store.ts';
export type { DownloadLimits } from './download/limits.ts';
export type { ResolveHost } from './download/policy.ts';
export { createLabelBook } from './book/book.ts';
export type { LabelBookOptions } from './book/book.ts';
