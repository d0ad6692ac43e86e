import { tellState } from '../../support/tell-state.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GroupingJob } from '../../../src/main/dispatch/index.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { fail, ok } from '#shared/faults/faults.ts';
import { StoredOutbox } from '../../../src/main/floor/job/stored-outbox.ts';
import { ModelServer } from '../model/model-server.ts';
import type { StationOnModel } from '../model/model-server.ts';
import { printOn } from '../../support/print-on.ts';
import { startBench } from '../../dispatch/support/bench.ts';
import type { Bench } from '../../dispatch/support/bench.ts';
import {
  type FakeErp,
  FakePrinter,
  plainLogistics,
  shipment,
} from '../../dispatch/support/fakes.ts';
import { listExceptions } from '#shared/domain/job.ts';

/**
 * Two stations say different things of one parcel while their news are late or their network is
 * down; the floor orders what they said, and both show the same afterwards.
 */

interface Station {
  readonly bench: Bench;
  readonly floor: StationOnModel;
  readonly job: GroupingJob;
}

async function join(server: ModelServer, bench: Bench, name: string): Promise<Station> {
  const floor = server.join(name, new StoredOutbox(bench.journal));
  bench.services = { ...bench.services, floor };
  const job = await bench.open();
  await job.labels.collect();
  return { bench, floor, job };
}

/** Two benches with one ERP. */
function startTwo(count: number) {
  const one = startBench(count);
  const two = startBench(count);
  two.services = { ...two.services, erp: one.erp };
  return { one, two };
}

async function openBoth() {
  const server = new ModelServer();
  const { one, two } = startTwo(2);
  const [a, b] = await Promise.all([join(server, one, 'A'), join(server, two, 'B')]);
  onTestFinished(() => server.listen().forEach(({ stationId }) => server.die(stationId)));
  await settle(server);
  return { server, a, b };
}

/** The first shipment has a label that is printed, and another one to come at its link. */
async function openPrinted() {
  const both = await openBoth();
  await printFirst(both.a);
  await settle(both.server);
  offerNewLabel(both);
  return { ...both, id: idOf(both.a) };
}

/** The label was issued anew then, and printed at the first bench, which alone reads of it. */
async function openPrintedAnew() {
  const both = await openPrinted();
  await reissueAt(both.a);
  await printFirst(both.a);
  return both;
}

function offerNewLabel({ a, b }: { readonly a: Station; readonly b: Station }): void {
  for (const { bench } of [a, b])
    bench.labels.hosts.set('https://labels.test/1', ['the new label']);
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
const printFirst = (station: Station) => printOn(station.job, new FakePrinter(), [idOf(station)]);
const isWaived = (station: Station) => first(station).label.waived !== null;
/** A label that is here, with nothing against it, and not on paper. */
const here = { file: 'ready', block: null, timesPrinted: 0 } as const;

test('a check that the floor has after another station’s undo stands at both', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.checks.mark(id, true);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.checks.mark(id, false);
  await turn();
  await turn();
  a.job.checks.mark(id, false);
  a.job.checks.mark(id, true);
  await turn();
  await turn();
  a.floor.isDeaf = false;
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
});

test('a check that waits in the outbox comes after an undo that the floor has already', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.checks.mark(id, true);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.checks.mark(id, false);
  await settle(server);
  server.isAway = true;
  a.job.checks.mark(id, false);
  a.job.checks.mark(id, true);
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
    actDeaf(a, () => a.job.checks.markVolumes(id, { codes: ['V1'], of: 2 })),
    actDeaf(b, () => b.job.checks.markVolumes(id, { codes: ['V2'], of: 2 })),
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
  a.job.checks.markVolumes(id, { codes: ['V1'], of: 3 });
  await settle(server);
  server.isAway = true;
  a.job.checks.markVolumes(id, { codes: [], of: 3 });
  b.job.checks.markVolumes(id, { codes: ['V1', 'V2'], of: 3 });
  server.isAway = false;
  await settle(server);
  expect([codes(a), codes(b)]).toEqual([['V2'], ['V2']]);
});

