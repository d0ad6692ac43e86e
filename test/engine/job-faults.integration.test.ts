import { tellState } from '../support/tell-state.ts';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openJournal } from '../../src/main/journal/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { hasSmallDisk, useFullDisk } from '../support/small-disk.ts';
import { describeWith } from '../support/tools.ts';
import { startEngine, type Engine } from '../support/engine.ts';
import { printOn } from '../support/print-on.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import { listExceptions } from '#shared/domain/job.ts';

const engines: Engine[] = [];
const start = async (...options: Parameters<typeof startEngine>): Promise<Engine> => {
  const engine = await startEngine(...options);
  engines.push(engine);
  return engine;
};
afterEach(async () => {
  for (const engine of engines.splice(0).reverse()) await engine.close();
});

describe('the ERP during a job', () => {
  it('waits for a new token if the old one expires in the middle, and continues', async () => {
    const engine = await start({ sandbox: { shipments: 24, latencyMs: 20 } });
    const { sandbox } = engine;
    const job = await engine.open();
    let expired = false;
    let paused = 0;
    job.subscribe(() => {
      const { pause, shipments } = job.snapshot();
      if (!expired && shipments.some(({ label }) => tellState(label) === 'coming')) {
        expired = true;
        sandbox.changeToken('the-next-token');
      }
      if (pause?.reason !== 'token') return;
      paused += 1;
      engine.token = 'the-next-token';
      job.tokenChanged();
    });
    expect(await job.labels.collect()).toEqual({ ok: true });
    expect(paused).toBeGreaterThan(0);
    expect(job.snapshot().pause).toBeNull();
    expect(job.snapshot().shipments.every(({ label }) => tellState(label) === 'ready')).toBe(true);
  });

  it('concludes first if labels come only then, and only on request', async () => {
    const engine = await start({ sandbox: { shipments: 3, labelsAfterConclusion: true } });
    const { sandbox } = engine;
    const job = await engine.open();
    await job.labels.collect();
    expect(job.snapshot().labelsAfterConclusion).toBe(true);
    expect(await job.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'not-ready' },
    });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual({ ok: true });
    await job.labels.collect();
    expect(job.snapshot().shipments.every(({ label }) => tellState(label) === 'ready')).toBe(true);
    expect(await printOn(job, engine.printer)).toEqual({ ok: true });
    expect(job.snapshot()).toMatchObject({ state: 'concluded' });
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it('leaves shipments without labels to the packer', async () => {
    const engine = await start({ sandbox: { shipments: 4, labelLess: 2 } });
    const job = await engine.open();
    await job.labels.collect();
    expect(job.snapshot().shipments.map(({ label }) => tellState(label))).toEqual([
      'ready',
      'ready',
      'panel',
      'panel',
    ]);
    expect(await printOn(job, engine.printer)).toEqual({ ok: true });
    expect(await job.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'not-ready' },
    });
    job.words.accept(
      job
        .snapshot()
        .shipments.slice(2)
        .map(({ shipment }) => shipment.id),
    );
    expect(await job.conclusion.request()).toEqual({ ok: true });
  });

  it.each([
    ['added', (engine: Engine) => engine.sandbox.addShipment(engine.sandbox.firstGroupingId)],
    [
      'removed',
      (engine: Engine) => engine.sandbox.removeShipment(engine.sandbox.firstGroupingId, 0),
    ],
  ] as const)('shows a shipment %s since printing before it concludes', async (what, change) => {
    const engine = await start();
    const { sandbox } = engine;
    const job = await engine.open();
    await job.labels.collect();
    await printOn(job, engine.printer);
    change(engine);
    expect(await job.conclusion.request()).toMatchObject({
      ok: false,
      fault: { kind: 'grouping-changed' },
    });
    expect(job.snapshot().difference?.[what]).toHaveLength(1);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(0);
    if (what === 'added') {
      await job.labels.collect();
      expect(await printOn(job, engine.printer)).toEqual({ ok: true });
      expect(await job.conclusion.request()).toEqual({ ok: true });
    } else {
      expect(await job.conclusion.request({ seen: listExceptions(job.snapshot()) })).toEqual({
        ok: true,
      });
    }
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
  });

  it.each([
    ['cut after it took effect', 'cut-after', 1],
    ['cut before it took effect', 'cut-before', 0],
  ] as const)('never repeats a conclusion whose answer was %s', async (_, type, conclusions) => {
    const engine = await start();
    const { sandbox } = engine;
    const id = sandbox.firstGroupingId;
    sandbox.inject({ on: 'concluir', times: 1, fault: { type } });
    const job = await engine.open();
    await job.labels.collect();
    await printOn(job, engine.printer);
    expect((await job.conclusion.request()).ok).toBe(false);
    expect(job.snapshot().state).toBe('conclusion-unknown');
    expect((await job.conclusion.request()).ok).toBe(false);
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/concluir'))).toHaveLength(1);

    expect(job.conclusion.resolve(conclusions === 1)).toEqual({ ok: true });
    if (conclusions === 0) expect(await job.conclusion.request()).toEqual({ ok: true });
    expect(job.snapshot().state).toBe('concluded');
    expect(sandbox.conclusions(id)).toBe(1);
  });

  it('concludes once when asked twice at the same time', async () => {
    const engine = await start();
    const job = await engine.open();
    await job.labels.collect();
    await printOn(job, engine.printer);
    const answers = await Promise.all([job.conclusion.request(), job.conclusion.request()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(engine.sandbox.conclusions(engine.sandbox.firstGroupingId)).toBe(1);
  });

  it('opens a job from its journal while the ERP is down', async () => {
    const engine = await start();
    const job = await engine.open();
    await job.labels.collect();
    await job.close();
    engine.sandbox.inject({ on: 'agrupamento', fault: { type: 'cut-before' } });
    const again = await engine.open();
    expect(again.snapshot().shipments.every(({ label }) => tellState(label) === 'ready')).toBe(
      true,
    );
    expect(again.snapshot().fault?.kind).toBe('network');
  });

  it('reads a grouping with any field null, missing or of the wrong type, and loses no shipment', async () => {
    const engine = await start();
    const path = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 });
    const junk = fc.constantFrom(null, undefined, 7, '', 'x', true, [7], {});
    await fc.assert(
      fc.asyncProperty(path, junk, async (steps, value) => {
        const mend = engine.sandbox.inject({
          on: 'agrupamento',
          fault: { type: 'mutate', change: (body) => replaceAt(body, steps, value) },
        });
        const read = await engine.services.erp.grouping(engine.sandbox.firstGroupingId);
        mend();
        if (read.ok) expect(read.value.shipments).toHaveLength(4);
        else expect(read.fault.kind).toBe('bad-response');
      }),
      { numRuns: 150 },
    );
  });
});

