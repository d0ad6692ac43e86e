import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where Doca keeps what is one for a user of this computer, whichever program works and wherever it has its data: desktop
 * and command line meet here. So the place follows from the user alone; variables that a shell sets and a desktop does
 * not (`XDG_DATA_HOME`, `APPDATA`) do not count.
 */
export function findStationDir(home = homedir()): string {
  switch (process.platform) {
    case 'win32':
      return join(home, 'AppData', 'Local', 'Doca', 'station');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Doca', 'station');
    default:
      return join(home, '.local', 'share', 'doca', 'station');
  }
}

/** Where the desktop keeps its data, as Electron has it; `DOCA_DATA_DIR` is another place. */
export function findDesktopDataDir(env: Readonly<Record<string, string | undefined>>, home = homedir()): string {
  const chosen = env['DOCA_DATA_DIR'];
  if (chosen !== undefined && chosen !== '') return chosen;
  switch (process.platform) {
    case 'win32':
      return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Doca');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Doca');
    default:
      return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'Doca');
  }
}
