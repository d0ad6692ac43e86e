import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSampleLabel } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-sample-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const whole = new URL('../../src/main/labels/book/process.ts', import.meta.url);

it('is read by a complete label process', async () => {
  expect(await readSampleLabel(() => forkProgram(whole))).toBe(true);
});

it.each([
  ['ends at once', 'process.exit(1);'],
  ['lacks what it needs', "import './gone.js';"],
  [
    'answers something else',
    "process.on('message', () => process.send({ type: 'bug', message: 'broken' }));",
  ],
])('is not read by one that %s', async (_how, code) => {
  const path = join(folder, 'process.mjs');
  writeFileSync(path, code);
  expect(await readSampleLabel(() => forkProgram(pathToFileURL(path)))).toBe(false);
});

it('is not read if no process can be started', async () => {
  expect(
    await readSampleLabel(() => {
      throw new Error('spawn');
    }),
  ).toBe(false);
});