test('a label that may go unprinted here, said after it was taken back elsewhere, may so at both', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  a.job.words.accept([id]);
  await settle(server);
  a.floor.isDeaf = true;
  b.job.words.takeBack([id]);
  await turn();
  await turn();
  a.job.words.takeBack([id]);
  a.job.words.accept([id]);
  await turn();
  await turn();
  a.floor.isDeaf = false;
  await settle(server);
  expect([isWaived(a), isWaived(b)]).toEqual([true, true]);
});

test('a word that a parcel goes without its label is heard while the label is fetched here', async () => {
  const { server, a, b } = await openBoth();
  const erp = a.bench.services.erp as FakeErp;
  const id = idOf(a);
  await reissueAt(b);
  expect(await a.job.labels.reread()).toEqual(ok());
  const coming = Promise.withResolvers<undefined>();
  const answer = erp.labelUrls.bind(erp);
  erp.labelUrls = (...args) => coming.promise.then(() => answer(...args));
  const collected = a.job.labels.collect();
  await expect.poll(() => tellState(first(a).label)).toBe('coming');
  b.job.words.accept([id]);
  await settle(server);
  coming.resolve(undefined);
  expect(await collected).toEqual(ok());
  await settle(server);
  expect(isWaived(b)).toBe(true);
  expect(first(a).label).toMatchObject({ ...here, waived: 'without' });
});

/** The ERP's answer to this station's conclusion is lost. */
async function concludeUnknown(server: ModelServer, { bench, job }: Station): Promise<void> {
  job.words.accept(job.snapshot().shipments.map(({ shipment }) => shipment.id));
  await settle(server);
  const erp = bench.services.erp as FakeErp;
  erp.conclusions = [{ answer: fail('timeout', { reached: 'maybe' }), effect: false }];
  await job.conclusion.request();
  await settle(server);
  expect(job.snapshot().state).toBe('conclusion-unknown');
}

test('a conclusion that is unknown here is known once a person has looked at another bench', async () => {
  const { server, a, b } = await openBoth();
  await concludeUnknown(server, a);
  // The next bench is asked in its stead, and a person says there that it is not concluded.
  await b.job.conclusion.request();
  b.job.conclusion.resolve(false);
  await settle(server);
  expect(a.job.snapshot().state).toBe(b.job.snapshot().state);
  expect(a.job.snapshot().state).not.toBe('conclusion-unknown');
});

function issueAnew({ logistics, ...one }: Shipment): Shipment {
  return { ...one, logistics: { ...plainLogistics, ...logistics, trackingCode: 'NEW' } };
}

/** The ERP has another code for the first parcel, and this bench alone has read it. */
async function reissueAt(station: Station): Promise<void> {
  const erp = station.bench.services.erp as FakeErp;
  const [one, ...more] = erp.list as [Shipment, ...Shipment[]];
  erp.list = [issueAnew(one), ...more];
  expect(await station.job.labels.reread()).toEqual(ok());
  await station.job.labels.collect();
}

test('a word that a parcel goes without its label ends at both with the label', async () => {
  const { server, a, b } = await openBoth();
  a.job.words.accept([idOf(a)]);
  await settle(server);
  expect(isWaived(b)).toBe(true);
  await reissueAt(a);
  await settle(server);
  expect([isWaived(a), isWaived(b)]).toEqual([false, false]);
});

