import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { electronBinary } from '../../electron-binary.ts';
import { findArchive } from '../../release/installed.ts';

/** The program to start, and its platform. */
export interface Trial {
  readonly host: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../../..');
const onDouble = [
  '--disable-warning=ExperimentalWarning',
  join(root, 'test/electron-double/run.ts'),
];
/** The runners' kernel allows it to no program that was not installed. */
const unlessSandboxed = process.platform === 'linux' ? ['--no-sandbox'] : [];
const places = {
  win32: 'win*unpacked/Doca.exe',
  darwin: 'mac*/Doca.app/Contents/MacOS/Doca',
  linux: 'linux*unpacked/doca',
};

/**
 * The output of `npm run package -- --dir`; the bundles on the double if Electron is not available.
 */
export function findPacked(): Trial {
  if (electronBinary() === null) return runOnDouble(join(root, 'out/main/index.js'), {});
  const [path] = globSync(places[process.platform as keyof typeof places], {
    cwd: join(root, 'dist'),
  });
  if (path === undefined) throw new Error('nothing is packed: npm run package -- --dir');
  return {
    host: 'the packed program',
    program: join(root, 'dist', path),
    args: unlessSandboxed,
    env: {},
  };
}

/**
 * The code that was packed, in the Electron that it was packed with: that takes a debugging port.
 */
export function openPacked(port: number): Trial {
  const { program, host } = findPacked();
  return host === 'the packed program'
    ? openFolder(findArchive(program, process.platform), port)
    : openFolder(root, port, 'out/main/index.js');
}

/** A program that lies in a folder. */
export function openFolder(folder: string, port: number, main = 'main.mjs'): Trial {
  const electron = electronBinary();
  if (electron === null)
    return runOnDouble(join(folder, main), { ELECTRON_DOUBLE_PORT: String(port) });
  const args = [...unlessSandboxed, `--remote-debugging-port=${port}`, folder];
  return {
    host: `Electron on ${process.platform} ${process.arch}`,
    program: electron,
    args,
    env: {},
  };
}

function runOnDouble(main: string, env: Trial['env']): Trial {
  return { host: 'the Electron double', program: process.execPath, args: [...onDouble, main], env };
}

/** The window's page, as soon as a debugger can see that it has an address. */
export async function findPage(port: number): Promise<Page> {
  let browser: Browser | null = null;
  for (let tries = 0; tries < 2_400; tries += 1) {
    browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null);
    const pages = browser?.contexts().flatMap((one) => one.pages()) ?? [];
    const page = pages.find((one) => /^(?:app|https):/.test(one.url()));
    if (page !== undefined) return page;
    await sleep(25);
  }
  throw new Error('no window was opened within a minute');
}
