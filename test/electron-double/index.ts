/**
 * A stand-in for the `electron` module of the main process: the part that Doca uses, on Debian's
 * Chromium. Anything else does not exist: importing it fails, reading or listening for it throws.
 */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu } from './menu.ts';
export { net } from './net.ts';
export { protocol } from './protocol.ts';
export { session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
export {
  clipboard,
  crashReporter,
  dialog,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './system.ts';