describe('a database that was put back, and repeats everything,', () => {
  async function restart(server: ModelServer, station: Station): Promise<void> {
    station.floor.restart();
    await settle(server);
  }

  test('brings no word back on a label that was printed and issued anew since', async () => {
    const { server, a } = await openBoth();
    const id = idOf(a);
    a.job.words.accept([id]);
    await settle(server);
    await printFirst(a);
    await settle(server);
    await reissueAt(a);
    await settle(server);
    expect(first(a).label).toMatchObject({ ...here, waived: null });
    await restart(server, a);
    expect(first(a).label).toMatchObject({ ...here, waived: null });
  });

  test('does not ask about a conclusion that another station is asked about', async () => {
    const { server, a, b } = await openBoth();
    await concludeUnknown(server, b);
    expect(a.job.snapshot().state).not.toBe('conclusion-unknown');
    await restart(server, a);
    expect(a.job.snapshot().state).not.toBe('conclusion-unknown');
  });

  test('leaves a refused conclusion refused', async () => {
    const { server, a } = await openBoth();
    a.job.words.accept(a.job.snapshot().shipments.map(({ shipment }) => shipment.id));
    await settle(server);
    a.bench.erp.onConclude = () => {
      a.floor.isDeaf = true;
      a.floor.restart();
    };
    a.bench.erp.conclusions = [{ answer: fail('rate-limited', { reached: 'no' }), effect: false }];
    await a.job.conclusion.request();
    await settle(server);
    a.floor.isDeaf = false;
    await settle(server);
    expect(a.job.snapshot().state).not.toBe('conclusion-unknown');
  });
});

test('a conclusion stands that another station says was none, later and in ignorance of it', async () => {
  const { server, a, b } = await openBoth();
  await concludeUnknown(server, a);
  await b.job.conclusion.request();
  a.floor.isDeaf = true;
  b.job.conclusion.resolve(true);
  await turn();
  await turn();
  a.job.conclusion.resolve(false);
  await turn();
  await turn();
  a.floor.isDeaf = false;
  await settle(server);
  expect([a.job.snapshot().state, b.job.snapshot().state]).toEqual(['concluded', 'concluded']);
});

test('a check of a parcel that is not in the list here yet is there once the parcel is', async () => {
  const { server, a, b } = await openBoth();
  const { erp } = a.bench;
  erp.list = [...erp.list, shipment(3)];
  await b.job.labels.reread();
  await b.job.labels.collect();
  b.job.checks.mark(3, true);
  await settle(server);
  await a.job.labels.reread();
  await settle(server);
  expect(a.job.find(3)?.checkedAtMs).not.toBeNull();
});

test('an undo of a check is there though the parcel had left the list here', async () => {
  const { server, a, b } = await openBoth();
  const { erp } = a.bench;
  const id = idOf(a);
  a.job.checks.mark(id, true);
  await settle(server);
  const [one, ...others] = erp.list;
  erp.list = others;
  await a.job.labels.reread();
  b.job.checks.mark(id, false);
  await settle(server);
  erp.list = [one!, ...others];
  await a.job.labels.reread();
  await settle(server);
  expect(a.job.find(id)?.checkedAtMs).toBeNull();
});

test.each([
  ['the same file', 'the new label', 'printed'],
  ['another file', 'a newer label', 'ready'],
])(
  'a label issued anew that one bench has printed is, of %s, at the other that reads of it later',
  async (_, file, state) => {
    const { server, a, b } = await openBoth();
    await printFirst(a);
    await settle(server);
    const host = 'https://labels.test/1';
    a.bench.labels.hosts.set(host, ['the new label']);
    b.bench.labels.hosts.set(host, [file]);
    await reissueAt(a);
    await printFirst(a);
    await settle(server);
    await reissueAt(b);
    await settle(server);
    expect(tellState(first(b).label)).toBe(state);
  },
);

test('a print is known at a bench that reads later of another code, if the file of the label stays the same', async () => {
  const { server, a, b } = await openBoth();
  await printFirst(a);
  await settle(server);
  await reissueAt(b);
  await settle(server);
  expect(tellState(first(b).label)).toBe('printed');
  expect(await b.job.labels.reread()).toEqual(ok());
  await settle(server);
  expect(tellState(first(b).label)).toBe('printed');
  b.job.words.accept([b.job.snapshot().shipments[1]!.shipment.id]);
  expect(await b.job.conclusion.request()).toEqual(ok());
});

