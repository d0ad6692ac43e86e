import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { findBootTimeMs } from '../../src/main/os/process.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { ok } from '#shared/faults/faults.ts';
import { cupsTools, startCups } from '../support/cups.ts';
import type { TestCups } from '../support/cups.ts';
import { mostInDoubt, startNetworkPrinter } from '../support/network-printer.ts';
import type { SimulatedPrinter } from '../support/network-printer.ts';
import { printOn } from '../support/print-on.ts';
import { describeWithTools } from '../support/tools.ts';
import { tempDir } from './support/bench.ts';
import { openSpoolBench } from './support/spool-bench.ts';
import type { SpoolBench } from './support/spool-bench.ts';

const count = 30;
const all = Array.from({ length: count }, (_, index) => index + 1);

/** Returns true if the printing process has a count of labels on paper in its journal. */
function hasCounted(dir: string): boolean {
  const journal = new DatabaseSync(join(dir, 'journal.db'), { readOnly: true, timeout: 5_000 });
  const counted = journal
    .prepare("SELECT 1 FROM print_tallies WHERE tally ->> 'printed' > 0")
    .get();
  journal.close();
  return counted !== undefined;
}

/**
 * Prints in a process of its own and kills it a moment after this many labels are printed, and
 * `isReady`.
 */
