import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import {
  expectRefusal,
  findArchive,
  openAndClose,
  type Installed,
} from '../../scripts/release/installed.ts';

let home = '';
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'doca-installed-'))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** A program that does this; `data` is its data folder. */
function stand(doing: string): Installed {
  const program = join(home, 'doca.mjs');
  writeFileSync(
    program,
    `#!${process.execPath}
    import { mkdirSync, writeFileSync } from 'node:fs';
    import { createServer } from 'node:http';
    const data = process.env.DOCA_DATA_DIR;
    const port = Number(process.argv[2]?.split('=')[1]);
    const stay = () => setInterval(() => undefined, 1000);
    const open = (log) => {
      mkdirSync(data + '/logs', { recursive: true });
      writeFileSync(data + '/logs/doca.log', log);
      stay();
    };
    const close = () => (writeFileSync(data + '/window.json', '{}'), process.exit(0));
    ${doing}`,
  );
  chmodSync(program, 0o755);
  return { program, env: { ...process.env, DOCA_DATA_DIR: join(home, 'data') } };
}

// A script is no program on Windows; there the release itself runs the tested code.
describe.runIf(process.platform !== 'win32')('the smoke test of an installed program', () => {
  it.each([
    ['ends', 'process.exit(1)'],
    ['stands with its message', 'stay()'],
  ])('accepts one that refuses a debugging port and %s', async (_how, doing) => {
    await expectRefusal(stand(doing), await findFreePort(), 300);
  });

  it.each([
    [
      'opens one',
      "createServer((_, answer) => answer.end()).listen(port, '127.0.0.1')",
      'opened a debugging port',
    ],
    ['goes on without', 'mkdirSync(data); stay()', 'went on'],
    ['ends as if nothing were wrong', 'process.exit(0)', 'as if nothing were wrong'],
  ])('rejects one that %s', async (_what, doing, words) => {
    await expect(expectRefusal(stand(doing), await findFreePort(), 20_000)).rejects.toThrow(words);
  });

  it.each([
    ['has a window and closes it', "process.on('SIGTERM', close); open('')", null],
    ['ends by itself', 'process.exit(3)', 'by itself with 3'],
    [
      'closes with an error',
      "process.on('SIGTERM', () => process.exit(1)); open('')",
      'closed with 1',
    ],
    ['had no window', "process.on('SIGTERM', () => process.exit(0)); open('')", 'no window'],
    [
      'had a page that broke',
      'process.on("SIGTERM", close); open(\'{"event":"window.crashed"}\')',
      'window.crashed',
    ],
  ])('opens a program, which %s', async (_what, doing, words) => {
    const trial = openAndClose(stand(doing), 0);
    await (words === null ? trial : expect(trial).rejects.toThrow(words));
  });

  it('finds the code that was installed', () => {
    mkdirSync(join(home, 'resources'));
    writeFileSync(join(home, 'resources/app.asar'), '');
    expect(findArchive(join(home, 'Doca.exe'), 'win32')).toBe(join(home, 'resources/app.asar'));
    expect(() => findArchive(join(home, 'MacOS/Doca'), 'darwin')).toThrow('there is no');
  });
});
