/**
 * `npm start`: runs Doca on Electron. `npm run start:chromium`: runs the same bundles on the
 * Electron double, in a visible browser, if Electron's program is not available. Both build first
 * if a source has changed.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenNeeded } from './build-when-needed.ts';
import { findChromium, findElectron, refuse } from './desktop.ts';
import type { Desktop } from './desktop.ts';
import { fetchElectron } from './electron-binary.ts';

const root = join(import.meta.dirname, '..');
const desktop = process.argv.includes('--chromium')
  ? findChromium(join(root, 'out/main/index.js'))
  : installElectron();
process.exitCode =
  'command' in desktop ? buildWhenNeeded() || (await run(desktop)) : refuse(desktop);

function installElectron(): Desktop | readonly string[] {
  fetchElectron();
  return (
    findElectron(root) ?? [
      "Electron's program is not installed. The electron package downloads it from its release host, which did not work",
      'here. Either let this machine reach that host (a proxy goes into HTTPS_PROXY, a mirror into ELECTRON_MIRROR), or',
      'unpack Electron 45 and set ELECTRON_OVERRIDE_DIST_PATH to its folder. To see Doca without it:',
      '  npm run start:chromium',
    ]
  );
}

function run({ command, args, env }: Desktop): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
