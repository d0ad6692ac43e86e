export type * from './types.ts';
export { createLabelStore } from './store/store.ts';
export type { LabelStoreOptions } from './store/store.ts';
export type { DownloadLimits } from './download/download.ts';
export { createLabelBook } from './book/book.ts';
export { createCodeReader } from './codes/code-reader.ts';
export type { StartCodeProcess } from './codes/code-reader.ts';
export { KillerList } from './book/killers.ts';
export type { LabelLimits, StartLabelProcess } from './book/book.ts';
