import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig } from 'vite';
import type { InlineConfig, Plugin } from 'vite';

const root = join(import.meta.dirname, '../..');
const real = join(root, 'src/main/electron/window/app-protocol.ts');
const standIn = join(import.meta.dirname, 'app-protocol.ts');

/**
 * Apart from `out/main` and its neighbours, so that a development build is not packed or started by
 * mistake.
 */
export const devFolder = join(root, 'out/dev');
export const mainBundle = join(devFolder, 'main/index.js');

/**
 * The bundles' configuration as electron-vite makes it, with main's pages taken from the dev
 * server.
 */
export async function devConfig(): Promise<{
  main: InlineConfig;
  preload: InlineConfig;
  renderer: InlineConfig;
}> {
  const { config } = await resolveConfig(
    { root, logLevel: 'warn', build: { outDir: devFolder } },
    'serve',
  );
  const { main, preload, renderer } = config ?? {};
  if (main === undefined || preload === undefined || renderer === undefined)
    throw new Error('a bundle is missing');
  mkdirSync(devFolder, { recursive: true });
  const about = {
    name: 'doca',
    productName: 'Doca',
    version: '0.0.0',
    type: 'module',
    main: 'main/index.js',
  };
  writeFileSync(join(devFolder, 'package.json'), JSON.stringify(about));
  return { main: mergeConfig(main, { plugins: [takePagesFromServer()] }), preload, renderer };
}

/** Resolves when the bundle is built. Then calls `onChange` after each rebuild. */
export async function watchBundle(
  config: InlineConfig,
  onChange: () => void,
): Promise<{ close(): Promise<void> }> {
  const watcher = await build(mergeConfig(config, { build: { watch: {} } }));
  if (!('close' in watcher)) throw new Error('vite does not watch');
  return new Promise((resolve) => {
    let built = false;
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
      if (event.code !== 'END') return;
      if (built) onChange();
      built = true;
      resolve(watcher);
    });
  });
}

function takePagesFromServer(): Plugin {
  let found = false;
  return {
    name: 'doca:pages-from-server',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!source.endsWith('/app-protocol.ts') || importer === standIn) return null;
      const resolved = await this.resolve(source, importer, options);
      if (resolved?.id !== real) return null;
      found = true;
      return standIn;
    },
    buildEnd() {
      if (!found) this.error(`nothing imports ${real}: where does the window come from now?`);
    },
  };
}