async function killInPrint(
  dir: string,
  place: readonly string[],
  printer: SimulatedPrinter,
  atLabel: number,
  env: NodeJS.ProcessEnv = process.env,
  isReady = (): boolean => true,
): Promise<void> {
  const path = fileURLToPath(new URL('support/spool-kill-child.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', path, dir, String(count), ...place];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  await expect
    .poll(() => printer.paper.length, { interval: 5, timeout: 60_000 })
    .toBeGreaterThanOrEqual(atLabel);
  await expect.poll(isReady, { interval: 5, timeout: 60_000 }).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  child.kill('SIGKILL');
  await exited;
  // Wine does not always close the connections of a killed process.
  if (process.platform === 'win32') printer.unplug();
}

const onPaper = ({ paper }: SimulatedPrinter): number[] =>
  paper.map((text) => Number(/<(\d+)>/.exec(text)?.[1])).filter((id) => id > 0);

/** Returns the printed labels after the printer has finished. */
async function lookAtPaper(printer: SimulatedPrinter): Promise<Set<number>> {
  await expect.poll(() => printer.stirrings, { interval: 20 }).toEqual([]);
  return new Set(onPaper(printer));
}

/** The packer answers label by label, and prints the rest. Returns the number of questions. */
async function answerAndPrint(
  job: GroupingJob,
  printer: SimulatedPrinter,
  { printer: target }: SpoolBench,
) {
  const verdict = job.snapshot().printVerdict;
  const out = await lookAtPaper(printer);
  expect(verdict?.printed.filter((id) => !out.has(id)) ?? []).toEqual([]);
  expect(verdict?.not.filter((id) => out.has(id)) ?? []).toEqual([]);
  const asked = verdict?.perhaps ?? [];
  if (asked.length > 0)
    expect(await job.prints.resolve(asked.filter((id) => out.has(id)))).toEqual(ok());
  await job.labels.collect();
  if (job.snapshot().state !== 'printed')
    expect(await printOn(job, target, undefined, undefined, { language: 'zpl' })).toEqual(ok());
  await lookAtPaper(printer);
  expect(onPaper(printer)).toEqual(all);
  expect(job.snapshot()).toMatchObject({
    state: 'printed',
    printVerdict: null,
    interruptedPrint: null,
  });
  return asked.length;
}

test.each([
  ['whose labels are all there', []],
  // The printer is quicker than the labels come: its spool jobs are small.
  ['that begins while labels are fetched', ['12']],
])(
  'a print %s, on a printer that counts: the few labels in its memory are asked about, none comes twice',
  async (_, more) => {
    const asked: number[] = [];
    for (const atLabel of [1, 6, 12, 18, 24, 29]) {
      const printer = await startNetworkPrinter({ labelMs: 8 });
      const dir = tempDir();
      await killInPrint(dir, ['network', String(printer.port), ...more], printer, atLabel);
      const bench = openSpoolBench(dir, count, { port: printer.port });
      const job = await bench.open();
      const { interruptedPrint } = job.snapshot();
      if (interruptedPrint !== null) {
        // It may still print its memory: an answer now would be too early.
        expect(interruptedPrint).toEqual({ printer: 'dock', canWithdraw: false });
        expect(await job.prints.resolve(false)).toMatchObject({ fault: { kind: 'not-ready' } });
        expect(await job.prints.withdrawInterrupted()).toMatchObject({
          fault: { kind: 'not-ready' },
        });
        await job.prints.waitForInterrupted();
      }
      asked.push(await answerAndPrint(job, printer, bench));
      await job.close();
      bench.close();
      await printer.close();
    }
    expect(Math.max(...asked)).toBeLessThanOrEqual(mostInDoubt);
    // Of the small ones, every kill may come between two.
    if (more.length === 0) expect(Math.max(...asked)).toBeGreaterThan(0);
    console.log(`labels asked about after each kill: ${asked.join(', ')}; twice on paper: 0`);
  },
);

test('after a power cut no count proves that a label is not on paper', async () => {
  // Slow enough that the process has counted labels before all of them are out.
  const printer = await startNetworkPrinter({ labelMs: 40 });
  const dir = tempDir();
  await killInPrint(dir, ['network', String(printer.port)], printer, 12, process.env, () =>
    hasCounted(dir),
  );
  await lookAtPaper(printer);
  const anHourOff = { ...systemClock, now: () => systemClock.now() + 3_600_000 };
  expect(findBootTimeMs(anHourOff.now()) - findBootTimeMs(systemClock.now())).toBeGreaterThan(
    3_000_000,
  );
  const bench = openSpoolBench(dir, count, { port: printer.port }, anHourOff);
  const job = await bench.open();
  expect(job.snapshot().printVerdict?.not).toEqual([]);
  expect(job.snapshot().printVerdict?.printed.length).toBeGreaterThan(0);
  await answerAndPrint(job, printer, bench);
  await job.close();
  bench.close();
  await printer.close();
});

describeWithTools(cupsTools, 'a spool job in CUPS', () => {
  let cups: TestCups;
  let queues = 0;
  const before = process.env['CUPS_SERVER'];
  beforeAll(async () => {
    cups = await startCups();
    process.env['CUPS_SERVER'] = cups.env['CUPS_SERVER'];
  });
  afterAll(async () => {
    if (before === undefined) delete process.env['CUPS_SERVER'];
    else process.env['CUPS_SERVER'] = before;
    await cups.close();
  });

  async function killed(atLabel: number, labelMs = 8) {
    const printer = await startNetworkPrinter({ answersStatus: false, labelMs, bufferBytes: 1500 });
    queues += 1;
    const queue = `dock-${queues}`;
    cups.addQueue(queue, printer.port, 'raw');
    const dir = tempDir();
    await killInPrint(dir, ['cups', queue], printer, atLabel, cups.env);
    const bench = openSpoolBench(dir, count, { queue });
    return { printer, queue, bench, job: await bench.open() };
  }

  test.each([1, 10, 20])(
    'continues and is waited for: each label is printed once (killed at %i)',
    async (atLabel) => {
      const { printer, queue, bench, job } = await killed(atLabel);
      const { interruptedPrint } = job.snapshot();
      if (interruptedPrint !== null) {
        expect(interruptedPrint).toEqual({ printer: queue, canWithdraw: true });
        expect(job.snapshot()).toMatchObject({
          printVerdict: { perhaps: all },
          fault: { kind: 'print-unknown' },
        });
        expect(await job.prints.resolve(true)).toMatchObject({ fault: { kind: 'not-ready' } });
        expect(await job.prints.waitForInterrupted()).toEqual(ok());
      }
      expect(await answerAndPrint(job, printer, bench)).toBe(0);
      expect(printer.connections).toBe(1);
      await job.close();
      bench.close();
      await printer.close();
    },
  );

  test.each([1, 10])(
    'is withdrawn: printed labels are reported label by label (killed at %i)',
    async (atLabel) => {
      // Slow enough that it has rarely finished when it is to be withdrawn; if it has, the paper
      // below must agree.
      const { printer, bench, job } = await killed(atLabel, 60);
      const withdrawn =
        job.snapshot().interruptedPrint === null ? ok() : await job.prints.withdrawInterrupted();
      if (!withdrawn.ok) {
        expect(withdrawn).toMatchObject({ fault: { kind: 'print-unknown' } });
        expect(job.snapshot()).toMatchObject({
          printVerdict: { perhaps: all },
          interruptedPrint: null,
        });
      }
      await answerAndPrint(job, printer, bench);
      await job.close();
      bench.close();
      await printer.close();
    },
  );

  test('has ended well since: no question, also after another start', async () => {
    const { printer, queue, bench, job } = await killed(25);
    await job.close();
    await expect.poll(() => cups.command('lpstat', '-o', queue).trim()).toBe('');
    const again = await bench.open();
    expect(await answerAndPrint(again, printer, bench)).toBe(0);
    expect(printer.connections).toBe(1);
    await again.close();
    bench.close();
    await printer.close();
  });
});
