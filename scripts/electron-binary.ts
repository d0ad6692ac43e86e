import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/electron');

/** Returns Electron's program if it is installed, else null. Downloads nothing. */
export function electronBinary(): string | null {
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : platformName();
  const path = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'), name);
  return existsSync(path) ? path : null;
}

/**
 * Returns Electron's program. If it is missing, downloads it by the package's own script, from
 * Electron's release host.
 */
export function fetchElectron(): string | null {
  if (electronBinary() === null)
    spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'inherit' });
  return electronBinary();
}

function platformName(): string {
  if (process.platform === 'win32') return 'electron.exe';
  return process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron';
}
