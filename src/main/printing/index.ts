export type * from './types.ts';
export { createFilePrinter, createMergedFilePrinter } from './file-printer.ts';
