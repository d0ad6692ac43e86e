import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/electron');

/** Electron's program, where it is installed; null elsewhere. Downloads nothing. */
export function electronBinary(): string | null {
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : platformName();
  const path = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : null;
}

/** The package's own script, which downloads the program from Electron's release host. */
export const electronInstaller = join(folder, 'install.js');

function platformName(): string {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}
