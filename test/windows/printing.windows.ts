import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpTrialPrinters } from '../../scripts/release/windows-printers.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import type { Runner } from '../../src/main/os/worker.ts';
import { createWindowsSystem } from '../../src/main/printing/index.ts';
import type { PrintFile, SpoolEvent } from '../../src/main/printing/index.ts';
import { SpoolerProcesses } from '../../src/main/printing/windows/spooler.ts';
import type { WindowsReply } from '../../src/main/printing/windows/types.ts';
import { drawTestPage } from '../../src/main/papers/test-page/pdf.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { LabelBench } from '../support/label-bench.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

/** The queues that the lane has set up on Debian's side; not set on Windows itself. */
interface CupsQueues {
  readonly rawQueue: string;
  readonly psQueue: string;
  /** The bytes of a queue's n-th job appear here as `<queue>-<n>.bin`. */
  readonly dir: string;
}

const described = process.env['DOCA_WINDOWS_CUPS'];
const cups = described === undefined ? null : (JSON.parse(described) as CupsQueues);
const folder = mkdtempSync(join(tmpdir(), 'doca-printing-'));
const program = new URL('../../src/main/printing/windows/process/process.ts', import.meta.url);
/** Ends the print process when it has sent its next piece. */
let isDoomed = false;

const system = createWindowsSystem({ startProcess: () => doomable(forkProgram(program)) });

function doomable(runner: Runner): Runner {
  return {
    ...runner,
    listen: (heard, ended) =>
      runner.listen((message) => {
        if (isDoomed && (message as Partial<WindowsReply>).type === 'sent') {
          isDoomed = false;
          void runner.end();
        } else heard(message);
      }, ended),
  };
}

afterAll(() => {
  system.close();
  // Windows removes no file that an ending process still has open.
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** Every byte value, in several chunks. */
const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * 7 + (at >> 8)) & 0xff));
const odd = join(folder, 'etiqueta ç.zpl');
writeFileSync(odd, bytes);

interface Printed {
  readonly result: unknown;
  readonly events: readonly (SpoolEvent & { readonly ms: number })[];
  readonly ms: number;
}

async function print(
  printer: string,
  file: Omit<PrintFile, 'title'>,
  title = 'Doca ação 1',
): Promise<Printed> {
  const start = performance.now();
  const events: (SpoolEvent & { ms: number })[] = [];
  const result = await system
    .open(printer)
    .print({ ...file, title }, undefined, (event) =>
      events.push({ ...event, ms: performance.now() - start }),
    );
  return { result, events, ms: performance.now() - start };
}

/** CUPS removes a job as soon as it has accepted it: its result is unknown here. */
const wasTaken = { ok: true, value: expect.stringMatching(/^(?:done|unknown)$/) as unknown };

test('a missing printer is reported as missing', async () => {
  const { result } = await print('Não há', { path: odd, kind: 'zpl' });
  expect(result).toMatchObject({
    ok: false,
    fault: { kind: 'printer-unavailable', detail: 'there is no such printer', reached: 'no' },
  });
});

/** The best of five. */
async function measureMs(work: () => Promise<unknown>): Promise<string> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    await work();
    rounds.push(performance.now() - start);
  }
  return `${Math.min(...rounds).toFixed(1)} ms`;
}

