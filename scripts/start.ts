/**
 * `npm start`: Doca on Electron. `npm run start:chromium`: the same bundles on the Electron double, in a visible
 * browser, where Electron's program cannot be had. Both build first when something has changed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWhenNeeded } from './build-when-needed.ts';
import { electronBinary, electronInstaller } from './electron-binary.ts';

const root = join(import.meta.dirname, '..');
const chromium = process.env['DOCA_CHROMIUM'] ?? '/usr/bin/chromium';

process.exitCode = process.argv.includes('--chromium') ? await onChromium() : await onElectron();

async function onElectron(): Promise<number> {
  if (electronBinary() === null) spawnSync(process.execPath, [electronInstaller], { stdio: 'inherit' });
  const binary = electronBinary();
  if (binary === null) {
    return refuse(
      "Electron's program is not installed. The electron package downloads it from its release host, which did not work",
      'here. Either let this machine reach that host (a proxy goes into HTTPS_PROXY, a mirror into ELECTRON_MIRROR), or',
      'unpack Electron 45 and set ELECTRON_OVERRIDE_DIST_PATH to its folder. To see Doca without it:',
      '  npm run start:chromium',
    );
  }
  return buildWhenNeeded() || run(binary, [root], {});
}

async function onChromium(): Promise<number> {
  if (!existsSync(chromium)) {
    return refuse(`There is no Chromium at ${chromium}. Install it, or set DOCA_CHROMIUM to where it is.`);
  }
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) {
    return refuse(
      'This session has no display to open a browser on (neither DISPLAY nor WAYLAND_DISPLAY is set).',
      'Start it from a desktop, or under a virtual display:  xvfb-run npm run start:chromium',
    );
  }
  const double = join(root, 'test/electron-double/run.ts');
  const args = ['--disable-warning=ExperimentalWarning', double, join(root, 'out/main/index.js')];
  return buildWhenNeeded() || run(process.execPath, args, { ELECTRON_DOUBLE_VISIBLE: '1' });
}

function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  process.on('SIGINT', () => child.kill('SIGINT'));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function refuse(...lines: readonly string[]): number {
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}
