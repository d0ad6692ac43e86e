import { dirname, join } from 'node:path';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { removeExpired } from '../../../src/main/desk/upkeep/retention.ts';
import { JsonFile } from '../../../src/main/os/json/json-file.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import { SetClock, startBench, tempDir, type Bench } from '../../dispatch/support/bench.ts';
import { prepare } from '../../dispatch/support/concluded.ts';
import { groupingId } from '../../dispatch/support/fakes.ts';

const dayMs = 86_400_000;
const source = { action: 'generate-invoice', id: 5 } as const;

interface World {
  readonly bench: Bench;
  readonly clock: SetClock;
}

/** A station whose grouping was printed and concluded, and an order's invoice made. */
async function work(hearAtMs: number | null = 0, offMs = 0): Promise<World> {
  const clock = new SetClock();
  clock.set(offMs);
  const bench = startBench(2, clock);
  if (hearAtMs !== null) hear(bench, hearAtMs);
  const job = await bench.open();
  await prepare(job);
  expect((await job.conclusion.request()).ok).toBe(true);
  await job.close();
  bench.journal.facts.keepMade('https://erp.test', source, {
    atMs: clock.now(),
    person: null,
    document: null,
  });
  // As if retention, or a person, had removed them: they do not prove a lost journal.
  bench.labels.files.clear();
  return { bench, clock };
}

const later = (days: number): Date => new Date(Date.now() + days * dayMs);

/** As every answer of an HTTP server says it, to the second (RFC 9110, section 6.6.1). */
function hear({ journal }: Bench, offMs: number): void {
  const date = new Date(Date.now() + offMs).toUTCString();
  journal.erpClock.hear(new Headers({ date }));
}

function clean({ bench, clock }: World, dataDir = tempDir()): Promise<void> {
  const stationDir = join(bench.dir, 'station');
  const options = { dataDir, stationDir, outDir: join(dataDir, 'out'), log: silentLog };
  return removeExpired(options, bench.journal, 30, clock.now());
}

async function expectNothingForgotten({ bench }: World): Promise<void> {
  const job = await bench.open();
  expect(job.snapshot()).toMatchObject({
    state: 'concluded',
    shipments: [{ label: { timesPrinted: 1 } }, { label: { timesPrinted: 1 } }],
  });
  expect((await job.conclusion.request()).ok).toBe(false);
  expect(bench.erp.concludeRequests).toBe(1);
  expect(bench.journal.facts.findMade('https://erp.test', source)).not.toBeNull();
}

function hasGuard({ bench }: World): boolean {
  const guards = join(bench.dir, 'station', 'guards');
  return readdirSync(join(guards, readdirSync(guards)[0]!)).includes(`${groupingId}.json`);
}

describe('a clock that is 401 days ahead', () => {
  test('forgets nothing that the ERP’s clock contradicts', async () => {
    const world = await work();
    world.clock.set(401 * dayMs);
    await clean(world);
    world.clock.set(0);
    expect(hasGuard(world)).toBe(true);
    await expectNothingForgotten(world);
  });

  test('forgets nothing that guards an effect if the ERP’s clock is not known', async () => {
    const world = await work(null);
    world.clock.set(401 * dayMs);
    await clean(world);
    world.clock.set(0);
    expect(hasGuard(world)).toBe(true);
    await expectNothingForgotten(world);
  });

  test('keeps files of people’s data that the ERP contradicts, and no others', async () => {
    for (const [hearAtMs, isKept] of [
      [0, true],
      [null, false],
    ] as const) {
      const world = await work(hearAtMs);
      const dataDir = tempDir();
      const manifest = join(dataDir, 'manifests', 'one.pdf');
      mkdirSync(join(dataDir, 'manifests'));
      writeFileSync(manifest, '');
      utimesSync(manifest, new Date(), new Date());
      world.clock.set(401 * dayMs);
      await clean(world, dataDir);
      expect(existsSync(manifest)).toBe(isKept);
    }
  });
});

