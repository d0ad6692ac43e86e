import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLabelBook, CrashList, LabelProcesses } from '../../src/main/labels/index.ts';
import type { LabelBook } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import type { Runner } from '../../src/main/os/worker.ts';
import { fragileProcessUrl } from '../support/label-process/url.ts';
import { onePage } from '../support/pdf-raw.ts';

let folder: string;
let started: number;
/** The runner that was started last. */
let runner: Runner | null;
let processes: LabelProcesses;
let books: LabelBook[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-kept-'));
  started = 0;
  runner = null;
  books = [];
  processes = new LabelProcesses(() => {
    started += 1;
    runner = forkProgram(fragileProcessUrl);
    return runner;
  });
});
afterEach(async () => {
  await Promise.all(books.map((book) => book.close()));
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): LabelBook {
  const book = createLabelBook({
    startProcess: processes.start,
    spillDir: join(folder, 'spill'),
    crashList: new CrashList(join(folder, 'killers.json'), '1.2.3'),
    limits: { timeoutMs: 300_000, maxGrowthBytes: 100 << 20 },
  });
  books.push(book);
  return book;
}

function file(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const label = (number: number): string =>
  file(`${number}.pdf`, onePage({ content: `0 0 ${number + 1} 5 re f` }));
const readKillers = (): string => readFileSync(join(folder, 'killers.json'), 'utf8');

test('a label that fells a kept process, or is too much for it, costs its own job that label and no other job anything', async () => {
  const first = open();
  expect(await first.prepare(label(1))).toMatchObject({ ok: true });
  await first.close();

  const [second, beside] = [open(), open()];
  for (const book of [second, beside])
    expect(await book.prepare(label(2))).toMatchObject({ ok: true });
  expect(started).toBe(2);
  for (const word of ['exit', 'buffers']) {
    const before = started;
    const results = await Promise.all(
      [label(3), file(word, word), label(4)].map((path) => second.prepare(path)),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(results[1]).toMatchObject({ fault: { kind: 'label-unrenderable' } });
    expect(started).toBeGreaterThan(before);
  }
  expect(JSON.parse(readKillers())).toMatchObject({
    killers: [expect.anything(), expect.anything()],
  });

  // The other job still has its process, and the labels that it has read.
  const ownStarts = started;
  expect(await beside.writePdf([{ path: label(2) }], join(folder, 'beside.pdf'))).toMatchObject({
    ok: true,
  });
  expect(started).toBe(ownStarts);
  const out = join(folder, 'out.pdf');
  const paths = [label(2), label(3), label(4)];
  const written = await second.writePdf(
    paths.map((path) => ({ path })),
    out,
  );
  expect(written).toMatchObject({ ok: true, value: { pages: 3 } });
  await second.close();

  // The next one has the process that came after the fall.
  expect(await open().prepare(label(5))).toMatchObject({ ok: true });
  expect(started).toBe(ownStarts);
});

test('if a kept process is killed as the next book takes it, no label is blamed', async () => {
  const first = open();
  expect(await first.prepare(label(1))).toMatchObject({ ok: true });
  await first.close();
  // Its end is not known here yet when the book asks.
  const ending = runner?.end();
  const next = open();
  expect(await next.prepare(label(2))).toMatchObject({ ok: true });
  expect(started).toBe(2);
  expect(existsSync(join(folder, 'killers.json'))).toBe(false);
  await ending;
});
