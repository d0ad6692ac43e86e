import { chromium, type Browser } from 'playwright-core';
import { askRun, sharedAt } from './run.ts';
import { startBrowserServer, type BrowserAddress } from './server.ts';

interface SharedBrowser {
  /** Sees only pages that were opened through it. */
  readonly browser: Browser;
  readonly devtoolsEndpoint: string;
}

let shared: Promise<SharedBrowser> | null = null;

/** Returns the run's Chromium. Outside Vitest, each caller starts its own. */
export function shareBrowser(): Promise<SharedBrowser> {
  shared ??= connect();
  return shared;
}

async function connect(): Promise<SharedBrowser> {
  const { wsEndpoint, devtoolsEndpoint } =
    process.env[sharedAt] === undefined
      ? await startOwn()
      : await askRun<BrowserAddress>('/browser');
  return { browser: await chromium.connect(wsEndpoint), devtoolsEndpoint };
}

let closeOwn: () => Promise<void> = () => Promise.resolve();

async function startOwn(): Promise<BrowserAddress> {
  const server = await startBrowserServer();
  closeOwn = () => server.close();
  return server;
}

/** For programs outside Vitest, at their end. */
export async function closeSharedBrowser(): Promise<void> {
  await (await shared)?.browser.close();
  shared = null;
  await closeOwn();
}

/** Returns the folder with the renderer on the fake bridge, as built by the run's setup. */
export function shareBuiltPage(): Promise<string> {
  return askRun<string>('/page');
}