test('a label issued anew that one bench has printed, and keeps for a reprint, is printed at the other', async () => {
  const { server, a, b, id } = await openPrintedAnew();
  expect(await a.job.sharing.take([id])).toEqual(ok());
  await settle(server);
  await reissueAt(b);
  await settle(server);
  expect(tellState(first(b).label)).toBe('printed');
});

test('a label issued anew that one bench has printed is printed at the other, which was closed before it came', async () => {
  const { server, b } = await openPrintedAnew();
  await settle(server);
  expect(await b.job.labels.reread()).toEqual(ok());
  await b.job.close();
  const again = { ...b, job: await b.bench.open() };
  expect(tellState(first(again).label)).toBe('missing');
  await again.job.labels.collect();
  await settle(server);
  expect(tellState(first(again).label)).toBe('printed');
});

test('a check of the label issued anew stands though another bench reads of it later', async () => {
  const { server, a, b, id } = await openPrintedAnew();
  a.job.checks.mark(id, true);
  await settle(server);
  await reissueAt(b);
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
});

test('a check of the label of before is none of the label issued anew', async () => {
  const { server, a, b, id } = await openPrintedAnew();
  await settle(server);
  b.job.checks.mark(id, true);
  await settle(server);
  expect(isChecked(a)).toBe(false);
  await reissueAt(b);
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([false, false]);
});

test('a volume of the label of before counts for none of the label issued anew', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  await reissueAt(a);
  b.job.checks.markVolumes(id, { codes: ['OLD'], of: 2 });
  await settle(server);
  a.job.checks.markVolumes(id, { codes: ['V1'], of: 2 });
  await settle(server);
  await reissueAt(b);
  await settle(server);
  expect([codes(a), codes(b)]).toEqual([['V1'], ['V1']]);
  expect([isChecked(a), isChecked(b)]).toEqual([false, false]);
});

test('a word on the label issued anew stands though another bench reads of it later', async () => {
  const { server, a, b } = await openBoth();
  await reissueAt(a);
  a.job.words.accept([idOf(a)]);
  await settle(server);
  await reissueAt(b);
  await settle(server);
  expect([isWaived(a), isWaived(b)]).toEqual([true, true]);
});

test('a word on the label of before is none on the label issued anew', async () => {
  const { server, a, b } = await openBoth();
  await reissueAt(a);
  b.job.words.accept([idOf(b)]);
  await settle(server);
  expect(isWaived(a)).toBe(false);
  await reissueAt(b);
  await settle(server);
  expect([isWaived(a), isWaived(b)]).toEqual([false, false]);
});

test('a print of the label of before is none of the label issued anew', async () => {
  const both = await openBoth();
  const { server, a, b } = both;
  offerNewLabel(both);
  await reissueAt(a);
  await printFirst(b);
  await settle(server);
  expect(first(a).label).toMatchObject(here);
  await reissueAt(b);
  await settle(server);
  expect(await printFirst(a)).toEqual(ok());
  await settle(server);
  expect([tellState(first(a).label), tellState(first(b).label)]).toEqual(['printed', 'printed']);
});

/** After `before` the other bench joins; if a label is issued anew, it alone reads of that. */
async function joinLater(
  before: (station: Station) => Promise<void>,
  isReissued = true,
  isLate = false,
) {
  const server = new ModelServer();
  const { one, two } = startTwo(1);
  const { erp } = one;
  onTestFinished(() => server.listen().forEach(({ stationId }) => server.die(stationId)));
  const b = await join(server, two, 'B');
  await before(b);
  if (isReissued) {
    erp.list = erp.list.map(issueAnew);
    one.labels.hosts.set('https://labels.test/1', ['the new label']);
  }
  server.isAway = isLate;
  const a = await join(server, one, 'A');
  server.isAway = false;
  await settle(server);
  await a.job.labels.collect();
  return { server, a, b, id: idOf(a) };
}

