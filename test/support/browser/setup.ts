import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage } from '../../renderer/serve.ts';
import { startBrowserServer, type BrowserServer } from './server.ts';
import { sharedAt } from './shared.ts';

/**
 * What the test files of a run have in common: one Chromium, and the renderer built once on the fake bridge. Each comes
 * into being when the first file asks for it, so that a run of other tests pays for none of it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // The setup of another project of this run was here before.
  if (process.env[sharedAt] !== undefined) return undefined;
  let browser: Promise<BrowserServer> | null = null;
  let page: Promise<string> | null = null;
  const answer = async (path: string | undefined): Promise<unknown> => {
    if (path === '/browser') return (browser ??= startBrowserServer());
    return (page ??= buildInto(mkdtempSync(join(tmpdir(), 'doca-page-'))));
  };
  const server = createServer((request, response) => {
    answer(request.url).then(
      (what) => response.end(JSON.stringify(what)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env[sharedAt] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    Reflect.deleteProperty(process.env, sharedAt);
    server.close();
    await (await browser)?.close();
    const folder = await page;
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
}

async function buildInto(folder: string): Promise<string> {
  await buildPage(folder);
  return folder;
}
