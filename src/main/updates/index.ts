export { createElectronUpdaterPort } from './electron-updater-port.ts';
export type { ElectronUpdater } from './electron-updater-port.ts';
export { printed, startShift, touched, waitsFor } from './install-policy.ts';
export type { Shift, Workstation } from './install-policy.ts';
export { lazyPort } from './lazy-port.ts';
export { notesText } from './release-notes.ts';
export type * from './types.ts';
export { createUpdates } from './updates.ts';
export type { Updates, UpdatesOptions, UpdateTiming } from './updates.ts';
