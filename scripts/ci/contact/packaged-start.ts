import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { findFreePort } from '../../../test/support/free-port.ts';
import { startSandbox } from '../../../src/training-erp/index.ts';
import { ask } from '../../release/training-run.ts';
import { end, open } from './open-close.ts';
import { treeOf } from './processes.ts';
import { findPacked, findPage, openFolder, openPacked } from './trial.ts';
import type { Trial } from './trial.ts';

const starts = 5;
/** The time after which a start has loaded everything. */
const settleMs = 5_000;

export interface Figures {
  readonly what: string;
  readonly host: string;
  /** From the start of the process; the best and the worst are the first and the last. */
  readonly ms: readonly number[];
  /** Resident memory of all processes together; shared memory counts once for each. */
  readonly residentBytes: number;
  readonly processes: number;
}

type Reached = (startedMs: number) => Promise<number>;

/**
 * Measures three kinds of start. The packed program lets no debugger in, so it is measured until
 * its log says that the window is shown. The packed code in plain Electron is measured until then
 * and until the field has the focus. An empty window of the same Electron is the comparison.
 */
export async function measureStarts(folder: string): Promise<readonly Figures[]> {
  const dataDir = join(folder, 'data');
  const screen = await connect(dataDir);
  const port = await findFreePort();
  const picture = join(folder, 'desk.png');
  return [
    await measure('packed, window shown', findPacked(), dataDir, shownIn(dataDir)),
    await measure('packed code, window shown', openPacked(port), dataDir, shownIn(dataDir)),
    await measure(
      `packed code, ${screen}'s field`,
      openPacked(port),
      dataDir,
      focused(port, picture),
    ),
    await measure(
      'an empty window, its field',
      openFolder(writeEmpty(folder), port),
      dataDir,
      focused(port),
    ),
  ];
}

/** Connects the program. Its next start opens the Desk, unless the machine has no keychain. */
async function connect(dataDir: string): Promise<'Desk' | 'Connection'> {
  const sandbox = await startSandbox({ shipments: 3, groupings: 1 });
  const { baseUrl, token } = sandbox;
  await inWindow(dataDir, (page) => ask(page, 'connection.save', { baseUrl, token }));
  const onDesk = await inWindow(dataDir, (page) => page.locator('#grouping-id:focus').count());
  await sandbox.close();
  return onDesk === 1 ? 'Desk' : 'Connection';
}

async function inWindow<T>(dataDir: string, work: (page: Page) => Promise<T>): Promise<T> {
  const port = await findFreePort();
  const child = open(openPacked(port), dataDir);
  try {
    const page = await findPage(port);
    await page.locator('input:focus').waitFor();
    return await work(page);
  } finally {
    await end(child);
  }
}

async function measure(
  what: string,
  trial: Trial,
  dataDir: string,
  reached: Reached,
): Promise<Figures> {
  const ms: number[] = [];
  let tree: ReturnType<typeof treeOf> = [];
  while (ms.length < starts) {
    const startedMs = Date.now();
    const child = open(trial, dataDir);
    try {
      ms.push(await reached(startedMs));
      await sleep(settleMs);
      tree = treeOf(Number(child.pid));
    } catch (error) {
      throw new Error(`${what}, after ${ms.length} starts`, { cause: error });
    } finally {
      await end(child);
    }
  }
  const residentBytes = tree.reduce((sum, one) => sum + one.residentBytes, 0);
  return {
    what,
    host: trial.host,
    ms: ms.toSorted((a, b) => a - b),
    residentBytes,
    processes: tree.length,
  };
}

function focused(port: number, picture?: string): Reached {
  return async (startedMs) => {
    const page: Page = await findPage(port);
    await page.locator('input:focus').waitFor();
    const ms = Date.now() - startedMs;
    if (picture !== undefined) await page.screenshot({ path: picture });
    return ms;
  };
}

/** Reads the time from the log's line, which is written some time later. */
function shownIn(dataDir: string): Reached {
  const path = join(dataDir, 'logs/doca.log');
  const length = (): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return async (startedMs) => {
    const before = length();
    for (let tries = 0; tries < 600; tries += 1) {
      const line =
        length() === 0
          ? undefined
          : /\{[^\n]*"start.shown"[^\n]*\}/.exec(readFileSync(path).subarray(before).toString());
      if (line) return Date.parse((JSON.parse(line[0]) as { readonly at: string }).at) - startedMs;
      await sleep(100);
    }
    throw new Error('the log does not say that the window is shown');
  };
}

function writeEmpty(folder: string): string {
  const program = join(folder, 'empty');
  mkdirSync(program, { recursive: true });
  writeFileSync(
    join(program, 'package.json'),
    JSON.stringify({ name: 'empty', version: '1.0.0', main: 'main.mjs' }),
  );
  writeFileSync(
    join(program, 'main.mjs'),
    `import { BrowserWindow, app, protocol } from 'electron';
    protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
    const page = () => new Response('<input autofocus>', { headers: { 'content-type': 'text/html' } });
    app.on('window-all-closed', () => app.quit());
    void app.whenReady().then(() => {
      protocol.handle('app', page);
      return new BrowserWindow({ width: 1366, height: 768 }).loadURL('app://empty/');
    });`,
  );
  return program;
}