describe('a clock that the ERP confirms', () => {
  // Windows makes no link for everybody.
  test.skipIf(process.platform === 'win32')(
    'ends old files although one of their folder has gone meanwhile',
    async () => {
      const world = await work();
      const dataDir = tempDir();
      const old = new Date(Date.now() - 31 * dayMs);
      mkdirSync(join(dataDir, 'labels'));
      // As one that is renamed between the list of names and its own turn.
      symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'labels', 'a'));
      for (const name of ['labels', 'manifests']) {
        mkdirSync(join(dataDir, name), { recursive: true });
        writeFileSync(join(dataDir, name, 'b'), '');
        utimesSync(join(dataDir, name, 'b'), old, old);
      }
      await clean(world, dataDir);
      expect(existsSync(join(dataDir, 'labels', 'b'))).toBe(false);
      expect(existsSync(join(dataDir, 'manifests', 'b'))).toBe(false);
    },
  );

  test('ends all else although somebody left odd things in its folders', async () => {
    const world = await work();
    const dataDir = tempDir();
    const guards = join(world.bench.dir, 'station', 'guards');
    writeFileSync(join(guards, 'desktop.ini'), '');
    writeFileSync(join(guards, readdirSync(guards)[0]!, 'notes.txt'), '');
    // One has the name of a half-written file, of a machine that wrote nothing for long.
    const odd = join(dataDir, 'prints', '.00000000-1-0000000000000000.part');
    mkdirSync(join(odd, 'inside'), { recursive: true });
    writeFileSync(join(dataDir, 'manifests'), 'a file in the place of a folder');
    const old = new Date(Date.now() - 401 * dayMs);
    const gone = ['labels/a/one', 'prints/one.pdf', 'prints/more/two.pdf', 'sheets/cracha.pdf'];
    const kept = ['prints/new.pdf', 'sheets/bancada.pdf'];
    for (const name of [...gone, ...kept]) {
      mkdirSync(dirname(join(dataDir, name)), { recursive: true });
      writeFileSync(join(dataDir, name), '');
    }
    for (const name of gone) utimesSync(join(dataDir, name), old, old);
    utimesSync(odd, old, old);
    hear(world.bench, 401 * dayMs);
    world.clock.set(401 * dayMs);
    for (const name of kept) utimesSync(join(dataDir, name), later(401), later(401));
    await clean(world, dataDir);
    expect(gone.filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
    expect(kept.filter((name) => existsSync(join(dataDir, name)))).toEqual(kept);
    expect(world.bench.journal.past.jobs({})).toEqual([]);
    expect(readdirSync(join(guards, readdirSync(guards)[0]!))).toEqual(['notes.txt']);
  });

  test('ends the copies of damaged files, of the station too, by the day of the damage', async () => {
    const world = await work();
    const dataDir = tempDir();
    const stationDir = join(world.bench.dir, 'station');
    for (const [days, left] of [
      [29, ['badges.json', 'companies.json']],
      [31, []],
    ] as const) {
      const names = (dir: string): string[] =>
        readdirSync(dir).filter((name) => name.includes('damaged'));
      for (const name of ['badges.json', 'companies.json']) {
        const dir = name === 'badges.json' ? dataDir : stationDir;
        const path = join(dir, name);
        writeFileSync(path, '{');
        // Last written long before.
        utimesSync(path, new Date(0), new Date(0));
        await new JsonFile({ path, schema: z.unknown(), base: [], clock: world.clock }).read();
      }
      hear(world.bench, days * dayMs);
      world.clock.set(days * dayMs);
      await clean(world, dataDir);
      const found = [...names(dataDir), ...names(stationDir)];
      expect(found.map((name) => name.replace(/\.damaged.*/, ''))).toEqual(left);
      world.clock.set(0);
      for (const dir of [dataDir, stationDir])
        for (const name of names(dir)) rmSync(join(dir, name));
    }
  });

  test('ends no concluded grouping that is open, until it is closed', async () => {
    const world = await work();
    const job = await world.bench.open();
    world.clock.set(31 * dayMs);
    hear(world.bench, 31 * dayMs);
    await clean(world);
    expect(job.checks.mark(1, true, null, 'BR000000001XX')).toMatchObject({ ok: true });
    await job.close();
    // The check was a change.
    await clean(world);
    expect(world.bench.journal.past.jobs({})).toHaveLength(1);
    world.clock.set(62 * dayMs);
    hear(world.bench, 62 * dayMs);
    await clean(world);
    expect(world.bench.journal.past.jobs({})).toEqual([]);
  });

  test('ends a grouping after its days, and its guard after 400', async () => {
    const world = await work();
    for (const [days, rows, isGuarded] of [
      [29, 1, true],
      [31, 0, true],
      [399, 0, true],
      [401, 0, false],
    ] as const) {
      world.clock.set(days * dayMs);
      hear(world.bench, days * dayMs);
      await clean(world);
      expect(world.bench.journal.past.jobs({})).toHaveLength(rows);
      expect(hasGuard(world)).toBe(isGuarded);
    }
  });

  test.each([
    ['by the ERP’s clock, if its own was behind', 0, -500 * dayMs],
    ['by its own clock, if the ERP’s was behind', -500 * dayMs, 0],
  ])('counts a guard’s days %s', async (_, erpOffMs, offMs) => {
    const world = await work(erpOffMs, offMs);
    const guards = join(world.bench.dir, 'station', 'guards');
    const path = join(guards, readdirSync(guards)[0]!, `${groupingId}.json`);
    // The disk has the time of the clock that was wrong.
    utimesSync(path, new Date(0), new Date(0));
    for (const [days, isGuarded] of [
      [399, true],
      [401, false],
    ] as const) {
      world.clock.set(days * dayMs);
      hear(world.bench, days * dayMs);
      await clean(world);
      expect(hasGuard(world)).toBe(isGuarded);
    }
  });

  test('keeps a guard that no clock of the ERP dates, or that it cannot read', async () => {
    const world = await work(null);
    world.clock.set(900 * dayMs);
    hear(world.bench, 900 * dayMs);
    await clean(world);
    expect(hasGuard(world)).toBe(true);
    const other = await work();
    const guards = join(other.bench.dir, 'station', 'guards');
    writeFileSync(join(guards, readdirSync(guards)[0]!, `${groupingId}.json`), '{}');
    hear(other.bench, 900 * dayMs);
    other.clock.set(900 * dayMs);
    await clean(other);
    expect(hasGuard(other)).toBe(true);
  });
});
