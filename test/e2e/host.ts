import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { _electron, chromium, type Browser, type ElectronApplication, type Page } from 'playwright-core';
import { electronBinary } from '../../scripts/electron-binary.ts';

/** Main's `electron` module as a function given to `evaluate` sees it. */
export type ElectronModule = typeof Electron.CrossProcessExports;

/** What the two hosts have in common: the real Electron, and the double. */
export interface Host {
  readonly name: string;
  page(): Promise<Page>;
  evaluate(source: string, arg: unknown): Promise<unknown>;
  /** Resolves with the exit code when the process has ended. */
  readonly ended: Promise<number>;
  kill(): void;
}

export interface HostOptions {
  readonly entry: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onProblem: (text: string) => void;
  /** Where main's own complaints are expected. */
  readonly quiet?: boolean;
}

const root = join(import.meta.dirname, '../..');

export function startHost(options: HostOptions): Promise<Host> {
  const binary = electronBinary();
  return binary === null ? Promise.resolve(startDouble(options)) : startElectron(binary, options);
}

async function startElectron(binary: string, options: HostOptions): Promise<Host> {
  const app: ElectronApplication = await _electron.launch({
    executablePath: binary,
    args: [options.entry],
    cwd: root,
    env: { ...process.env, ...options.env } as Record<string, string>,
  });
  const watched = new WeakSet<Page>();
  const watch = (page: Page): Page => {
    if (watched.has(page)) return page;
    watched.add(page);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        options.onProblem(`console ${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => options.onProblem(`page error: ${error.stack ?? error.message}`));
    return page;
  };
  app.on('window', watch);
  const child = app.process();
  const version = await app.evaluate(() => process.versions.electron);
  return {
    name: `Electron ${version}`,
    page: async () => watch(await app.firstWindow()),
    evaluate: (source, arg) =>
      app.evaluate(
        (electron, [code, given]) => {
          const run = (0, eval)(`(${code as string})`) as (module: unknown, arg: unknown) => unknown;
          return run(electron, given);
        },
        [source, arg],
      ),
    ended: new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0))),
    kill: () => void child.kill('SIGKILL'),
  };
}

interface FromDouble {
  readonly endpoint?: string;
  readonly report?: { readonly type: 'problem' | 'note'; readonly text: string };
  readonly id?: number;
  readonly ok?: boolean;
  readonly value?: unknown;
}

function startDouble(options: HostOptions): Host {
  const child = fork(join(root, 'test/electron-double/run.ts'), [options.entry], {
    cwd: root,
    env: { ...process.env, ...options.env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', options.quiet === true ? 'ignore' : 'inherit', 'ipc'],
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const endpoint = Promise.withResolvers<string>();
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  void ended.then((code) => endpoint.reject(new Error(`main ended with code ${code} before its window was there`)));
  endpoint.promise.catch(() => undefined);
  child.on('message', (message: FromDouble) => {
    if (message.endpoint !== undefined) endpoint.resolve(message.endpoint);
    if (message.report?.type === 'problem') options.onProblem(message.report.text);
    if (message.id === undefined) return;
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.ok === true) one?.resolve(message.value);
    else one?.reject(new Error(String(message.value)));
  });
  let asked = 0;
  let connection: Browser | null = null;
  void ended.then(() => {
    for (const one of waiting.values()) one.reject(new Error('main has ended'));
  });
  return {
    name: 'the electron double on Chromium',
    async page() {
      const address = await endpoint.promise;
      await connection?.close();
      connection = await chromium.connectOverCDP(address);
      return loadedPage(connection, child);
    },
    evaluate: (source, arg) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, source, arg });
      }),
    ended,
    kill: () => void child.kill('SIGKILL'),
  };
}

async function loadedPage(browser: Browser, child: ChildProcess): Promise<Page> {
  for (let tries = 0; tries < 600; tries += 1) {
    const page = browser
      .contexts()[0]
      ?.pages()
      .find((one) => one.url().startsWith('https:'));
    if (page !== undefined) return page;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('no window was loaded');
}
