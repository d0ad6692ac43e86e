import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page, type Route } from 'playwright-core';
import { toMain } from './origins.ts';
import { report } from './report.ts';

/** Debian's Chromium, unless the machine says where another one is. */
export const chromiumPath = process.env['DOCA_CHROMIUM'] ?? '/usr/bin/chromium';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];

export interface Chromium {
  readonly context: BrowserContext;
  /** Where a harness connects to. */
  readonly endpoint: string;
  /** A page for a window; the first window takes the page the browser starts with. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** Answers every request a page of the app makes; pages that are none of the app's are refused. */
export type Router = (page: Page | null, route: Route) => Promise<void>;

export async function startChromium(route: Router, onForeignPage: (page: Page) => void): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), 'electron-double-'));
  const headless = process.env['ELECTRON_DOUBLE_VISIBLE'] !== '1';
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    headless,
    viewport: null,
    args: [...flags, ...(headless ? ['--headless=new'] : ['--app=about:blank', '--window-size=1366,820'])],
    handleSIGINT: false,
  });
  const own = new Set<Page>(context.pages());
  let spare = context.pages()[0] ?? null;
  await context.route('**/*', (one) => route(pageOf(one), one));
  let opening = 0;
  context.on('page', (page) => {
    if (opening === 0) onForeignPage(page);
  });
  const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').trim().split('\n');
  return {
    context,
    endpoint: `ws://127.0.0.1:${String(port)}${String(path)}`,
    async newPage() {
      const first = spare;
      spare = null;
      if (first !== null) return watched(first);
      opening += 1;
      const page = await context.newPage().finally(() => (opening -= 1));
      own.add(page);
      return watched(page);
    },
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function pageOf(route: Route): Page | null {
  try {
    return route.request().frame().page();
  } catch {
    // The request that opens a page has no frame yet.
    return null;
  }
}

function watched(page: Page): Page {
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      report({
        type: 'problem',
        text: `console ${message.type()}: ${message.text()} (${toMain(message.location().url)})`,
      });
    }
  });
  page.on('pageerror', (error) => report({ type: 'problem', text: `page error: ${error.stack ?? error.message}` }));
  return page;
}
