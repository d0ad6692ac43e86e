import { describe, expect, it } from 'vitest';
import { createPrintQueue } from '../../src/main/printing/index.ts';
import { manualClock } from '../desk/support/manual-clock.ts';
import type {
  EarlierJobs,
  Printer,
  SpoolListener,
  SpoolOutcome,
} from '../../src/main/printing/index.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';

/** A printer whose jobs the test ends. */
function manualPrinter(name: string) {
  const jobs: { end: (result: Result<SpoolOutcome>) => void; tell: SpoolListener | undefined }[] =
    [];
  const printer: Printer = {
    name,
    print: (_file, signal, onEvent) =>
      new Promise((resolve) => {
        jobs.push({ end: resolve, tell: onEvent });
        signal?.addEventListener('abort', () => resolve(failed(fault('cancelled'))));
      }),
  };
  return { printer, jobs };
}

const file = { path: '/x', kind: 'pdf' as const, title: 'Doca 1001' };
const about = (groupingId: number) => ({ groupingId, labels: 3 });

describe('the print queue', () => {
  it('shows running and ended jobs, newest first, and reports each change', async () => {
    const queue = createPrintQueue();
    const { printer, jobs } = manualPrinter('Zebra');
    let changes = 0;
    const stop = queue.subscribe(() => (changes += 1));
    const first = queue.watch(printer, about(1001)).print(file);
    const second = queue.watch(printer, about(1002)).print(file);
    jobs[0]!.tell!({ jobId: '7', state: 'printing', conditions: [], reason: null, labels: null });
    expect(queue.entries().map(({ groupingId, last }) => [groupingId, last.state])).toEqual([
      [1002, 'queued'],
      [1001, 'printing'],
    ]);
    jobs[0]!.end(ok('done'));
    expect(await first).toEqual({ ok: true, value: 'done' });
    expect(queue.entries()[1]).toMatchObject({
      printer: 'Zebra',
      labels: 3,
      last: { state: 'done', jobId: '7' },
    });
    expect(queue.entries()[1]!.endedAtMs).not.toBeNull();
    expect(queue.entries()[0]!.endedAtMs).toBeNull();
    const before = changes;
    stop();
    jobs[1]!.end(failed(fault('print-failed', { reached: 'no', detail: 'jam' })));
    await second;
    expect(queue.entries()[0]!.last).toMatchObject({ state: 'failed', reason: 'jam' });
    expect(changes).toBe(before);
  });

  it('cancels a running job, and no other', async () => {
    const queue = createPrintQueue();
    const { printer } = manualPrinter('Zebra');
    const running = queue.watch(printer, about(1001)).print(file);
    const { id } = queue.entries()[0]!;
    expect(queue.cancel(id + 1)).toBe(false);
    expect(queue.cancel(id)).toBe(true);
    expect(await running).toMatchObject({ fault: { kind: 'cancelled' } });
    expect(queue.cancel(id)).toBe(false);
    expect(queue.entries()[0]!.last.state).toBe('cancelled');
  });

  it('reports if a printer made no progress for a minute, and if it resumes', async () => {
    const clock = manualClock();
    const queue = createPrintQueue({ clock });
    const { printer, jobs } = manualPrinter('Zebra');
    const other = manualPrinter('Argox');
    void queue.watch(printer, about(1001)).print(file);
    void queue.watch(other.printer, about(1002)).print(file);
    // Waits for the job before it: while that makes progress, this one is not stalled.
    const waiting = queue.watch(printer, about(1003)).print(file);
    const stalled = () => queue.entries().map((entry) => [entry.groupingId, entry.stalled]);
    const event = {
      jobId: null,
      state: 'printing',
      conditions: [],
      reason: null,
      labels: null,
    } as const;
    let told = 0;
    queue.subscribe(() => (told += 1));
    await clock.advance(59_000);
    jobs[0]!.tell!(event);
    await clock.advance(1_000);
    expect(stalled()).toEqual([
      [1003, false],
      [1002, true],
      [1001, false],
    ]);
    await clock.advance(59_000);
    expect(stalled().every(([, is]) => is)).toBe(true);
    const before = told;
    jobs[0]!.tell!({ ...event, labels: { printed: 3, perhaps: 1, not: 9 } });
    expect(stalled().map(([, is]) => is)).toEqual([false, true, false]);
    expect(told).toBeGreaterThan(before);
    await clock.advance(60_000);
    jobs[1]!.end(ok('done'));
    await waiting;
    expect(stalled().map(([, is]) => is)).toEqual([false, true, false]);
    expect(clock.sleepers()).toBe(1);
  });

  it('shows a followed earlier job as a running one', async () => {
    const queue = createPrintQueue();
    const { printer } = manualPrinter('Zebra');
    const asked: string[] = [];
    const earlier: EarlierJobs = {
      system: 'cups',
      look: ({ title }) => Promise.resolve((asked.push(title), 'there' as const)),
      follow: (_ticket, signal) =>
        new Promise((resolve) =>
          signal?.addEventListener('abort', () => resolve(failed(fault('cancelled')))),
        ),
      withdraw: null,
    };
    const watched = queue.watch({ ...printer, earlier }, about(1001)).earlier!;
    expect(await watched.look({ title: 'Doca 1', jobId: '7' })).toBe('there');
    expect(queue.entries()).toEqual([]);
    const followed = watched.follow({ title: 'Doca 1', jobId: '7' });
    expect(queue.entries()).toMatchObject([
      { printer: 'Zebra', groupingId: 1001, endedAtMs: null },
    ]);
    queue.cancel(queue.entries()[0]!.id);
    expect(await followed).toMatchObject({ fault: { kind: 'cancelled' } });
    expect(queue.entries()).toMatchObject([{ last: { state: 'cancelled' } }]);
    expect(asked).toEqual(['Doca 1']);
    expect(queue.watch(printer, about(1001)).earlier).toBeUndefined();
  });

  it('obeys the signal of its caller, and removes only ended entries', async () => {
    const queue = createPrintQueue({ keep: 2 });
    const { printer, jobs } = manualPrinter('Zebra');
    const stop = new AbortController();
    const held = queue.watch(printer, about(1001)).print(file, stop.signal);
    for (let index = 0; index < 5; index += 1) {
      const print = queue.watch(printer, about(1001)).print(file);
      jobs.at(-1)!.end(ok('done'));
      await print;
    }
    expect(queue.entries()).toHaveLength(4);
    expect(queue.entries().filter(({ endedAtMs }) => endedAtMs === null)).toHaveLength(1);
    stop.abort();
    expect(await held).toMatchObject({ fault: { kind: 'cancelled' } });
  });
});
