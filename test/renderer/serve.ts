import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readGuides } from '../../scripts/guide/plugin.ts';
import { windowTreeshake } from '../../scripts/treeshake.ts';
import { build, type BuildEnvironmentOptions } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** As strict as the app's own. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
};

/**
 * Builds the page of the fake bridge, with the renderer in it, into a folder. All of it in one
 * file: it is loaded some two hundred times in a run, and thirty files would be a tenth of that.
 */
export function buildPage(outDir: string): Promise<void> {
  return buildWithSvelte(here('./page'), outDir, {
    cssCodeSplit: false,
    rolldownOptions: inOneFile,
  });
}

const inOneFile = { output: { codeSplitting: false } } as const;

/** Builds the renderer alone, as in the app. */
export function buildRenderer(outDir: string): Promise<void> {
  return buildWithSvelte(here('../../src/renderer'), outDir, {
    rolldownOptions: { treeshake: windowTreeshake },
  });
}

async function buildWithSvelte(
  root: string,
  outDir: string,
  more: BuildEnvironmentOptions = {},
): Promise<void> {
  const { NODE_ENV } = process.env;
  // Vitest calls it a test; Vite would build a page for developers from that, which is not the page
  // that ships.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      plugins: [readGuides(), svelte({ configFile: here('../../svelte.config.js') })],
      build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2000, ...more },
    });
  } finally {
    if (NODE_ENV === undefined) Reflect.deleteProperty(process.env, 'NODE_ENV');
    else process.env['NODE_ENV'] = NODE_ENV;
  }
}

/** Serves a built folder under the app's content security policy. */
export async function servePage(
  folder: string,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': policy,
          // Their names change with their contents.
          ...(path.startsWith('/assets/')
            ? { 'cache-control': 'max-age=31536000, immutable' }
            : {}),
        });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
