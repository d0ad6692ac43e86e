import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { fail } from '#shared/faults/faults.ts';
import { ModelServer } from '../floor/model/model-server.ts';
import type { StationOnModel } from '../floor/model/model-server.ts';
import { startBench } from './support/bench.ts';
import type { Bench } from './support/bench.ts';

/**
 * Two stations say different things of one parcel while their news are late or their network is
 * down; the floor orders what they said, and both show the same afterwards.
 */

interface Station {
  readonly bench: Bench;
  readonly floor: StationOnModel;
  readonly job: GroupingJob;
}

async function openBoth() {
  const server = new ModelServer();
  const benches = [startBench(2), startBench(2)] as const;
  const { erp } = benches[0];
  const [a, b] = await Promise.all(
    benches.map(async (bench, index): Promise<Station> => {
      const floor = server.join(['A', 'B'][index]!, bench.journal.openOutbox());
      bench.services = { ...bench.services, erp, floor };
      const job = await bench.open();
      await job.collect();
      return { bench, floor, job };
    }),
  );
  onTestFinished(() => server.listen().forEach(({ stationId }) => server.die(stationId)));
  await settle(server);
  return { server, a: a!, b: b! };
}

async function settle(server: ModelServer): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await turn();
    if (!server.isAway) for (const station of server.listen()) station.hear();
  }
}

/** Tells the floor what happens here, and hears nothing meanwhile. */
async function actDeaf(station: Station, act: () => void): Promise<void> {
  station.floor.isDeaf = true;
  act();
  await turn();
  await turn();
  station.floor.isDeaf = false;
}

const first = ({ job }: Station) => job.snapshot().shipments[0]!;
const isChecked = (station: Station) => first(station).checkedAtMs !== null;
const codes = (station: Station) => (first(station).scannedVolumes?.codes ?? []).toSorted();
const idOf = (station: Station) => first(station).shipment.id;

test('a check that the floor has after another station’s undo stands at both', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.check(id, true);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.check(id, false);
  await turn();
  await turn();
  a.job.check(id, false);
  a.job.check(id, true);
  await turn();
  await turn();
  a.floor.isDeaf = false;
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
});

test('a check that waits in the outbox comes after an undo that the floor has already', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.check(id, true);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.check(id, false);
  await settle(server);
  server.isAway = true;
  a.job.check(id, false);
  a.job.check(id, true);
  server.isAway = false;
  a.floor.isDeaf = false;
  a.floor.hear();
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
});

test('two volumes that two benches scan at the same moment are both scanned, and check the parcel', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  await Promise.all([
    actDeaf(a, () => a.job.checkVolumes(id, { codes: ['V1'], of: 2 })),
    actDeaf(b, () => b.job.checkVolumes(id, { codes: ['V2'], of: 2 })),
  ]);
  await settle(server);
  expect([codes(a), codes(b)]).toEqual([
    ['V1', 'V2'],
    ['V1', 'V2'],
  ]);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
});

test('a volume taken back here leaves the one that another bench has scanned', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.checkVolumes(id, { codes: ['V1'], of: 3 });
  await settle(server);
  server.isAway = true;
  a.job.checkVolumes(id, { codes: [], of: 3 });
  b.job.checkVolumes(id, { codes: ['V1', 'V2'], of: 3 });
  server.isAway = false;
  await settle(server);
  expect([codes(a), codes(b)]).toEqual([['V2'], ['V2']]);
});

test('a label that may go unprinted here, said after it was taken back elsewhere, may so at both', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.accept([id]);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.takeBack([id]);
  await turn();
  await turn();
  a.job.takeBack([id]);
  a.job.accept([id]);
  await turn();
  await turn();
  a.floor.isDeaf = false;
  await settle(server);
  expect([first(a).label.accepted, first(b).label.accepted]).toEqual([true, true]);
});

test('a conclusion that is unknown here is known once a person has looked at another bench', async () => {
  const { server, a, b } = await openBoth();
  a.job.accept(a.job.snapshot().shipments.map(({ shipment }) => shipment.id));
  await settle(server);
  a.bench.erp.conclusions = [{ answer: fail('timeout', { reached: 'maybe' }), effect: false }];
  await a.job.conclude();
  await settle(server);
  expect(a.job.snapshot().state).toBe('conclusion-unknown');
  // The next bench is asked in its stead, and a person says there that it is not concluded.
  await b.job.conclude();
  b.job.resolveConclusion(false);
  await settle(server);
  expect(a.job.snapshot().state).toBe(b.job.snapshot().state);
  expect(a.job.snapshot().state).not.toBe('conclusion-unknown');
});