/**
 * Puts `value` (undefined removes it) somewhere in a JSON body; the steps choose among the keys on
 * the way.
 */
function replaceAt(body: unknown, steps: readonly number[], value: unknown): unknown {
  const copy = structuredClone(body);
  let place = copy as Record<string, unknown>;
  steps.forEach((step, index) => {
    const keys = Object.keys(place);
    const key = keys[step % Math.max(keys.length, 1)];
    if (key === undefined) return;
    const inner = place[key];
    if (index < steps.length - 1 && typeof inner === 'object' && inner !== null)
      place = inner as typeof place;
    else if (value === undefined && !Array.isArray(place)) Reflect.deleteProperty(place, key);
    else place[key] = structuredClone(value) ?? null;
  });
  return copy;
}

describe('this computer during a job', () => {
  it('lets one process work on a grouping at a time', async () => {
    const engine = await start();
    await engine.open();
    expect(await engine.tryOpen()).toMatchObject({ ok: false, fault: { kind: 'already-open' } });
    const other = await start({ on: engine.sandbox, dir: engine.dir });
    expect(await other.tryOpen()).toMatchObject({ ok: false, fault: { kind: 'already-open' } });
    expect((await other.tryOpen(groupingIdOf(1))).ok).toBe(true);
  });

  it('sets a corrupt journal aside, reports it, and starts a new one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'doca-journal-'));
    const path = join(dir, 'journal.db');
    await writeFile(path, 'this is no database'.repeat(500));
    const opened = openJournal({
      path,
      stationDir: join(dir, 'station'),
      clock: systemClock,
      log: silentLog,
    });
    expect(opened).toMatchObject({ ok: true, value: { notices: [{ kind: 'journal-corrupt' }] } });
    if (opened.ok) opened.value.journal.close();
    expect((await readdir(dir)).some((name) => name.includes('corrupt'))).toBe(true);
    await rm(dir, { recursive: true });
  });

  describeWith(hasSmallDisk ? [] : ['root'], 'a full disk', () => {
    it('is reported, loses nothing, and the job continues when there is room', () =>
      useFullDisk(async (small) => {
        const engine = await start();
        const services = engine.services as { outDir: string };
        const roomy = services.outDir;
        services.outDir = small;
        const job = await engine.open();
        await job.labels.collect();
        expect(await printOn(job, engine.printer)).toMatchObject({
          ok: false,
          fault: { kind: 'disk-full' },
        });
        expect(job.snapshot().shipments.every(({ label }) => tellState(label) === 'ready')).toBe(
          true,
        );
        expect(await readdir(small)).toEqual([]);
        await job.close();
        services.outDir = roomy;
        const again = await engine.open();
        expect(await printOn(again, engine.printer)).toEqual({ ok: true });
      }));
  });
});