if (cups === null) {
  const trial = await setUpTrialPrinters(folder);
  afterAll(() => trial.remove());

  test('on Windows itself, ZPL and PDF come out of printers that need no hardware', async () => {
    const zpl = join(folder, 'label.zpl');
    writeFileSync(zpl, '^XA^FO20,20^FDlabel^FS^XZ\n');
    expect(
      (await print(trial.raw.name, { path: zpl, kind: 'zpl', copies: 3 })).result,
    ).toMatchObject(wasTaken);
    await expect.poll(() => trial.raw.labels()).toBe(3);
    const pdf = join(folder, 'page.pdf');
    const page = { language: 'en', printer: trial.pdf.name, paper: labelPaper, nowMs: 0 } as const;
    writeFileSync(pdf, await drawTestPage(page));
    expect((await print(trial.pdf.name, { path: pdf, kind: 'pdf' })).result).toMatchObject(
      wasTaken,
    );
    await expect.poll(() => trial.pdf.pageSizesMm()).toHaveLength(1);
  });

  test('on Windows itself, a job is kept until its end was seen, and a paused queue is resumed', async () => {
    const zpl = join(folder, 'paused.zpl');
    writeFileSync(zpl, '^XA^FO20,20^FDlabel^FS^XZ\n');
    const before = trial.raw.labels();
    expect((await print(trial.raw.name, { path: zpl, kind: 'zpl' })).result).toEqual({
      ok: true,
      value: 'done',
    });
    trial.raw.pause();
    expect((await print(trial.raw.name, { path: zpl, kind: 'zpl' })).result).toMatchObject({
      ok: false,
      fault: { kind: 'printer-unavailable', detail: 'Paused', reached: 'no' },
    });
    expect(await system.resume(trial.raw.name)).toMatchObject({ ok: true });
    expect((await print(trial.raw.name, { path: zpl, kind: 'zpl' })).result).toEqual({
      ok: true,
      value: 'done',
    });
    await expect.poll(() => trial.raw.labels()).toBe(before + 2);
  });

  test('on Windows itself, the figures beside the start of a PowerShell, which each look once took', async () => {
    const zpl = join(folder, 'one.zpl');
    writeFileSync(zpl, '^XA^FO20,20^FDlabel^FS^XZ\n');
    const { events } = await print(trial.raw.name, { path: zpl, kind: 'zpl' });
    console.log(`one ZPL label: ${events[0]!.ms.toFixed(0)} ms to StartDoc`);
    console.log(`the printers listed: ${await measureMs(() => system.list())}`);
    const shell = promisify(execFile);
    console.log(
      `PowerShell started: ${await measureMs(() => shell('powershell.exe', ['-NoProfile', '-Command', '1']))}`,
    );
  });
} else {
  const { rawQueue, psQueue, dir } = cups;
  let jobs = 0;
  const book = join(dir, 'book.pdf');
  const largeBook = join(dir, 'book-of-50.pdf');

  /** Returns the bytes of this queue's next job. */
  async function receive(queue: string, n: number): Promise<Buffer> {
    const path = join(dir, `${queue}-${n}.bin`);
    await expect.poll(() => existsSync(path)).toBe(true);
    return readFileSync(path);
  }

  beforeAll(async () => {
    const bench = new LabelBench();
    const sandbox = await startFaultySandbox({ formats: ['pdf'], shipments: 50 });
    const labels = await Promise.all(
      Array.from({ length: 50 }, (_, place) => sandbox.labelBytes(groupingIdOf(0), place)),
    );
    await sandbox.close();
    const paths: string[] = [];
    for (const label of labels) paths.push(await bench.accept(label));
    writeFileSync(book, await bench.pdf(paths.slice(0, 20)));
    writeFileSync(largeBook, await bench.pdf(paths));
    bench.close();
    // Wine sets its printers up when they are listed for the first time.
    await system.list();
  });

  test('the queues are listed, and ready', async () => {
    const listed = await system.list();
    expect(listed).toMatchObject({ ok: true });
    const names = listed.ok ? listed.value.map(({ name, state }) => `${name} ${state}`) : [];
    expect(names).toEqual(expect.arrayContaining([`${rawQueue} ready`, `${psQueue} ready`]));
  });

  test('ZPL comes out byte for byte, each copy of it', async () => {
    const { result, events } = await print(rawQueue, { path: odd, kind: 'zpl', copies: 2 });
    expect(result).toMatchObject(wasTaken);
    expect(events[0]).toMatchObject({
      state: 'queued',
      jobId: expect.stringMatching(/^\d+$/) as unknown,
    });
    jobs += 1;
    expect(Buffer.compare(await receive(rawQueue, jobs), Buffer.concat([bytes, bytes]))).toBe(0);
  });

  test('a book of 20 labels is taken at its exact size; printing.after.ts looks at its dots', async () => {
    const { result } = await print(psQueue, { path: book, kind: 'pdf', paper: labelPaper });
    expect(result).toMatchObject(wasTaken);
    const postScript = (await receive(psQueue, 1)).toString('latin1');
    expect(postScript).toContain('%!PS');
  });

  test('a page that is larger than the label is not begun', async () => {
    const paper = { widthMm: 60, heightMm: 40 };
    expect((await print(psQueue, { path: book, kind: 'pdf', paper })).result).toMatchObject({
      ok: false,
      fault: {
        kind: 'printer-unavailable',
        detail: expect.stringContaining('the paper 60 × 40 mm') as unknown,
      },
    });
  });

  test('a process that is killed in the middle leaves its print in doubt, and the next one prints', async () => {
    isDoomed = true;
    expect(
      (await print(psQueue, { path: book, kind: 'pdf', paper: labelPaper })).result,
    ).toMatchObject({
      ok: false,
      fault: { kind: 'print-unknown', reached: 'maybe' },
    });
    expect(
      (await print(psQueue, { path: book, kind: 'pdf', paper: labelPaper })).result,
    ).toMatchObject(wasTaken);
  });

  test('the figures', async () => {
    const label = join(folder, 'label.zpl');
    writeFileSync(label, '^XA^FO20,20^FDlabel^FS^XZ\n');
    const one = join(folder, 'one.pdf');
    const page = { language: 'en', printer: psQueue, paper: labelPaper, nowMs: 0 } as const;
    writeFileSync(one, await drawTestPage(page));
    const figures: Record<string, string> = {};
    const measure = async (
      what: string,
      printer: string,
      file: Omit<PrintFile, 'title'>,
      times = 5,
    ): Promise<void> => {
      const rounds: Printed[] = [];
      for (let round = 0; round < times; round += 1) rounds.push(await print(printer, file));
      const best = (of: (printed: Printed) => number): string =>
        Math.min(...rounds.map(of)).toFixed(0);
      figures[what] =
        `${best(({ events }) => events[0]!.ms)} ms to StartDoc, ${best(({ ms }) => ms)} ms to the spooler`;
    };
    await measure('one ZPL label', rawQueue, { path: label, kind: 'zpl' });
    await measure('one PDF label', psQueue, { path: one, kind: 'pdf', paper: labelPaper });
    const fifty = join(folder, 'fifty.zpl');
    writeFileSync(fifty, '^XA^FO20,20^FDlabel^FS^XZ\n'.repeat(50));
    await measure('50 ZPL labels in one job', rawQueue, { path: fifty, kind: 'zpl' });
    await measure(
      '50 PDF labels in one job',
      psQueue,
      { path: largeBook, kind: 'pdf', paper: labelPaper },
      1,
    );
    const listing = await measureMs(() => system.list());
    const listed = await system.list();
    figures[`${listed.ok ? listed.value.length : 0} printers listed`] = listing;
    const spooler = new SpoolerProcesses(() => forkProgram(program));
    const look = () => spooler.ask({ type: 'look', printer: psQueue, jobId: null });
    expect(await look()).toMatchObject({ type: 'seen' });
    figures['the state of a printer'] = await measureMs(look);
    await spooler.close();
    for (const [what, figure] of Object.entries(figures)) console.log(`${what}: ${figure}`);
    expect(Object.keys(figures)).toHaveLength(6);
  });
}
