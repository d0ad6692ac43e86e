export type * from './types.ts';
export { DiskLabelStore, type LabelStore, type LabelStoreOptions } from './store/store.ts';
export type { DownloadLimits } from './store/download.ts';
export {
  createLabelBook,
  type LabelBook,
  type LabelLimits,
  type StartLabelProcess,
} from './book/book.ts';
export { readSampleLabel } from './sample.ts';
export { LabelProcesses } from './book/processes.ts';
export { createCodeReader, type CodeReader, type StartCodeProcess } from './codes/code-reader.ts';
export { joinReadings } from './codes/protocol.ts';
export { findLabelEntries, saysItIsSomethingElse } from './formats/label-entries.ts';
export { CrashList } from './book/crash-list.ts';
export { endingBytes } from './formats/detect-format.ts';
export { hasEnd, isLabelFile } from './formats/label-files.ts';
