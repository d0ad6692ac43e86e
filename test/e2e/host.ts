import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  _electron,
  chromium,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type Page,
} from 'playwright-core';
import { electronBinary } from '../../scripts/electron-binary.ts';
import { findFreePort } from '../support/free-port.ts';
import { shareBrowser } from '../support/browser/shared.ts';

/** Main's `electron` module as a function given to `evaluate` sees it. */
export type ElectronModule = typeof Electron.CrossProcessExports;

/** The interface of both hosts: the real Electron, and the double. */
export interface Host {
  readonly name: string;
  page(): Promise<Page>;
  evaluate(source: string, arg: unknown): Promise<unknown>;
  /** Reports the problems that main has written down, if it does not report them as they come. */
  collect(): void;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number>;
  kill(): void;
}

export interface HostOptions {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onProblem: (text: string) => void;
  /** Set if main's own complaints are expected. */
  readonly quiet?: boolean;
}

const root = join(import.meta.dirname, '../..');

export function startHost(options: HostOptions): Promise<Host> {
  const binary = electronBinary();
  return binary === null ? startDouble(options) : startElectron(binary, options);
}

/** Its dialogs and its documents are the run's own. */
const beforeDoca = join(root, 'test/fixtures/real-electron.cjs');

async function startElectron(binary: string, options: HostOptions): Promise<Host> {
  const reports = join(String(options.env['HOME']), 'reports.jsonl');
  let taken = 0;
  const collect = (): void => {
    const lines = existsSync(reports) ? readFileSync(reports, 'utf8').trim().split('\n') : [];
    for (const line of lines.slice(taken)) options.onProblem(JSON.parse(line) as string);
    taken = lines.length;
  };
  const port = await findFreePort();
  const app: ElectronApplication = await _electron
    .launch({
      executablePath: binary,
      // After Playwright's own port, so that this one counts.
      args: [`--remote-debugging-port=${port}`, '-r', beforeDoca, options.entry],
      cwd: root,
      env: { ...process.env, ...options.env, DOCA_E2E_REPORTS: reports },
      timeout: 120_000,
    })
    .catch((error: unknown) => {
      collect();
      throw error;
    });
  const child = app.process();
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 0)));
  const watch = (page: Page): Page => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        options.onProblem(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) =>
      options.onProblem(`page error: ${error.stack ?? error.message}`),
    );
    return page;
  };
  // On Windows Playwright starts it through a shell: the child is not the one to kill.
  const { version, pid } = await app.evaluate(() => ({
    version: process.versions.electron,
    pid: process.pid,
  }));
  let connection: Browser | 'first' | null = null;
  return {
    name: `Electron ${version}`,
    async page() {
      if (connection === null) {
        connection = 'first';
        return watch(await app.firstWindow());
      }
      // Playwright treats a crashed page as dead, though its window continues in a new process; a
      // new connection to the window finds it alive.
      await waitUntil(() =>
        app.evaluate(({ BrowserWindow }) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          return contents !== undefined && !contents.isCrashed() && !contents.isLoadingMainFrame();
        }),
      );
      if (connection !== 'first') await connection.close();
      const again = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
      connection = again;
      return watch(await loadedPage(() => again.contexts()[0]?.pages() ?? [], child));
    },
    evaluate: (source, arg) =>
      app.evaluate(
        (electron, [code, given]) => {
          const run = (0, eval)(`(${code as string})`) as (
            module: unknown,
            arg: unknown,
          ) => unknown;
          return run(electron, given);
        },
        [source, arg],
      ),
    collect,
    ended,
    kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL');
    },
  };
}

async function waitUntil(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the page did not come back');
}

interface FromDouble {
  readonly wantsPage?: number;
  readonly report?: { readonly type: 'problem' | 'note'; readonly text: string };
  readonly id?: number;
  readonly ok?: boolean;
  readonly value?: unknown;
}

async function startDouble(options: HostOptions): Promise<Host> {
  const { browser, devtoolsEndpoint } = await shareBrowser();
  const child = fork(join(root, 'test/electron-double/run.ts'), [options.entry], {
    cwd: root,
    // The compiled main is the same for all of a run's programs.
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      ELECTRON_DOUBLE_BROWSER: devtoolsEndpoint,
      // The smallest that a bench has, and a notebook beside it.
      ELECTRON_DOUBLE_DISPLAYS: '1024x768,1366x768@1.5',
      ELECTRON_DOUBLE_WINDOW_MANAGER: '',
      ...options.env,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', options.quiet === true ? 'ignore' : 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const over = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  /** Only main sets the look. */
  let context: Promise<BrowserContext> | null = null;
  const live = new Set<Page>();
  const givePage = async (id: number): Promise<void> => {
    context ??= browser.newContext({ viewport: null, colorScheme: null, reducedMotion: null });
    const page = await (await context).newPage();
    live.add(page);
    page.on('crash', () => live.delete(page));
    page.on('close', () => live.delete(page));
    const session = await page.context().newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    child.send({ page: { id, targetId: targetInfo.targetId } });
  };
  const ended = over.then(async (code) => {
    await (await context)?.close().catch(() => undefined);
    return code;
  });
  child.on('message', (message: FromDouble) => {
    // A program that has ended needs no page any more.
    if (message.wantsPage !== undefined) givePage(message.wantsPage).catch(() => undefined);
    if (message.report?.type === 'problem') options.onProblem(message.report.text);
    if (message.id === undefined) return;
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok === true) one?.resolve(message.value);
    else one?.reject(new Error(String(message.value)));
  });
  let asked = 0;
  void over.then(() => {
    for (const one of waiting.values()) one.reject(new Error('main has ended'));
  });
  return {
    name: 'the electron double on Chromium',
    page: () => loadedPage(() => [...live], child),
    evaluate: (source, arg) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, source, arg });
      }),
    collect: () => undefined,
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The program's page: on the double at an https address, on Electron at its own protocol's. */
async function loadedPage(pages: () => readonly Page[], child: ChildProcess): Promise<Page> {
  for (let tries = 0; tries < 4_000; tries += 1) {
    const page = pages().find((one) => /^(?:https|app):/.test(one.url()));
    if (page !== undefined) return page;
    if (child.exitCode !== null)
      throw new Error(`main ended with code ${child.exitCode} before its window was there`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('no window was loaded');
}
