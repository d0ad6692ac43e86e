/**
 * A company's key changes on one computer: /info answers 403 for a moment or until a permission is
 * granted, the next token or person is another account. The real ERP answers a missing permission
 * with an empty 403.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { listUnaskedPrints } from '../../src/main/dispatch/model/decide.ts';
import { printOn } from '../support/print-on.ts';
import { type Bench, startBench, states } from './support/bench.ts';
import { FakePrinter } from './support/fakes.ts';

const taxId = 'tax-11222333000181';
const otherTaxId = 'tax-11444777000161';
const [account, otherAccount] = ['https://erp.test account 1', 'https://other.test account 2'];
const name = 'https://erp.test name loja';

function become(bench: Bench, key: string): Bench {
  bench.services = {
    ...bench.services,
    company: () => Promise.resolve(ok(key)),
    companies: () => Promise.resolve([taxId, account, otherAccount, name]),
  };
  return bench;
}

async function print(job: GroupingJob, ids?: readonly number[]): Promise<number> {
  const printer = new FakePrinter();
  await job.labels.collect();
  await printOn(job, printer, ids);
  return printer.sent.flatMap(({ text }) => text.split('\n')).length;
}

/** Two labels of three were printed under this key. */
async function printSome(key: string): Promise<Bench> {
  const bench = become(startBench(3), key);
  const job = await bench.open();
  expect(await print(job, [1, 3])).toBe(2);
  await job.close();
  return bench;
}

/** Left of what the first key's program wrote. */
const losses: Readonly<Record<string, (dir: string) => void>> = {
  everything: () => undefined,
  'the guards alone': (dir) => rmSync(join(dir, 'journal.db')),
  'the journal alone': (dir) => rmSync(join(dir, 'station'), { recursive: true }),
  'the labels alone': (dir) => {
    rmSync(join(dir, 'journal.db'));
    rmSync(join(dir, 'station'), { recursive: true });
  },
};

describe.each([
  [taxId, account],
  [account, taxId],
  [account, otherAccount],
  [taxId, name],
])('a grouping begun as %s and opened as %s', (before, now) => {
  test.each(Object.entries(losses))('is a question if there is %s of it', async (_, lose) => {
    const bench = become((await printSome(before)).crash(lose), now);
    const job = await bench.open();
    expect(job.snapshot().printVerdict).toMatchObject({ printed: [], perhaps: [1, 2, 3] });
    expect(listUnaskedPrints(job.snapshot())).toEqual([]);
    expect(await print(job)).toBe(0);
    expect((await job.conclusion.request()).ok).toBe(false);
    expect(bench.erp.concludeRequests).toBe(0);
    if (job.snapshot().state === 'conclusion-unknown')
      expect(job.conclusion.resolve(false).ok).toBe(true);
    expect((await job.prints.resolve([1, 3])).ok).toBe(true);
    // Once: no label is a second question, neither now nor after a start.
    expect(states(job)).toEqual(['printed', 'ready', 'printed']);
    await job.close();
    const again = await bench.open();
    expect(again.snapshot()).toMatchObject({ state: 'ready', fault: null, printVerdict: null });
    expect(await print(again)).toBe(1);
    expect((await again.conclusion.request()).ok).toBe(true);
  });

  test.each(['everything', 'the guards alone', 'the journal alone'] as const)(
    'is not concluded twice if there is %s of it',
    async (left) => {
      const bench = await printSome(before);
      const first = await bench.open();
      expect(await print(first)).toBe(1);
      expect((await first.conclusion.request()).ok).toBe(true);
      await first.close();
      const job = await become(bench.crash(losses[left]), now).open();
      expect(job.snapshot().state).toBe('conclusion-unknown');
      expect((await job.conclusion.request()).ok).toBe(false);
      expect(bench.erp.concludeRequests).toBe(1);
      expect(job.conclusion.resolve(true).ok).toBe(true);
      expect(job.snapshot().state).toBe('concluded');
    },
  );

  test('is a question again to the first key, about what the second did alone', async () => {
    const bench = await printSome(before);
    const job = await become(bench, now).open();
    await job.labels.collect();
    expect((await job.prints.resolve([1, 3])).ok).toBe(true);
    expect(await print(job)).toBe(1);
    await job.close();
    const again = await become(bench, before).open();
    expect(again.snapshot()).toMatchObject({
      fault: { kind: 'paper-unknown' },
      printVerdict: { perhaps: [2] },
    });
  });

  test('is no question if it was only opened, and its labels fetched', async () => {
    const bench = become(startBench(2), before);
    const first = await bench.open();
    await first.labels.collect();
    await first.close();
    const job = await become(bench.crash(), now).open();
    expect(job.snapshot()).toMatchObject({ fault: null, printVerdict: null });
    expect(await print(job)).toBe(2);
    expect((await job.conclusion.request()).ok).toBe(true);
  });

  test('is printed by one of both alone if both have it open', async () => {
    const bench = become(startBench(2), before);
    const first = await bench.open();
    await first.labels.collect();
    const second = await become(bench, now).open();
    expect(await print(second)).toBe(2);
    expect(await printOn(first, new FakePrinter())).toMatchObject({
      fault: { kind: 'already-open' },
    });
    expect(await print(first)).toBe(0);
  });
});

test('two companies with tax ids know nothing of each other, and share no merged file', async () => {
  const bench = await printSome(taxId);
  const first = await bench.open();
  await first.prints.merge();
  const { pdfPath: before } = first.snapshot();
  await first.close();
  const job = await become(bench, otherTaxId).open();
  expect(job.snapshot()).toMatchObject({ fault: null, printVerdict: null });
  expect(await print(job)).toBe(3);
  await job.prints.merge();
  const { pdfPath } = job.snapshot();
  expect(before).not.toBe(null);
  expect(pdfPath).not.toBe(null);
  expect(pdfPath).not.toBe(before);
});

test('an invoice that was requested under another key is known, unless both are tax ids', () => {
  const { journal } = startBench(1);
  const source = { action: 'generate-invoice', id: 7 } as const;
  const made = { atMs: 1, person: 'Ana', document: null };
  journal.facts.keepMade(taxId, source, made);
  expect(journal.facts.findMade(account, source)).toEqual(made);
  expect(journal.facts.findMade(otherTaxId, source)).toBe(null);
});
