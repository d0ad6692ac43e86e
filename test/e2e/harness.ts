import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startHost, type ElectronModule } from './host.ts';

export interface LaunchOptions {
  /** A folder of an earlier run, to continue in. */
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another main bundle than the built one. */
  readonly entry?: string;
}

export interface RunningApp {
  /** The window's page. After a crash of the page, `reconnect` returns the new one. */
  readonly page: Page;
  /** Holds everything the run writes: Doca's data, documents. */
  readonly home: string;
  readonly dataDir: string;
  /** Runs a function in main, with the `electron` module; of the spec it sees only its argument. */
  evaluate<R, A = undefined>(
    run: (electron: ElectronModule, arg: A) => R,
    arg?: A,
  ): Promise<Awaited<R>>;
  /** Waits until the page is gone after a crash, and returns its successor. */
  reconnect(): Promise<Page>;
  /**
   * Console errors and warnings, page errors and dialogs without an answer since the last call;
   * `close` fails on any left.
   */
  takeProblems(): Promise<readonly string[]>;
  /** Resolves with the exit code when main has ended. */
  readonly ended: Promise<number>;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** Quits, removes the home folder unless `keepHome` is set, and fails on any problem. */
  close(options?: { readonly keepHome?: boolean }): Promise<void>;
}

const builtEntry = join(import.meta.dirname, '../../out/main/index.js');

/** Starts Doca on the real Electron if its binary is installed, else on the double. */
export async function launch(options: LaunchOptions = {}): Promise<RunningApp> {
  const entry = options.entry ?? builtEntry;
  if (!existsSync(entry)) throw new Error('nothing is built: npm run build');
  const home = options.home ?? mkdtempSync(join(tmpdir(), 'doca-e2e-'));
  const dataDir = join(home, 'data');
  for (const folder of ['Documents', 'tmp']) mkdirSync(join(home, folder), { recursive: true });
  let problems: string[] = [];
  const failed = (error: unknown): never => {
    if (options.home === undefined) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    throw new Error(`the window did not open; problems: ${problems.join('\n')}`, { cause: error });
  };
  // If main ends during its start, the real Electron rejects here, the double only when its page is
  // requested.
  const host = await startHost({
    entry,
    env: { HOME: home, TMPDIR: join(home, 'tmp'), DOCA_DATA_DIR: dataDir, ...options.env },
    onProblem: (text) => problems.push(text),
  }).catch(failed);
  /** The page's last messages are still on their way through the browser and main. */
  const drain = async (): Promise<void> => {
    await page.evaluate(() => undefined).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 120));
    host.collect();
  };
  let over = false;
  void host.ended.then(() => (over = true));
  let page: Page;
  let gone: Promise<unknown>;
  const opened = async (): Promise<Page> => {
    page = await host.page();
    // Waits end with their event; this limit ends only a hanging test, on a busy machine too.
    page.setDefaultTimeout(180_000);
    gone = Promise.race([
      page.waitForEvent('crash', { timeout: 0 }),
      page.waitForEvent('close', { timeout: 0 }),
    ]).catch(() => undefined);
    await page.waitForLoadState('load');
    return page;
  };
  try {
    page = await opened();
  } catch (error) {
    host.collect();
    host.kill();
    return failed(error);
  }

  return {
    get page() {
      return page;
    },
    home,
    dataDir,
    evaluate: async (run, arg) => (await host.evaluate(run.toString(), arg)) as never,
    async reconnect() {
      await gone;
      return opened();
    },
    async takeProblems() {
      await drain();
      const taken = problems;
      problems = [];
      return taken;
    },
    ended: host.ended,
    async kill() {
      host.kill();
      await host.ended;
    },
    async close({ keepHome = false } = {}) {
      if (!over) {
        await drain();
        // There is no user to answer.
        await host.evaluate(
          `({ dialog, app }) => { dialog.showMessageBoxSync = () => 1; setTimeout(() => app.quit(), 0); }`,
          null,
        );
        const late = setTimeout(() => {
          problems.push('main did not quit within a minute');
          host.kill();
        }, 60_000);
        await host.ended;
        clearTimeout(late);
      }
      host.collect();
      if (!keepHome) rmSync(home, { recursive: true, force: true, maxRetries: 5 });
      if (problems.length > 0) throw new Error(`problems in the run:\n${problems.join('\n')}`);
    },
  };
}
