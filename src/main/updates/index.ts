export { createElectronUpdaterPort } from './electron-updater-port.ts';
export type { ElectronUpdater } from './electron-updater-port.ts';
export { notePrint, startShift, noteTouch, findWaitReason } from './install-policy.ts';
export type { Shift, Workstation } from './install-policy.ts';
export { createLazyPort } from './lazy-port.ts';
export { readNotes } from './release-notes.ts';
export type * from './types.ts';
export { createUpdates } from './updates.ts';
export type { Updates, UpdatesOptions, UpdateTiming } from './updates.ts';
