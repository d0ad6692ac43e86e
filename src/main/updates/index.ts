export { createElectronUpdaterPort, isPublishersOwn } from './electron-updater-port.ts';
export type { ElectronUpdater } from './electron-updater-port.ts';
export { notedLanguages, readNotes, writeNotes } from './release-notes.ts';
export type * from './types.ts';
export { Updates } from './updates.ts';
export type { UpdatesOptions } from './updates.ts';
export { Versions } from './versions.ts';
export type { Setups, VitalPart, WorseVersion } from './versions.ts';
