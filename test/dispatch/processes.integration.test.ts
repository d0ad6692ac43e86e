import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import { startBench, startJournal, tempDir } from './support/bench.ts';
import { groupingId } from './support/fakes.ts';

const child = (...args: string[]): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('support/kill-child.ts', import.meta.url)),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );

const effectsIn = (dir: string): string[] => {
  const path = join(dir, 'effects.log');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};

describe('a process that is killed at any moment', () => {
  test('one conclusion, no label fetched twice, no false print, whenever the kill comes', async () => {
    const shipments = 40;
    // Kills must spread over a whole run, however long this machine takes to start one and to do
    // its work.
    const startedAtMs = performance.now();
    const whole = child(tempDir(), String(shipments), 'no', 'no');
    const ended = once(whole, 'exit');
    await once(whole.stdout!, 'data');
    const startMs = performance.now() - startedAtMs;
    await ended;
    const workMs = performance.now() - startedAtMs - startMs;
    let kills = 0;
    const stages = new Set<string>();
    // More if chance has it that the kills were few, or came at few stages.
    for (let round = 0; round < 7 || (round < 21 && (stages.size <= 2 || kills <= 7)); round += 1) {
      const dir = tempDir();
      let code: number | null = null;
      for (let attempt = 0; code !== 0; attempt += 1) {
        expect(attempt).toBeLessThan(60);
        const before = effectsIn(dir);
        const openRun = lastOpenRun(dir);
        const wasPrinted = openRun !== null && printsIn(before) > openRun.printsBefore;
        const process_ = child(
          dir,
          String(shipments),
          before.includes('conclude') ? 'yes' : 'no',
          wasPrinted ? 'yes' : 'no',
        );
        let said = '';
        process_.stderr!.setEncoding('utf8').on('data', (text: string) => (said += text));
        let timer: NodeJS.Timeout | undefined;
        const killWithin = (ms: number): void => {
          clearTimeout(timer);
          timer = setTimeout(() => process_.kill('SIGKILL'), Math.random() * ms);
        };
        // One of four dies while it starts.
        if (Math.random() < 0.25) killWithin(startMs);
        else process_.stdout!.once('data', () => killWithin(workMs * (1 + attempt / 8)));
        const [exit] = (await once(process_, 'close')) as [number | null];
        clearTimeout(timer);
        code = exit;
        if (exit === null) kills += 1;
        else expect(exit, said).toBe(0);
        const journal = startJournal(dir);
        const record = journal.load('https://erp.test', groupingId);
        journal.close();
        if (record === null) continue;
        stages.add(record.head.state);
        const effects = effectsIn(dir);
        expect(effects.filter((line) => line === 'conclude').length).toBeLessThanOrEqual(1);
        if (record.head.state === 'concluded') expect(effects).toContain('conclude');
        if (effects.includes('conclude'))
          expect(['concluding', 'concluded', 'conclusion-unknown']).toContain(record.head.state);
        const printed = record.entries.filter(({ label }) => label.timesPrinted > 0);
        if (printed.length > 0) expect(printsIn(effects)).toBeGreaterThan(0);
      }
      const effects = effectsIn(dir);
      expect(effects.filter((line) => line === 'conclude')).toHaveLength(1);
      expect(
        effects.filter((line) => line.startsWith('again') || line.startsWith('notice')),
      ).toEqual([]);
      const all = Array.from(
        { length: shipments },
        (_, index) => `https://labels.test/${index + 1}`,
      ).join(' ');
      expect(effects.filter((line) => line.startsWith('print'))).toEqual([`print ${all}`]);
      expect(readdirSync(join(dir, 'station', 'locks'))).toEqual(['gate']);
    }
    // If every kill missed, the test would show nothing.
    expect(kills).toBeGreaterThan(7);
    expect(stages.size).toBeGreaterThan(2);
  });
});

describe('two processes', () => {
  test('a grouping that one works on is refused to the other, until that one is gone, however it went', async () => {
    const bench = startBench(1);
    const other = child(bench.dir, '1', 'hold');
    await once(other.stdout!, 'data');
    expect(await openGrouping(bench.services, groupingId)).toMatchObject({
      ok: false,
      fault: { kind: 'already-open' },
    });
    const another = await openGrouping(bench.services, groupingId + 1);
    expect(another.ok).toBe(true);
    if (another.ok) await another.value.close();
    other.kill('SIGKILL');
    await once(other, 'exit');
    await bench.open();
  });

  test('both may start on the same new journal together', async () => {
    const dir = tempDir();
    const both = [child(dir, '1', 'hold'), child(dir, '1', 'hold')];
    const exits = both.map((one) => once(one, 'exit'));
    const said = async (one: ChildProcess): Promise<ChildProcess> => {
      await once(one.stdout!, 'data');
      return one;
    };
    const held = await Promise.race(both.map(said));
    const refused = both.find((one) => one !== held)!;
    expect(await exits[both.indexOf(refused)]).toEqual([1, null]);
    held.kill('SIGKILL');
    await exits[both.indexOf(held)];
    expect(effectsIn(dir)).toEqual([]);
  });
});

function printsIn(effects: readonly string[]): number {
  return effects.filter((line) => line.startsWith('print ')).length;
}

/** The print run whose end the journal does not know, with the number of earlier prints. */
function lastOpenRun(dir: string): { readonly printsBefore: number } | null {
  if (!existsSync(join(dir, 'journal.db'))) return null;
  const journal = startJournal(dir);
  try {
    const record = journal.load('https://erp.test', groupingId);
    if (record === null || record.openPrint === null) return null;
    const ended = journal.past
      .events('https://erp.test', groupingId)
      .filter(
        ({ kind, data }) =>
          kind === 'print-ended' || (kind === 'print-resolved' && data['printed'] === true),
      );
    return { printsBefore: ended.length };
  } finally {
    journal.close();
  }
}
