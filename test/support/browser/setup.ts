import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { sharedAt } from './run.ts';
import type { LabelPrograms } from '../label-process/bundle.ts';
import type { BrowserServer } from './server.ts';

/**
 * The things that the test files of a run share: one Chromium, the renderer built once on the fake
 * bridge, and the label process in one bundle. Each is made when the first file asks for it, so
 * that a run of other tests pays for none of them, not even for loading the builders.
 */
export default async function setup(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  // The setup of another project of this run was here before.
  if (process.env[sharedAt] !== undefined) return undefined;
  const folders: string[] = [];
  let browser: Promise<BrowserServer> | null = null;
  let page: Promise<string> | null = null;
  let labelProcess: Promise<LabelPrograms> | null = null;
  const answer = async (path: string | undefined): Promise<unknown> => {
    if (path === '/browser') return (browser ??= startBrowser());
    if (path === '/label-process')
      return (labelProcess ??= bundleProcess(makeFolder('doca-process-')));
    return (page ??= buildInto(makeFolder('doca-page-')));
  };
  const makeFolder = (prefix: string): string => {
    const folder = mkdtempSync(join(tmpdir(), prefix));
    folders.push(folder);
    return folder;
  };
  // Watching: a source has changed.
  project.onTestsRerun(() => {
    page = null;
    labelProcess = null;
  });
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
    await Promise.allSettled([page, labelProcess]);
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
}

async function startBrowser(): Promise<BrowserServer> {
  const { startBrowserServer } = await import('./server.ts');
  return startBrowserServer();
}

async function buildInto(folder: string): Promise<string> {
  const [{ buildPage }, { addAxe }] = await Promise.all([
    import('../../renderer/serve.ts'),
    import('../axe.ts'),
  ]);
  await buildPage(folder);
  addAxe(folder);
  return folder;
}

async function bundleProcess(folder: string): Promise<LabelPrograms> {
  const { bundleLabelProcess } = await import('../label-process/bundle.ts');
  return bundleLabelProcess(folder);
}
