/**
 * `npm run dev:page -- <scene>`: shows one state of one screen on the fake bridge, in any browser,
 * and reloads on changes. Without a name it lists all scenes. `--language=en` and `--theme=dark`
 * set language and theme.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readGuides } from '../guide/plugin.ts';
import { createServer } from 'vite';
import { isSceneName, sceneNames } from '../../test/renderer/scenes/index.ts';
import { refuse } from '../desktop.ts';
import { findFreePort } from '../../test/support/free-port.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: 'string' }, theme: { type: 'string' } },
});
const [name] = positionals;
if (name === undefined) process.stdout.write(`${sceneNames.join('\n')}\n\n`);
if (name === undefined || isSceneName(name)) await serve(name);
else process.exitCode = refuse([`There is no scene ${name}. These are:`, ...sceneNames]);

async function serve(scene: string | undefined): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const port = await findFreePort();
  const server = await createServer({
    root: join(root, 'test/renderer/page'),
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(root, 'out/dev/page'),
    plugins: [readGuides(), svelte({ configFile: join(root, 'svelte.config.js') })],
    server: { host: '127.0.0.1', port, strictPort: true },
  });
  await server.listen();
  const query = new URLSearchParams({ ...(scene === undefined ? {} : { scene }), ...values });
  process.stdout.write(`http://127.0.0.1:${port}/?${String(query)}\n`);
}
