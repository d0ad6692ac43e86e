import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import type { FakeCall, FakeOptions } from './fake-bridge.ts';
import { buildPage, servePage } from './serve.ts';

export interface Workbench {
  readonly browser: Browser;
  /** A window of the usual workstation; faults of the page make `problems`. */
  open(hash: string, fake?: Partial<FakeOptions>, look?: Look): Promise<Window>;
  close(): Promise<void>;
}

export interface Look {
  readonly dark?: boolean;
  readonly width?: number;
  readonly height?: number;
}

export interface Window {
  readonly page: Page;
  /** Uncaught errors, error lines of the console, violations of the content security policy. */
  problems: () => Promise<readonly string[]>;
  calls: () => Promise<readonly FakeCall[]>;
  primary: () => Promise<string>;
}

/** The built renderer on the fake bridge, in Chromium, under the app's content security policy. */
export async function startWorkbench(): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), 'doca-renderer-'));
  await buildPage(folder);
  const server = await servePage(folder);
  const browser = await chromium.launch({
    executablePath: process.env.DOCA_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

  return {
    browser,
    async open(hash, fake = {}, { dark = false, width = 1366, height = 768 } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${server.url}?fake=${encodeURIComponent(JSON.stringify(fake))}${hash}`);
      await page.waitForSelector('main h1, main [role=alert]');
      return {
        page,
        problems: async () => [...errors, ...(await page.evaluate<string[]>('globalThis.violations'))],
        calls: () => page.evaluate<FakeCall[]>('globalThis.doca.calls'),
        primary: async () => (await page.locator('.primary .clip').innerText()).trim(),
      };
    },
    async close() {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * What a scanner does: the signs and Enter in one burst, whatever has the focus. The keys carry their own times, as those
 * of a real keyboard do, so that a busy machine does not make a scanner look like a person.
 */
export async function scan(page: Page, code: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const startS = Date.now() / 1000;
  const keys = [...Array.from(code), 'Enter'];
  await Promise.all(
    keys.flatMap((key, index) => {
      const timestamp = startS + index * 0.005;
      const text = key === 'Enter' ? '\r' : key;
      const stroke = { key, timestamp, windowsVirtualKeyCode: key === 'Enter' ? 13 : key.charCodeAt(0) };
      return [
        session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...stroke }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke }),
      ];
    }),
  );
  await session.detach();
}
