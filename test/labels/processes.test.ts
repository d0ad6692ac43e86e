import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLabelBook, LabelProcesses } from '../../src/main/labels/index.ts';
import type { LabelBook, StartLabelProcess } from '../../src/main/labels/index.ts';
import { LabelReader } from '../../src/main/labels/book/label-reader.ts';
import { need } from '../../src/main/os/errors.ts';
import type { Runner } from '../../src/main/os/worker.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { readLabelsHere } from '../support/label-process/here.ts';
import { onePage } from '../support/pdf-raw.ts';

let folder: string;
/** Each process that was started, until it is ended. */
let running: Runner[];
let started: number;
/** What each process says it has grown by. */
let grownBytes = 0;
/** Called when a request is sent. */
let sent: (() => void) | null = null;
let processes: LabelProcesses;
/** Called when the hanging file is requested. */
let asked: (() => void) | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-processes-'));
  running = [];
  started = 0;
  asked = null;
  sent = null;
  grownBytes = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file of this name is never answered. */
const hanging = 'hanging.pdf';

const start: StartLabelProcess = () => {
  const runner = readLabelsHere();
  const listen = runner.listen.bind(runner);
  runner.listen = (heard, ended) =>
    listen((message) => {
      const isClosed = (message as { readonly type?: string }).type === 'closed';
      heard(isClosed ? { type: 'closed', grownBytes } : message);
    }, ended);
  const end = runner.end.bind(runner);
  runner.end = () => {
    running = running.filter((other) => other !== runner);
    return end();
  };
  const send = runner.send.bind(runner);
  runner.send = (message) => {
    sent?.();
    if (JSON.stringify(message).includes(hanging)) asked?.();
    else send(message);
  };
  started += 1;
  running.push(runner);
  return runner;
};

function keep(): void {
  processes = new LabelProcesses(start);
}

function open(): LabelBook {
  return createLabelBook({
    startProcess: processes.start,
    spillDir: join(folder, 'spill'),
    limits: { maxMemoryBytes: 0 },
  });
}

function label(number: number): string {
  const path = join(folder, `${number}.pdf`);
  writeFileSync(path, onePage({ content: `0 0 ${number + 1} 5 re f` }));
  return path;
}

/** Reads the labels in a book, and returns their PDF. */
async function write(book: LabelBook, ...numbers: readonly number[]): Promise<Buffer> {
  const paths = numbers.map(label);
  for (const path of paths) expect(await book.prepare(path)).toMatchObject({ ok: true });
  const out = join(folder, 'out.pdf');
  expect(
    await book.writePdf(
      paths.map((path) => ({ path })),
      out,
    ),
  ).toMatchObject({ ok: true });
  return readFileSync(out);
}

describe('a label process that a book has left', () => {
  test('serves the next book, which finds no data of the one before', async () => {
    keep();
    const first = open();
    await write(first, 1, 2);
    expect(readdirSync(join(folder, 'spill'))).toHaveLength(1);
    await first.close();
    expect(readdirSync(join(folder, 'spill'))).toEqual([]);

    const second = open();
    const written = await write(second, 2, 3);
    expect(started).toBe(1);
    await expect(second.writePdf([{ path: label(1) }], join(folder, 'out.pdf'))).rejects.toThrow(
      'never prepared',
    );
    await second.close();

    keep();
    const alone = open();
    expect((await write(alone, 2, 3)).equals(written)).toBe(true);
    await alone.close();
  });

  test('is one of two if two books were open together, each with its own', async () => {
    keep();
    const [one, other] = [open(), open()];
    await write(one, 1);
    await write(other, 2);
    expect(started).toBe(2);
    await one.close();
    expect(running).toHaveLength(2);
    await write(other, 3);
    await other.close();
    expect(running).toHaveLength(1);
    const next = open();
    await write(next, 4);
    expect(started).toBe(2);
    await next.close();
  });

  test('is ended after a minute without use, and not while a book has it again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    keep();
    const book = open();
    await write(book, 1);
    await book.close();
    vi.advanceTimersByTime(30_000);
    const second = open();
    await write(second, 2);
    await second.close();
    vi.advanceTimersByTime(40_000);
    const third = open();
    await write(third, 3);
    vi.advanceTimersByTime(3_600_000);
    await write(third, 4);
    expect(started).toBe(1);
    await third.close();
    vi.advanceTimersByTime(59_000);
    expect(running).toHaveLength(1);
    vi.advanceTimersByTime(2_000);
    expect(running).toEqual([]);
  });

  test('is ended if it has grown too much', async () => {
    keep();
    grownBytes = 201 * 1024 * 1024;
    const book = open();
    await write(book, 1);
    expect(running).toHaveLength(1);
    await book.close();
    expect(running).toEqual([]);
  });

  test('is ended with the account that it works for, and so is one that is left later', async () => {
    keep();
    const [one, other] = [open(), open()];
    await write(one, 1);
    await write(other, 2);
    await one.close();
    await processes.close();
    expect(running).toHaveLength(1);
    await other.close();
    expect(running).toEqual([]);
  });

  test('is ended if it is reading a file when its book is closed', async () => {
    keep();
    const book = open();
    await write(book, 1);
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const preparing = book.prepare(join(folder, hanging));
    await isAsked;
    await book.close();
    expect(await preparing).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect(running).toEqual([]);
  });

  test('is kept if its book is closed while it reads known labels behind it', async () => {
    keep();
    const first = open();
    const known = need(await first.prepare(label(1)));
    await first.close();
    const book = open();
    for (let number = 1; number <= 20; number += 1) await book.prepare(label(number), {}, known);
    const isReading = new Promise<void>((resolve) => (sent = resolve));
    await book.prepare(label(21), {}, known);
    await isReading;
    await book.close();
    expect(running).toHaveLength(1);
    const next = open();
    await write(next, 2);
    expect(started).toBe(1);
    await next.close();
  });

  test('is dropped if it ends while it waits, without a report', async () => {
    keep();
    const book = open();
    await write(book, 1);
    await book.close();
    await running[0]?.end();
    const next = open();
    await write(next, 2);
    expect(started).toBe(2);
    await next.close();
  });
});

test('the spill file is gone before the process reports its book as closed', async () => {
  keep();
  const spillPath = join(folder, 'a.spill');
  const reader = new LabelReader({ spillPath, maxMemoryBytes: 0 });
  await reader.handle({
    type: 'prepare',
    path: label(1),
    paper: labelPaper,
    pages: 'auto',
    crop: 'auto',
  });
  expect(existsSync(spillPath)).toBe(true);
  expect(await reader.handle({ type: 'close' })).toMatchObject({ type: 'closed' });
  expect(existsSync(spillPath)).toBe(false);
});

test('a book of which no label is read starts no process', async () => {
  keep();
  await open().close();
  expect(started).toBe(0);
});
