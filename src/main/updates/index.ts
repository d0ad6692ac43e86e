export { createElectronUpdaterPort, type ElectronUpdater } from './electron-updater-port.ts';
export { checkFirstStart, type VitalPart } from './first-start.ts';
export { readNotes } from './release-notes.ts';
export type * from './types.ts';
export { Updates, type UpdatesOptions } from './updates.ts';
