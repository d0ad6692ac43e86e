export { createElectronUpdaterPort } from './electron-updater-port.ts';
export type { ElectronUpdater } from './electron-updater-port.ts';
export { checkFirstStart } from './first-start.ts';
export type { VitalPart } from './first-start.ts';
export { notedLanguages, readNotes, writeNotes } from './release-notes.ts';
export type * from './types.ts';
export { Updates } from './updates.ts';
export type { UpdatesOptions } from './updates.ts';