test.each([
  ['with the news', false],
  ['before the news', true],
])(
  'a print of the label of before is none of the one that a bench reads which joins later, %s',
  async (_, isLate) => {
    const print = async (b: Station): Promise<void> => {
      expect(await printFirst(b)).toEqual(ok());
    };
    const { server, a } = await joinLater(print, true, isLate);
    expect(first(a).label).toMatchObject(here);
    expect(listExceptions(a.job.snapshot())).toMatchObject([
      { kind: 'changed', shipmentIds: [idOf(a)] },
      { kind: 'unchecked' },
    ]);
    expect(await printFirst(a)).toEqual(ok());
    await settle(server);
    expect(await a.job.conclusion.request()).toEqual(ok());
  },
);

test('a label is not concluded of which only the one of before was printed, by a bench that had not read of it', async () => {
  const { server, a, b } = await joinLater(() => Promise.resolve());
  expect(await printFirst(b)).toEqual(ok());
  await settle(server);
  expect(await a.job.conclusion.request()).toMatchObject({ fault: { kind: 'grouping-changed' } });
  expect(a.bench.services.erp).toMatchObject({ concludeRequests: 0 });
  await a.job.labels.collect();
  expect(await printFirst(a)).toEqual(ok());
  expect(await a.job.conclusion.request()).toEqual(ok());
});

test('a word that a parcel goes without its label has ended with its print for a bench that joins later', async () => {
  const { a } = await joinLater(async (b) => {
    b.job.words.accept([idOf(b)]);
    expect(await printFirst(b)).toEqual(ok());
  }, false);
  expect(first(a).label).toMatchObject({ ...here, timesPrinted: 1, waived: null });
});

test('a label of before is none of the present one after the bench was closed either', async () => {
  const { server, a, b } = await joinLater(() => Promise.resolve());
  expect(await printFirst(b)).toEqual(ok());
  await settle(server);
  await a.job.close();
  const again = { ...a, job: await a.bench.open() };
  await again.job.labels.collect();
  expect(first(again).label).toMatchObject(here);
});

test('a check of the label of before does not come back with a label that is as the first was', async () => {
  const { server, a, b } = await openBoth();
  const id = idOf(a);
  const erp = a.bench.services.erp as FakeErp;
  const list = erp.list;
  b.job.checks.mark(id, true);
  await settle(server);
  await reissueAt(a);
  await settle(server);
  await reissueAt(b);
  erp.list = list;
  await a.job.labels.reread();
  await b.job.labels.reread();
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([false, false]);
});

test('volumes scanned at benches of which one knows the tracking code are all scanned', async () => {
  const { server, a, b } = await openBoth();
  const erp = a.bench.services.erp as FakeErp;
  const id = idOf(a);
  const [{ logistics, ...one }, ...more] = erp.list as [Shipment, ...Shipment[]];
  erp.list = [
    { ...one, logistics: { ...plainLogistics, ...logistics, trackingCode: null } },
    ...more,
  ];
  for (const { job } of [a, b]) expect(await job.labels.reread()).toEqual(ok());
  a.job.checks.markVolumes(id, { codes: ['V1'], of: 3 });
  await settle(server);
  await reissueAt(b);
  b.job.checks.markVolumes(id, { codes: ['V1', 'V2'], of: 3 });
  await settle(server);
  a.job.checks.markVolumes(id, { codes: ['V1', 'V2', 'V3'], of: 3 });
  await settle(server);
  expect([isChecked(a), isChecked(b)]).toEqual([true, true]);
  expect([codes(a), codes(b)]).toEqual([
    ['V1', 'V2', 'V3'],
    ['V1', 'V2', 'V3'],
  ]);
});
