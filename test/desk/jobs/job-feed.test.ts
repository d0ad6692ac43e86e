import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedIntervalMs, startJobFeed } from '../../../src/main/desk/jobs/job-feed.ts';
import type { JobChange } from '#shared/contract/job.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { manualClock } from '../support/manual-clock.ts';
import { entry, label, shipment, snapshot } from '../support/snapshots.ts';

/** A job that changes only on request. */
function source(start: JobSnapshot) {
  let now = start;
  const listeners = new Set<(snapshot: JobSnapshot) => void>();
  return {
    snapshot: () => now,
    subscribe: (listener: (snapshot: JobSnapshot) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next: JobSnapshot) {
      now = next;
      for (const listener of listeners) listener(next);
    },
  };
}

/** Applies a change as a window does. */
function applied(known: JobSnapshot, change: JobChange): JobSnapshot {
  if (change.whole !== null) return change.whole;
  const changed = new Map(change.shipments.map((one) => [one.position, one]));
  return {
    ...change.head,
    shipments: known.shipments.map((one) => ({ ...one, ...changed.get(one.position) })),
  };
}

const withLabel = (job: JobSnapshot, index: number, pages: number): JobSnapshot => ({
  ...job,
  shipments: job.shipments.map((one, at) =>
    at === index ? { ...one, label: label({ pages }) } : one,
  ),
});

describe('job feed', () => {
  it('sends a change immediately, numbered, with only the changed shipment', () => {
    const job = source(snapshot([entry(1), entry(2), entry(3)]));
    const told: JobChange[] = [];
    const feed = startJobFeed(job, manualClock(), (change) => told.push(change));
    expect(feed.current().revision).toBe(1);
    job.set(withLabel(job.snapshot(), 1, 7));
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ groupingId: 7_001, revision: 2, whole: null });
    expect(told[0]!.shipments).toEqual([
      {
        position: 2,
        label: label({ pages: 7 }),
        checkedAtMs: null,
        scannedVolumes: null,
        share: null,
      },
    ]);
    expect(told[0]!.head).not.toHaveProperty('shipments');
    expect(feed.current().revision).toBe(2);
  });

  it('merges changes faster than the interval into one', async () => {
    const clock = manualClock();
    const job = source(snapshot([entry(1), entry(2), entry(3)]));
    const told: JobChange[] = [];
    startJobFeed(job, clock, (change) => told.push(change));
    for (let pages = 1; pages <= 30; pages++) {
      job.set(withLabel(job.snapshot(), pages % 3, pages));
      await clock.advance(1);
    }
    await clock.advance(feedIntervalMs);
    expect(told.map(({ revision }) => revision)).toEqual([2, 3]);
    expect(told[1]!.shipments.map(({ label: { pages } }) => pages)).toEqual([30, 28, 29]);
  });

  it('sends the whole job if the list itself changed', () => {
    const job = source(snapshot([entry(1), entry(2)]));
    const told: JobChange[] = [];
    startJobFeed(job, manualClock(), (change) => told.push(change));
    const longer = snapshot([...job.snapshot().shipments, entry(3)]);
    job.set(longer);
    expect(told[0]!.whole).toEqual(longer);
  });

  it('shows no files, whose paths have the user’s name in them', () => {
    const job = source(snapshot([entry(1)]));
    const told: JobChange[] = [];
    const feed = startJobFeed(job, manualClock(), (change) => told.push(change));
    const path = '/home/someone/Documentos/Doca/coleta-7001.pdf';
    const filed = { ...job.snapshot(), pdfPath: path, zplPath: path };
    job.set(filed);
    expect(JSON.stringify([told, feed.current()])).not.toContain('someone');
  });

  it('sends pending changes when it stops, and none after', async () => {
    const clock = manualClock();
    const job = source(snapshot([entry(1)]));
    const told: JobChange[] = [];
    const feed = startJobFeed(job, clock, (change) => told.push(change));
    job.set(withLabel(job.snapshot(), 0, 2));
    job.set(withLabel(job.snapshot(), 0, 3));
    feed.stop();
    expect(told.map(({ revision }) => revision)).toEqual([2, 3]);
    job.set(withLabel(job.snapshot(), 0, 4));
    await clock.advance(1_000);
    expect(told).toHaveLength(2);
  });

  it('tells of the light when only time has passed, and of nothing else', async () => {
    const clock = manualClock();
    const before = snapshot([entry(1)]);
    let { light, problems } = before;
    const told: JobChange[] = [];
    const job = {
      snapshot: (): JobSnapshot => ({ ...before, light, problems }),
      subscribe: () => () => undefined,
    };
    const feed = startJobFeed(job, clock, (change) => told.push(change));
    await clock.advance(120_000);
    expect(told).toEqual([]);
    light = 'red';
    problems = [{ kind: 'cutoff', shipmentIds: [], detail: null }];
    await clock.advance(60_000);
    expect(told.map(({ head }) => head.light)).toEqual(['red']);
    feed.stop();
  });

  it('lets a window follow any course of changes without asking again', async () => {
    const step = fc.record({
      what: fc.constantFrom('label', 'check', 'head', 'add', 'remove', 'ship'),
      at: fc.nat(20),
      ms: fc.nat(80),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = manualClock();
        const job = source(snapshot([entry(1), entry(2)]));
        let revision = 1;
        let seen = job.snapshot();
        let lastAtMs = -Infinity;
        startJobFeed(job, clock, (change) => {
          expect(change.revision).toBe(revision + 1);
          expect(clock.now() - lastAtMs).toBeGreaterThanOrEqual(feedIntervalMs);
          lastAtMs = clock.now();
          revision = change.revision;
          seen = applied(seen, change);
        });
        for (const { what, at, ms } of steps) {
          const now = job.snapshot();
          const index = now.shipments.length === 0 ? -1 : at % now.shipments.length;
          const edited = now.shipments.map((one, place) => {
            if (place !== index) return one;
            if (what === 'label') return { ...one, label: label({ pages: at }) };
            if (what === 'check') return { ...one, checkedAtMs: at };
            return what === 'ship' ? { ...one, shipment: shipment(at) } : one;
          });
          if (what === 'head') job.set({ ...now, requests: now.requests + 1 });
          else if (what === 'add')
            job.set({ ...now, shipments: [...now.shipments, entry(now.shipments.length + 1)] });
          else if (what === 'remove') job.set({ ...now, shipments: now.shipments.slice(0, -1) });
          else job.set({ ...now, shipments: edited });
          await clock.advance(ms);
        }
        await clock.advance(feedIntervalMs);
        expect(seen).toEqual(job.snapshot());
      }),
      { numRuns: 60 },
    );
  });
});
