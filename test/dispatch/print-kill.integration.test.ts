import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import { benchOn, states, tempDir } from './support/bench.ts';
import { FakePrinter, groupingId } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

const child = (...args: (string | number)[]) =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('support/print-kill-child.ts', import.meta.url)),
      ...args.map(String),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** Resolves when the child has sent this message. */
async function hear(printing: ReturnType<typeof child>, word: string): Promise<void> {
  let said = '';
  for await (const chunk of printing.stdout) {
    said += String(chunk);
    if (said.includes(word)) return;
  }
  throw new Error(`it ended without saying ${word}`);
}

/** The labels of which the child wrote this down. */
function labelsThat(did: 'begin' | 'end', dir: string): number[] {
  const path = join(dir, 'effects.log');
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  return lines
    .filter((line) => line.startsWith(did))
    .flatMap((line) => line.split(' ').slice(1))
    .map(Number);
}

describe('a process that is killed while it prints', () => {
  test.each([true, false])(
    'leaves a true statement of every label, asks once, and prints nothing by itself (%s)',
    async (isOut) => {
      const dir = tempDir();
      const printing = child(dir, 6, 2, 2, 0);
      await hear(printing, 'printing');
      printing.kill('SIGKILL');
      await once(printing, 'exit');
      expect(labelsThat('end', dir)).toEqual([1, 2]);
      expect(labelsThat('begin', dir)).toEqual([1, 2, 3, 4]);

      const bench = benchOn(dir, 6);
      const job = await bench.open();
      expect(job.snapshot()).toMatchObject({
        printVerdict: { printed: [1, 2], perhaps: [3, 4], not: [5, 6] },
        fault: { kind: 'print-unknown' },
      });
      expect(states(job)).toEqual(['printed', 'printed', 'ready', 'ready', 'ready', 'ready']);
      expect(job.snapshot().shipments.map(({ label }) => label.printRunId)).toEqual([
        1,
        1,
        2,
        2,
        null,
        null,
      ]);

      // Nothing is printed before the packer answers.
      const printer = new FakePrinter('again');
      await job.labels.collect();
      expect(await printOn(job, printer)).toMatchObject({ fault: { kind: 'print-unknown' } });
      expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'print-unknown' } });
      await job.close();
      const later = await bench.open();
      expect(printer.printed).toEqual([]);
      expect(labelsThat('begin', dir)).toEqual([1, 2, 3, 4]);

      expect(await later.prints.resolve(isOut)).toEqual(ok());
      expect(later.snapshot().printVerdict).toEqual(
        isOut
          ? { printed: [1, 2, 3, 4], perhaps: [], not: [5, 6] }
          : { printed: [1, 2], perhaps: [], not: [3, 4, 5, 6] },
      );
      expect(await printOn(later, printer)).toEqual(ok());
      expect(
        printer.sent.map(({ text }) =>
          [...text.matchAll(/\/(\d+)$/gm)].map(([, id]) => Number(id)),
        ),
      ).toEqual([isOut ? [5, 6] : [3, 4, 5, 6]]);
      const told = bench.journal.past
        .events('https://erp.test', groupingId)
        .filter(({ kind }) => kind === 'printed' || kind === 'print-resolved')
        .map(
          ({ kind, shipmentId, data }) =>
            `${kind} ${shipmentId ?? String(data['printed'])} ${String(data['run'])}`,
        );
      expect(told).toEqual([
        ...['printed 1 1', 'printed 2 1', `print-resolved ${isOut} 2`],
        ...(isOut ? ['printed 3 2', 'printed 4 2'] : ['printed 3 3', 'printed 4 3']),
        ...['printed 5 3', 'printed 6 3'],
      ]);
    },
  );

  test('never reports more than is true, whenever the kill comes', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    const seen = { printed: 0, perhaps: 0, not: 0 };
    for (let round = 0; round < 12; round += 1) {
      const dir = tempDir();
      const printing = child(dir, ids.length, 2, 0, 30);
      const exited = once(printing, 'exit');
      await hear(printing, 'collected');
      // Each round comes further, however fast the machine is, and ends at some moment of a spool
      // job.
      await expect
        .poll(() => labelsThat('begin', dir).length, { interval: 1 })
        .toBeGreaterThanOrEqual(round);
      const timer = setTimeout(() => printing.kill('SIGKILL'), Math.random() * 30);
      await exited;
      clearTimeout(timer);
      const [begun, finished] = [labelsThat('begin', dir), labelsThat('end', dir)];
      const job = await benchOn(dir, ids.length).open();
      const { printVerdict, fault, shipments } = job.snapshot();
      const printed = shipments
        .filter(({ label }) => label.timesPrinted > 0)
        .map(({ shipment: { id } }) => id);
      expect(finished).toEqual(expect.arrayContaining(printed));
      if (printVerdict === null) {
        expect(begun.length === 0 || printed.length === ids.length).toBe(true);
        continue;
      }
      const { perhaps, not } = printVerdict;
      expect([...printVerdict.printed, ...perhaps, ...not]).toEqual(ids);
      expect(printVerdict.printed).toEqual(printed);
      expect(not.filter((id) => begun.includes(id))).toEqual([]);
      // The guard is written before the journal: killed between the two, the journal does not know
      // of the run.
      const doubts = ['print-unknown', 'paper-unknown'];
      if (perhaps.length > 0) expect(doubts).toContain(fault?.kind);
      else expect(doubts).not.toContain(fault?.kind);
      if (fault?.kind === 'paper-unknown') expect(begun).toEqual(finished);
      // Never more than one spool job is in doubt.
      expect(perhaps.length).toBeLessThanOrEqual(2);
      for (const stand of ['printed', 'perhaps', 'not'] as const)
        seen[stand] += printVerdict[stand].length;
    }
    // If every kill missed, the test would show nothing.
    expect(Math.min(seen.printed, seen.perhaps, seen.not)).toBeGreaterThan(0);
  });

  test('in a print while labels are fetched: nothing is printed twice, and nothing is lost', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    let inDoubt = 0;
    for (let round = 0; round < 9; round += 1) {
      const dir = tempDir();
      const printing = child(dir, ids.length, 2, 0, 20, 15);
      const exited = once(printing, 'exit');
      await hear(printing, 'collected');
      await expect
        .poll(() => labelsThat('begin', dir).length, { interval: 1 })
        .toBeGreaterThanOrEqual(round);
      const timer = setTimeout(() => printing.kill('SIGKILL'), Math.random() * 20);
      await exited;
      clearTimeout(timer);
      const [begun, finished] = [labelsThat('begin', dir), labelsThat('end', dir)];
      const job = await benchOn(dir, ids.length).open();
      const { printVerdict, shipments } = job.snapshot();
      const printed = shipments
        .filter(({ label }) => label.timesPrinted > 0)
        .map(({ shipment: { id } }) => id);
      expect(finished).toEqual(expect.arrayContaining(printed));
      const { perhaps = [], not = [] } = printVerdict ?? {};
      expect(not.filter((id) => begun.includes(id))).toEqual([]);
      if (printVerdict !== null) expect([...printed, ...perhaps, ...not]).toEqual(ids);
      inDoubt += perhaps.length;
      const printer = new FakePrinter('again');
      await job.labels.collect();
      if (perhaps.length > 0) {
        expect(await printOn(job, printer)).toMatchObject({
          fault: { kind: job.snapshot().fault?.kind },
        });
        // A spool job of which not even the first label was begun is not on paper, and the packer
        // sees that.
        expect(await job.prints.resolve(perhaps.filter((id) => begun.includes(id)))).toEqual(ok());
      }
      if (job.snapshot().state !== 'printed') expect(await printOn(job, printer)).toEqual(ok());
      const again = printer.sent.flatMap(({ text }) =>
        [...text.matchAll(/\/(\d+)$/gm)].map(([, id]) => Number(id)),
      );
      expect([...begun, ...again]).toEqual(ids);
      expect(job.snapshot()).toMatchObject({ state: 'printed', printVerdict: null });
    }
    // If every kill missed, the test would show nothing.
    expect(inDoubt).toBeGreaterThan(0);
  });
});
