import type { Page } from 'playwright-core';
import { shareBrowser, shareBuiltPage } from '../support/browser/shared.ts';
import type { FakeCall, FakeOptions } from './fake-bridge.ts';
import type { SceneName } from './scenes/index.ts';
import { servePage } from './serve.ts';

export interface Workbench {
  /**
   * Opens a window of the usual workstation; faults of the page fill `problems`. There is one
   * window at a time, and all are in one document: the app ends, and starts again on another
   * bridge, because a new document costs three times as much.
   */
  open(hash: string, fake?: Partial<FakeOptions>, look?: Look): Promise<Window>;
  /** Opens the window in one of the scenes, and returns as soon as it is complete or fails. */
  openScene(name: SceneName, look?: Look): Promise<Window>;
  close(): Promise<void>;
}

interface Look {
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
  const server = await servePage(await shareBuiltPage());
  const { browser } = await shareBrowser();
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(180_000);
  let errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  let isOpen = false;

  async function openAt(
    address: string,
    { dark = false, width = 1366, height = 768 }: Look,
  ): Promise<Window> {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    errors = [];
    if (isOpen) await page.evaluate(`show(${JSON.stringify(`/?${address}`)})`);
    else await page.goto(`${server.url}?${address}`);
    isOpen = true;
    await waitInPage(page, "document.querySelector('main h1, main [role=alert]')");
    return {
      page,
      problems: async () => [
        ...errors,
        ...(await page.evaluate<string[]>('globalThis.violations')),
      ],
      calls: () => page.evaluate<FakeCall[]>('globalThis.doca.calls'),
      primary: async () => (await page.locator('.primary .label').innerText()).trim(),
    };
  }

  return {
    open: (hash, fake = {}, look = {}) =>
      openAt(`fake=${encodeURIComponent(JSON.stringify(fake))}${hash}`, look),
    async openScene(name, look = {}) {
      const window = await openAt(`scene=${name}`, look);
      await waitInPage(page, 'document.documentElement.dataset.scene');
      return window;
    },
    async close() {
      await page.context().close();
      server.close();
    },
  };
}

/**
 * Waits until an expression holds in the page. Playwright's own waiting first injects a script into
 * each new document, which is a sixth of a scene's cost.
 */
export async function waitInPage(page: Page, expression: string): Promise<void> {
  await page.evaluate(
    `new Promise((holds) => {
      const look = () => ((${expression}) ? holds() : setTimeout(look, 10));
      look();
    })`,
  );
}
