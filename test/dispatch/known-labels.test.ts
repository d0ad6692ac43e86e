import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { startBench, states, type Bench } from './support/bench.ts';

/** Collects two labels, and opens the grouping again in a program that may differ. */
async function collectTwice(
  between: (bench: Bench) => void = () => undefined,
  spoil?: (dir: string) => void,
) {
  const bench = startBench(2);
  bench.labels.hosts.set('https://labels.test/1', ['^XA^FD1^FS^XZ']);
  const job = await bench.open();
  await job.labels.collect();
  expect(bench.books[0]!.read).toHaveLength(2);
  await job.close();
  const next = bench.crash(spoil);
  between(next);
  const again = await next.open();
  await again.labels.collect();
  expect(states(again)).toEqual(['ready', 'ready']);
  return next.books[0]!;
}

describe('labels that were read before', () => {
  test('are ready without being read or drawn again', async () => {
    const { read, drawn, prepared } = await collectTwice();
    expect({ read, drawn }).toEqual({ read: [], drawn: [] });
    expect(prepared.size).toBe(2);
  });

  test('are begun in turns of their own, so that the window answers meanwhile', async () => {
    const bench = startBench(40);
    const job = await bench.open();
    await job.labels.collect();
    await job.close();
    const next = bench.crash();
    const again = await next.open();
    let turn = 0;
    let isOver = false;
    const tick = (): void => {
      turn += 1;
      if (!isOver) setImmediate(tick);
    };
    tick();
    const perTurn = new Map<number, number>();
    const [book] = next.books;
    const prepare = book!.prepare.bind(book);
    book!.prepare = (...label) => {
      perTurn.set(turn, (perTurn.get(turn) ?? 0) + 1);
      return prepare(...label);
    };
    await again.labels.collect();
    isOver = true;
    expect(book!.prepared.size).toBe(40);
    expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(2);
  });

  test('are read anew by another version', async () => {
    const { read, drawn } = await collectTwice((bench) => {
      bench.services = { ...bench.services, version: '1.2.4-test' };
    });
    expect(read).toHaveLength(2);
    expect(drawn).toHaveLength(1);
  });

  test('are read anew by another choice of pages', async () => {
    const { read } = await collectTwice((bench) => {
      const { settings, ...services } = bench.services;
      const pageRules = [
        {
          method: { id: 3, name: 'Transportadora' },
          choice: { pages: 'all', crop: 'auto' } as const,
        },
      ];
      bench.services = { ...services, settings: () => ({ ...settings(), pageRules }) };
    });
    expect(read).toHaveLength(2);
  });

  test('are read anew if their row is damaged', async () => {
    const { read } = await collectTwice(undefined, (dir) => {
      const database = new DatabaseSync(join(dir, 'journal.db'));
      database.exec(`UPDATE label_files
        SET content = json_remove(content, '$.looks.sha256') WHERE shipmentId = 2`);
      database.close();
    });
    expect(read).toHaveLength(1);
  });

  test('and lost on a passing error of the disk come back at the next print', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    const [book] = bench.books;
    for (const path of book!.prepared) book!.lost.add(path);
    const answer = await job.prints.merge();
    expect(answer).toMatchObject({ ok: true });
    expect(book!.lost.size).toBe(0);
    expect(states(job)).toEqual(['ready', 'ready']);
  });

  test('are read anew if their file is another one', async () => {
    const { read } = await collectTwice(({ labels }) => {
      for (const [key, file] of labels.files)
        if (file.slot.shipmentId === 2) labels.files.set(key, { ...file, sha256: 'f'.repeat(64) });
    });
    expect(read).toHaveLength(1);
  });
});
