import { expect, it } from 'vitest';
import { createSpoolQueue } from '../../../src/main/desk/print/spool-queue.ts';
import { createPrintQueue } from '../../../src/main/printing/index.ts';
import type {
  Printer,
  Printers,
  SpoolListener,
  SpoolOutcome,
} from '../../../src/main/printing/index.ts';
import type { SpoolJobInfo } from '#shared/contract/print.ts';
import type { PrinterCondition, SpoolState } from '#shared/domain/printing.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { manualClock } from '../support/manual-clock.ts';

/** A printer whose jobs the test ends, among printers of which `standing` are paused. */
function bench(standing: readonly string[] = []) {
  const clock = manualClock();
  const queue = createPrintQueue({ clock });
  const told: (readonly SpoolJobInfo[])[] = [];
  const paused = new Set(standing);
  const printers = {
    canResume: (name: string) => name === 'System',
    isPaused: (name: string) => Promise.resolve(name === 'System' && paused.has(name)),
    resume: (name: string) => {
      paused.delete(name);
      return Promise.resolve(ok());
    },
  } as unknown as Printers;
  const stop = new AbortController();
  const spool = createSpoolQueue({
    queue,
    printers,
    clock,
    report: (jobs) => told.push(jobs),
    signal: stop.signal,
  });
  const print = (name: string) => {
    const job: { end: (result: Result<SpoolOutcome>) => void; hear: SpoolListener } = {
      end: () => undefined,
      hear: () => undefined,
    };
    const printer: Printer = {
      name,
      print: (_, signal, onEvent) =>
        new Promise((resolve) => {
          job.end = resolve;
          job.hear = onEvent ?? job.hear;
          signal?.addEventListener('abort', () => resolve(failed(fault('cancelled'))));
        }),
    };
    const file = { path: '/x', kind: 'zpl', title: 'Doca' } as const;
    const printed = queue.watch(printer, { groupingId: 7, labels: 2 }).print(file);
    const say = (state: SpoolState, conditions: readonly PrinterCondition[] = []): void => {
      job.hear({ jobId: null, state, conditions, reason: null, labels: null });
    };
    return { say, end: (result: Result<SpoolOutcome>) => job.end(result), printed };
  };
  return { clock, spool, told, stop, print, paused };
}

it('reports its jobs, but not every step', async () => {
  const { clock, spool, told, stop, print } = bench();
  const job = print('Zebra');
  for (let turn = 0; turn < 20; turn += 1)
    job.say(turn % 2 === 0 ? 'held' : 'printing', ['paper-out']);
  expect(told).toHaveLength(1);
  await clock.advance(100);
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject([
    { printer: 'Zebra', groupingId: 7, labels: 2, state: 'printing', endedAtMs: null },
  ]);
  job.end(ok('done'));
  await job.printed;
  await clock.advance(100);
  expect(told.at(-1)).toMatchObject([{ state: 'done', conditions: [], canResume: false }]);
  expect(spool.list()).toEqual(told.at(-1));
  const count = told.length;
  stop.abort();
  print('Zebra');
  await clock.advance(1_000);
  expect(told).toHaveLength(count);
});

it('cancels the running job, and reports if none is running any more', async () => {
  const { spool, print } = bench();
  const job = print('Zebra');
  const { id } = spool.list()[0]!;
  spool.cancel(id);
  expect(await job.printed).toMatchObject({ fault: { kind: 'cancelled' } });
  expect(spool.list()).toMatchObject([{ state: 'cancelled' }]);
  expect(() => spool.cancel(id)).toThrow('not-ready');
});

it('offers to resume a paused printer if the system can', () => {
  const { spool, print } = bench();
  print('System').say('held', ['paused']);
  print('Network').say('held', ['paused']);
  print('System').say('held', ['paper-out']);
  expect(spool.list().map(({ canResume }) => canResume)).toEqual([false, false, true]);
});

it('offers to resume a printer that a job failed on, until it is resumed', async () => {
  const { spool, print, told, clock } = bench(['System']);
  for (const name of ['System', 'System', 'Network']) {
    const job = print(name);
    job.end(failed(fault('printer-unavailable', { reached: 'no' })));
    await job.printed;
  }
  await clock.advance(200);
  expect(told.at(-1)!.map(({ canResume }) => canResume)).toEqual([false, true, false]);
  await spool.resume('System');
  await clock.advance(200);
  expect(told.at(-1)!.map(({ canResume }) => canResume)).toEqual([false, false, false]);
});
