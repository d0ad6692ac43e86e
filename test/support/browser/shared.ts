import { chromium, type Browser } from 'playwright-core';
import { askRun, sharedAt } from './run.ts';
import { startBrowserServer, type BrowserAddress } from './server.ts';

interface SharedBrowser {
  /** Sees only what is opened through it. */
  readonly browser: Browser;
  readonly devtoolsEndpoint: string;
}

let shared: Promise<SharedBrowser> | null = null;

/** The run's Chromium. Whoever runs outside Vitest gets one of their own. */
export function shareBrowser(): Promise<SharedBrowser> {
  shared ??= connect();
  return shared;
}

async function connect(): Promise<SharedBrowser> {
  const { wsEndpoint, devtoolsEndpoint } =
    process.env[sharedAt] === undefined ? await startOwn() : await askRun<BrowserAddress>('/browser');
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

/** The folder with the renderer on the fake bridge, as the run's setup has built it. */
export function shareBuiltPage(): Promise<string> {
  return askRun<string>('/page');
}
