import { expect, it } from 'vitest';
import { openQueue } from '../../src/main/command-line/print-target.ts';
import type { Printer, SpoolListener, SpoolOutcome } from '../../src/main/printing/index.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import { manualClock } from '../desk/support/manual-clock.ts';

it('reports once that a print does not progress, and again after it did', async () => {
  const clock = manualClock();
  let hear: SpoolListener | undefined;
  let end: (result: Result<SpoolOutcome>) => void = () => undefined;
  const printer: Printer = {
    name: 'Zebra',
    print: (_file, _signal, onEvent) =>
      new Promise((resolve) => {
        hear = onEvent;
        end = resolve;
      }),
  };
  let said = 0;
  const queue = openQueue(() => (said += 1), clock);
  const printing = queue.watch(printer, { groupingId: 7, labels: 1 }).print({
    path: '/x',
    kind: 'pdf',
    title: 'Doca 1',
  });
  await clock.advance(59_999);
  expect(said).toBe(0);
  await clock.advance(120_000);
  expect(said).toBe(1);
  hear?.({ jobId: '1', state: 'printing', conditions: [], reason: 'page 2', labels: null });
  await clock.advance(60_000);
  expect(said).toBe(2);
  end(ok('done'));
  expect(await printing).toEqual(ok('done'));
  expect(clock.sleepers()).toBe(0);
});
