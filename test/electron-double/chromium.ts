import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumFlags, chromiumPath, headlessChromiumPath } from '../../scripts/chromium.ts';
import { appendedSwitches } from './command-line.ts';
import { DevTools } from './devtools.ts';

const flags = [
  ...chromiumFlags,
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--remote-debugging-port=${process.env['ELECTRON_DOUBLE_PORT'] ?? 0}`,
];

export interface Chromium {
  readonly devtools: DevTools;
  /**
   * Returns the id of an empty page for a window; in a browser of its own the first window takes
   * the page it starts with.
   */
  newPage(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Uses the harness's browser if there is a harness: most of the cost of a start is the browser's.
 */
export async function openChromium(): Promise<Chromium> {
  const endpoint = process.env['ELECTRON_DOUBLE_BROWSER'];
  return endpoint === undefined ? startChromium() : joinChromium(await DevTools.connect(endpoint));
}

interface PageGiven {
  readonly page: { readonly id: number; readonly targetId: string };
}

/** The harness makes the pages, because it sees no others. */
function joinChromium(devtools: DevTools): Chromium {
  let asked = 0;
  return {
    devtools,
    newPage() {
      asked += 1;
      const id = asked;
      return new Promise((resolve) => {
        const hear = (message: Partial<PageGiven>): void => {
          if (message.page?.id !== id) return;
          process.off('message', hear);
          resolve(message.page.targetId);
        };
        process.on('message', hear);
        process.send?.({ wantsPage: id });
      });
    },
    close() {
      devtools.close();
      return Promise.resolve();
    },
  };
}

async function startChromium(): Promise<Chromium> {
  // Only here: to load it takes longer than a whole start in a browser that runs.
  const { chromium } = await import('playwright-core');
  const profile = mkdtempSync(join(tmpdir(), 'electron-double-'));
  const headless = process.env['ELECTRON_DOUBLE_VISIBLE'] !== '1';
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: headless ? headlessChromiumPath : chromiumPath,
    headless,
    viewport: null,
    args: [
      ...flags,
      ...appendedSwitches(),
      ...(headless ? ['--headless=new'] : ['--app=about:blank', '--window-size=1366,820']),
    ],
    // The app ends by itself, and takes Chromium and its folder along.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const [port, path] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').trim().split('\n');
  const devtools = await DevTools.connect(`ws://127.0.0.1:${String(port)}${String(path)}`);
  const { targetInfos } = await devtools.browser.send('Target.getTargets');
  let spare = targetInfos.find(({ type }) => type === 'page')?.targetId;
  return {
    devtools,
    async newPage() {
      const first = spare;
      spare = undefined;
      return (
        first ??
        (await devtools.browser.send('Target.createTarget', { url: 'about:blank' })).targetId
      );
    },
    async close() {
      devtools.close();
      try {
        await context.close();
      } finally {
        // Chromium's helpers may still write for a moment.
        rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
      }
    },
  };
}
