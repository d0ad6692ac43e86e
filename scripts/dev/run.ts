/**
 * `npm run dev`: opens Doca's window for development. A change of the renderer shows in the open
 * window; a change of main or preload restarts the program. Runs on Electron if its program is
 * installed, else (or with `--chromium`) on the Electron double in a visible Chromium.
 */
import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, mergeConfig } from 'vite';
import { findChromium, findElectron, refuse } from '../desktop.ts';
import type { Desktop } from '../desktop.ts';
import { devConfig, devFolder, mainBundle, watchBundle } from './bundles.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { Program } from './program.ts';

const root = join(import.meta.dirname, '../..');
const electron = process.argv.includes('--chromium') ? null : findElectron(devFolder);
const desktop = electron ?? findChromium(mainBundle);
process.exitCode = 'command' in desktop ? await work(desktop) : refuse(desktop);

async function work(desktop: Desktop): Promise<number> {
  const nonce = randomBytes(16).toString('base64');
  const port = await findFreePort();
  const { main, preload, renderer } = await devConfig();
  const server = await createServer(
    mergeConfig(renderer, {
      cacheDir: `${devFolder}/vite`,
      html: { cspNonce: nonce },
      server: {
        fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
        host: '127.0.0.1',
        port,
        strictPort: true,
        hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      },
    }),
  );
  await server.listen();
  const env = {
    ...desktop.env,
    DOCA_DEV_SERVER: `http://127.0.0.1:${port}`,
    DOCA_DEV_NONCE: nonce,
  };
  const program = new Program({ ...desktop, env });
  const bundles = await Promise.all(
    [main, preload].map((config) => watchBundle(config, () => program.restart())),
  );
  // Vite's own listener would end this process immediately, and leave the program running.
  process.removeAllListeners('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.stop());
  program.start();
  const exitCode = await program.ended;
  await Promise.all([server.close(), ...bundles.map((bundle) => bundle.close())]);
  return exitCode;
}
