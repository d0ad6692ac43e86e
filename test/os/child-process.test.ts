import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const modules = new URL('../../src/main/os/', import.meta.url).href;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-child-'));
  writeFileSync(
    join(folder, 'child.mjs'),
    `import { connectToParent } from '${modules}child-process.ts';
     const { send, listen } = connectToParent();
     listen((message) => send(['heard', message]));
     send('there');`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program that only its own requests keep alive. */
async function runParent(body: string): Promise<string> {
  const path = join(folder, 'parent.mjs');
  writeFileSync(
    path,
    `import { forkProgram } from '${modules}child-process.ts';
     import { AskedWorker } from '${modules}worker.ts';
     const start = () => forkProgram(new URL('child.mjs', import.meta.url));
     const worker = new AskedWorker({ start, late: 'no answer' });
     ${body}`,
  );
  return (
    await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', path])
  ).stdout;
}

it('asks a program in a process of its own, and waits for its end', async () => {
  const body = `console.log(JSON.stringify(await worker.ask({ word: 1 }, 60_000))); await worker.stop('closed'); console.log('closed');`;
  expect(await runParent(body)).toBe('["heard",{"word":1}]\nclosed\n');
});

it('lets the program end while the process is idle', async () => {
  expect(await runParent(`worker.warmUp(); console.log('done');`)).toBe('done\n');
  expect(await runParent(`await worker.ask(1, 60_000); console.log('done');`)).toBe('done\n');
});
