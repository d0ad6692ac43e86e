import { readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { GroupingJob } from '../../../src/main/dispatch/index.ts';
import type { Clock } from '../../../src/main/os/clock.ts';
import { FaultError } from '../../../src/main/os/errors.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import type { SharedGrouping } from '../../../src/main/floor/index.ts';
import { StoredOutbox } from '../../../src/main/floor/job/stored-outbox.ts';
import { ModelServer } from '../model/model-server.ts';
import type { StationOnModel } from '../model/model-server.ts';
import { hurriedClock } from '../../support/hurried-clock.ts';
import { printOn } from '../../support/print-on.ts';
import { startBench, states } from '../../dispatch/support/bench.ts';
import type { Bench } from '../../dispatch/support/bench.ts';
import { FakePrinter } from '../../dispatch/support/fakes.ts';
import type { FakeErp } from '../../dispatch/support/fakes.ts';
import { withSettings } from '../../dispatch/support/services.ts';
import { listExceptions } from '#shared/domain/job.ts';

interface Station {
  readonly bench: Bench;
  readonly floor: StationOnModel;
}

const servers = new Set<ModelServer>();
afterEach(() => servers.clear());

function join(floor: ModelServer, bench: Bench, name: string): Station {
  servers.add(floor);
  const station = floor.join(name, new StoredOutbox(bench.journal));
  bench.services = { ...bench.services, floor: station };
  return { bench, floor: station };
}

/** Two stations with one ERP, or as many as are named, and one floor. */
function joinAll(
  count = 4,
  names: readonly string[] = ['A', 'B'],
): { floor: ModelServer; stations: Station[] } {
  const floor = new ModelServer();
  const benches = names.map(() => startBench(count));
  const erp = benches[0]!.erp;
  for (const bench of benches) bench.services = { ...bench.services, erp };
  return { floor, stations: benches.map((bench, index) => join(floor, bench, names[index]!)) };
}

async function open({ bench }: Pick<Station, 'bench'>): Promise<GroupingJob> {
  const job = await bench.open();
  await job.labels.collect();
  await settle();
  return job;
}

/** Two benches with one ERP; the first has its grouping open before it joins the floor. */
async function openBeforeFloor(count: number) {
  const floor = new ModelServer();
  const one = startBench(count);
  const two = startBench(count);
  const { erp } = one;
  two.services = { ...two.services, erp };
  const before = await open({ bench: one });
  const openA = () => open(join(floor, one, 'A'));
  const openB = () => open(join(floor, two, 'B'));
  return { erp, before, openA, openB };
}

/** Waits until all published news was heard. */
async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await turn();
    for (const server of servers)
      if (!server.isAway) for (const station of server.listen()) station.hear();
  }
}

async function print(job: GroupingJob, ids?: readonly number[], printer = new FakePrinter()) {
  const printed = await printOn(job, printer, ids);
  await settle();
  return { printed, papers: printer.sent.flatMap(({ text }) => text.split('\n')).length };
}

/** Acts by the packer's word while the server is away, which is back then. */
async function actAlone(floor: ModelServer, station: Station, act: () => Promise<unknown>) {
  floor.isAway = true;
  station.floor.workAlone(true);
  await act();
  floor.isAway = false;
  await settle();
}

function changeShare({ floor }: Station, change: (shared: SharedGrouping) => void): void {
  const share = floor.share.bind(floor);
  floor.share = (...given) => {
    const shared = share(...given);
    change(shared);
    return shared;
  };
}

/** As a server, whose answer takes its time. */
function answerLater(shared: SharedGrouping): void {
  const refresh = shared.refresh.bind(shared);
  shared.refresh = (signal) => turn().then(() => refresh(signal));
}

const kindOf = (answer: Awaited<ReturnType<GroupingJob['runs']['print']>>) =>
  answer.ok ? 'ok' : answer.fault.kind;

describe('a grouping that two stations have open', () => {
  test('shows at one station the other’s prints and checks, with person and station, and does not print them again', async () => {
    const { stations } = joinAll();
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    expect(await print(a, [1, 2])).toEqual({ printed: ok(), papers: 2 });
    expect(states(b)).toEqual(['printed', 'printed', 'ready', 'ready']);
    expect(b.snapshot().shipments[0]!.share).toMatchObject({
      station: 'A',
      state: 'printed',
      isHere: false,
    });
    expect(await print(b)).toEqual({ printed: ok(), papers: 2 });
    expect(states(a)).toEqual(['printed', 'printed', 'printed', 'printed']);
    b.checks.mark(3, true);
    await settle();
    expect(a.snapshot().shipments[2]!.checkedAtMs).not.toBeNull();
    b.checks.mark(3, false);
    await settle();
    expect(a.snapshot().shipments[2]!.checkedAtMs).toBeNull();
    const events = stations[0]!.bench.journal.past.events(a.company, a.snapshot().grouping.id);
    expect(events.filter(({ station }) => station === 'B').map(({ kind }) => kind)).toEqual([
      'printed',
      'printed',
      'checked',
      'unchecked',
    ]);
  });

  test('assigns each label to the first claimant, and reports it to the other', async () => {
    const { stations } = joinAll();
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const printer = new FakePrinter();
    const held = Promise.withResolvers<undefined>();
    printer.during = () => held.promise;
    const printing = printOn(a, printer, [1, 2]);
    await settle();
    expect(b.snapshot().shipments.map(({ share }) => share?.state ?? null)).toEqual([
      'printing',
      'printing',
      null,
      null,
    ]);
    expect((await print(b, [2, 3])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    expect(b.snapshot().shipments[2]!.share).toBeNull();
    expect((await print(b, [3])).papers).toBe(1);
    held.resolve(undefined);
    expect(await printing).toEqual(ok());
    await settle();
    expect(states(b)).toEqual(['printed', 'printed', 'printed', 'ready']);
  });

  test('names the rows of the other station as soon as a claim was refused for them', async () => {
    const { stations } = joinAll();
    stations[1]!.floor.isDeaf = true;
    changeShare(stations[1]!, answerLater);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    expect(await a.sharing.take([1])).toEqual(ok());
    expect(b.snapshot().shipments[0]!.share).toBeNull();
    expect(kindOf(await printOn(b, new FakePrinter(), [1, 2]))).toBe('floor-taken');
    expect(b.snapshot().shipments[0]!.share).toMatchObject({ station: 'A', state: 'taken' });
  });

  test('leaves the papers of invoices to the station that printed the labels', async () => {
    const { stations } = joinAll();
    const { bench, floor } = stations[1]!;
    floor.isDeaf = true;
    const openPaperWay = vi.fn(() => Promise.reject(new FaultError(fault('no-printer'))));
    bench.services = {
      ...withSettings(bench.services, { danfePrinter: 'Laser' }),
      printing: { ...bench.services.printing, openPaperWay },
    };
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    await print(a, [1]);
    expect(kindOf(await printOn(b, new FakePrinter(), [1, 2]))).toBe('floor-taken');
    expect(states(b)[0]).toBe('printed');
    expect(openPaperWay).not.toHaveBeenCalled();
  });

  test('claims all labels of a print at its beginning, those too that are still fetched, and releases what it leaves', async () => {
    const { stations } = joinAll();
    const b = await open(stations[1]!);
    const erp = stations[0]!.bench.services.erp as FakeErp;
    const coming = Promise.withResolvers<undefined>();
    const answer = erp.labelUrls.bind(erp);
    erp.labelUrls = async (grouping, id, signal) => {
      await Promise.race([
        id === 1 ? null : coming.promise,
        new Promise((resolve) => signal?.addEventListener('abort', resolve)),
      ]);
      return answer(grouping, id, signal);
    };
    const a = await stations[0]!.bench.open();
    const collected = a.labels.collect();
    await expect.poll(() => states(a)[0]).toBe('ready');
    const printer = new FakePrinter();
    // One of them is another station's: nothing at all is sent.
    expect(await b.sharing.take([3])).toEqual(ok());
    const loading = { whileLoading: true };
    expect(kindOf(await printOn(a, printer, [1, 2, 3, 4], undefined, loading))).toBe('floor-taken');
    expect(await b.sharing.giveBack([3])).toEqual(ok());
    await settle();
    const printing = printOn(a, printer, [1, 2, 3, 4], undefined, loading);
    await expect.poll(() => states(a)[0]).toBe('printed');
    await settle();
    expect(b.snapshot().shipments.map(({ share }) => share?.state)).toEqual([
      'printed',
      'printing',
      'printing',
      'printing',
    ]);
    expect((await print(b, [3])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    a.cancel();
    expect(kindOf(await printing)).toBe('cancelled');
    await collected;
    await settle();
    expect((await print(b, [2, 3, 4])).papers).toBe(3);
    expect(printer.sent).toHaveLength(1);
  });

  test('prints again on request, wherever it was printed before', async () => {
    const { stations, floor } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    await print(a);
    expect((await print(b, [1])).papers).toBe(1);
    expect((await print(a, [1])).papers).toBe(1);
    expect(floor.model.rows().get(1)).toMatchObject({ copy: 3, state: 'printed' });
    expect(floor.model.twice()).toEqual([]);
    expect(b.snapshot().shipments[0]!.label.timesPrinted).toBe(3);
  });

  test('keeps rows for who took them, until they are given back', async () => {
    const { stations } = joinAll();
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    expect(await a.sharing.take([1, 2])).toEqual(ok());
    expect(kindOf(await b.sharing.take([2, 3]))).toBe('floor-taken');
    expect((await print(b, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    expect(await a.sharing.giveBack([2])).toEqual(ok());
    expect((await print(b, [2])).papers).toBe(1);
    expect((await print(a, [1])).papers).toBe(1);
    expect(await b.sharing.takeOver(stations[0]!.floor.stationId)).toEqual(ok());
  });

  test('keeps a row no longer that another station has taken over', async () => {
    const { stations } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const listKept = () => {
      const { journal } = stations[0]!.bench;
      return journal
        .load(a.company, a.snapshot().grouping.id)
        ?.claims.map(({ shipmentId }) => shipmentId);
    };
    expect(await a.sharing.take([1, 2])).toEqual(ok());
    expect(listKept()).toEqual([1, 2]);
    expect(await b.sharing.takeOver(stations[0]!.floor.stationId)).toEqual(ok());
    await settle();
    expect(listKept()).toEqual([]);
  });

  test('is concluded once, and not while the other prints', async () => {
    const { stations } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    await print(a, [1]);
    await print(b, [2]);
    const [one, other] = await Promise.all([a.conclusion.request(), b.conclusion.request()]);
    await settle();
    expect([kindOf(one), kindOf(other)].toSorted()).toEqual(['floor-concluding', 'ok']);
    expect(stations[0]!.bench.erp.concludeRequests).toBe(1);
    expect([a.snapshot().state, b.snapshot().state]).toEqual(['concluded', 'concluded']);
  });

  test('opens at a station that was away with all events since, once', async () => {
    const { stations } = joinAll();
    const a = await open(stations[0]!);
    const first = await open(stations[1]!);
    await print(a, [1]);
    await first.close();
    await print(a, [2]);
    a.checks.mark(1, true);
    await settle();
    const again = await open(stations[1]!);
    expect(states(again)).toEqual(['printed', 'printed', 'ready', 'ready']);
    expect(again.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 0, 0]);
    expect(again.snapshot().shipments[0]!.checkedAtMs).not.toBeNull();
  });

  test('shows that its own label is another one than the other printed, as soon as it comes', async () => {
    const { stations } = joinAll(2);
    const { bench } = stations[1]!;
    bench.labels.hosts.set('https://labels.test/2', ['another file']);
    const [arrived, download] = [
      Promise.withResolvers<undefined>(),
      bench.labels.download.bind(bench.labels),
    ];
    bench.labels.download = async (...args) => {
      await arrived.promise;
      return download(...args);
    };
    const b = await bench.open();
    const collecting = b.labels.collect();
    await print(await open(stations[0]!), [1, 2]);
    expect(b.snapshot().shipments.map(({ share }) => share?.differs)).toEqual([false, false]);
    arrived.resolve(undefined);
    await collecting;
    // No station has published anything meanwhile.
    await turn();
    expect(b.snapshot().shipments.map(({ share }) => share?.differs)).toEqual([false, true]);
  });

  test('publishes the deeds from before there was a floor', async () => {
    const { before, openA, openB } = await openBeforeFloor(3);
    await print(before, [1, 2]);
    before.checks.mark(2, true);
    await before.close();
    await openA();
    const b = await openB();
    expect(states(b)).toEqual(['printed', 'printed', 'ready']);
    expect(b.snapshot().shipments[1]!.checkedAtMs).not.toBeNull();
  });

  test('publishes the deeds from while there was no floor for a time', async () => {
    const floor = new ModelServer();
    const [one, two] = [startBench(3), startBench(3)];
    two.services = { ...two.services, erp: one.erp };
    const station = join(floor, one, 'A');
    const first = await open(station);
    expect((await print(first, [1])).papers).toBe(1);
    await first.close();
    one.services = { ...one.services, floor: null };
    const between = await open({ bench: one });
    await print(between, [1]);
    expect((await print(between, [2])).papers).toBe(1);
    expect(between.snapshot().listFault).toBeNull();
    between.checks.mark(2, true);
    await between.close();
    one.services = { ...one.services, floor: station.floor };
    await open(station);
    const b = await open(join(floor, two, 'B'));
    expect(states(b)).toEqual(['printed', 'printed', 'ready']);
    expect(b.snapshot().shipments[1]!.checkedAtMs).not.toBeNull();
    expect(floor.model.rows().get(1)).toMatchObject({ state: 'printed', copy: 2 });
  });

  test('publishes the questions from before there was a floor', async () => {
    const { before, openA, openB } = await openBeforeFloor(3);
    const lost = failed(fault('print-unknown', { reached: 'maybe' }));
    const printer = new FakePrinter();
    printer.outcomes = [lost];
    await printOn(before, printer, [1]);
    await before.close();
    const a = await openA();
    const b = await openB();
    expect((await print(b, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    expect(await a.prints.resolve(false)).toEqual(ok());
    await settle();
    expect((await print(b)).papers).toBe(3);
  });

  test('asks about a print from before there was a floor though another station’s came to nothing', async () => {
    const { before, openA, openB } = await openBeforeFloor(1);
    const printer = new FakePrinter();
    printer.outcomes = [
      failed(fault('print-unknown', { reached: 'maybe' })),
      failed(fault('print-failed', { reached: 'no' })),
    ];
    await printOn(before, printer, [1]);
    await before.close();
    const b = await openB();
    await print(b, [1], printer);
    const a = await openA();
    expect(a.snapshot()).toMatchObject({ fault: { kind: 'print-unknown' } });
    expect(a.snapshot().printVerdict?.perhaps).toEqual([1]);
    expect((await print(b, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
  });

  test('prints a label again that was issued anew between two prints before there was a floor', async () => {
    const bench = startBench(1);
    const before = await open({ bench });
    await printOn(before, new FakePrinter());
    const { logistics, ...one } = bench.erp.list[0]!;
    bench.erp.list = [{ ...one, logistics: { ...logistics!, trackingCode: 'NEW' } }];
    await before.labels.reread();
    await before.labels.collect();
    await printOn(before, new FakePrinter());
    await before.close();
    const a = await open(join(new ModelServer(), bench, 'A'));
    expect(await print(a, [1])).toEqual({ printed: ok(), papers: 1 });
  });

  test('publishes the print of a shipment that had left the list before there was a floor', async () => {
    const { erp, before, openA, openB } = await openBeforeFloor(2);
    await printOn(before, new FakePrinter(), [1]);
    const { list } = erp;
    erp.list = list.slice(1);
    await before.labels.reread();
    await before.close();
    erp.list = list;
    await openA();
    const b = await openB();
    expect(states(b)).toEqual(['printed', 'ready']);
  });

  test('keeps the question about a second print from before there was a floor', async () => {
    const bench = startBench(1);
    const before = await open({ bench });
    const printer = new FakePrinter();
    await printOn(before, printer, [1]);
    printer.outcomes = [failed(fault('print-unknown', { reached: 'maybe' }))];
    await printOn(before, printer, [1]);
    await before.close();
    const floor = new ModelServer();
    const a = await open(join(floor, bench, 'A'));
    expect(a.snapshot().printVerdict?.perhaps).toEqual([1]);
    expect(await a.prints.resolve(true)).toEqual(ok());
    await settle();
    expect(floor.model.rows().get(1)).toMatchObject({ state: 'printed', copy: 2 });
  });

  test('publishes a conclusion from before there was a floor that is unknown', async () => {
    const { erp, before, openA, openB } = await openBeforeFloor(1);
    await print(before);
    erp.conclusions = [{ answer: failed(fault('timeout', { reached: 'maybe' })), effect: true }];
    expect(kindOf(await before.conclusion.request())).toBe('conclusion-unknown');
    await before.close();
    await openA();
    const b = await openB();
    expect(kindOf(await b.conclusion.request())).toBe('conclusion-unknown');
    expect(erp.concludeRequests).toBe(1);
  });

  test('shows a shipment that enters the list after its print was published', async () => {
    const { stations } = joinAll(3);
    const a = await open(stations[0]!);
    const erp = stations[0]!.bench.erp;
    const b = await open(stations[1]!);
    await b.close();
    await print(a);
    // B's list of before the third came: its events are heard before it is there.
    const whole = erp.grouping.bind(erp);
    erp.grouping = async (...args) => {
      const read = await whole(...args);
      return read.ok ? ok({ ...read.value, shipments: read.value.shipments.slice(0, 2) }) : read;
    };
    const short = await open(stations[1]!);
    expect(states(short)).toEqual(['printed', 'printed']);
    await short.close();
    erp.grouping = whole;
    const later = await open(stations[1]!);
    expect(states(later)).toEqual(['printed', 'printed', 'printed']);
  });
});

describe('a station that dies', () => {
  /** Simulates a killed process: the floor has lost it, its journal is on the disk. */
  function kill(floor: ModelServer, station: Station, name: string): () => Station {
    floor.die(station.floor.stationId);
    const copy = station.bench.crash();
    copy.services = { ...copy.services, erp: station.bench.services.erp };
    return () => join(floor, copy, name);
  }

  async function printHalf({ floor, stations }: ReturnType<typeof joinAll>) {
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const printer = new FakePrinter();
    const held = Promise.withResolvers<undefined>();
    onTestFinished(() => held.resolve(undefined));
    printer.during = () => held.promise;
    void printOn(a, printer, [1, 2]);
    await vi.waitFor(() => expect(printer.sent).toHaveLength(1));
    return { b, restart: kill(floor, stations[0]!, 'A') };
  }

  test('leaves its labels in doubt to the station that takes over, which is asked once', async () => {
    const all = joinAll();
    const { b, restart } = await printHalf(all);
    expect((await print(b, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    const [a] = all.stations;
    expect(await b.sharing.takeOver(a!.floor.stationId)).toEqual(ok());
    expect(b.snapshot()).toMatchObject({
      fault: { kind: 'paper-unknown' },
      printVerdict: { perhaps: [1, 2] },
    });
    expect((await print(b)).printed).toMatchObject({ fault: { kind: 'paper-unknown' } });
    // It comes back: the question is the other one's.
    const back = await open(restart());
    expect(back.snapshot()).toMatchObject({ fault: null, printVerdict: null });
    expect((await print(back, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
    expect(await b.prints.resolve([1])).toEqual(ok());
    await settle();
    expect(states(back)).toEqual(['printed', 'ready', 'ready', 'ready']);
    expect((await print(back)).papers).toBe(3);
    expect(all.floor.model.twice()).toEqual([]);
  });

  test('asks its own packer if no station took over, and publishes the answer', async () => {
    const all = joinAll();
    const { b, restart } = await printHalf(all);
    const back = await open(restart());
    expect(back.snapshot()).toMatchObject({
      fault: { kind: 'print-unknown' },
      printVerdict: { perhaps: [1, 2] },
    });
    expect(await back.prints.resolve([2])).toEqual(ok());
    await settle();
    expect(states(b)).toEqual(['ready', 'printed', 'ready', 'ready']);
    expect((await print(b, [1])).papers).toBe(1);
  });

  test('does not ask its packer after a late return: the other station has been asked', async () => {
    const all = joinAll();
    const { b, restart } = await printHalf(all);
    const station = restart();
    const back = await station.bench.open();
    await settle();
    // It hears no news of it before it is answered.
    station.floor.isDeaf = true;
    expect(await b.sharing.takeOver(station.floor.stationId)).toEqual(ok());
    expect(await back.prints.resolve(true)).toEqual(ok());
    await settle();
    expect(states(back)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(b.snapshot().printVerdict).toMatchObject({ perhaps: [1, 2] });
  });

  test('releases claims whose print had not begun', async () => {
    const all = joinAll();
    const [a, b] = [await open(all.stations[0]!), await open(all.stations[1]!)];
    all.floor.losesAnswers = 1;
    expect((await print(a, [1])).printed).toMatchObject({ fault: { kind: 'floor-away' } });
    await settle();
    expect(all.floor.model.rows().has(1)).toBe(false);
    expect((await print(b, [1])).papers).toBe(1);
  });

  test('is asked for its conclusion by the next station', async () => {
    const all = joinAll(1);
    const [a, b] = [await open(all.stations[0]!), await open(all.stations[1]!)];
    await print(a);
    all.floor.model.beginConclusion(all.stations[0]!.floor.stationId, () => true);
    all.floor.die(all.stations[0]!.floor.stationId);
    expect(kindOf(await b.conclusion.request())).toBe('conclusion-unknown');
    expect(b.snapshot().state).toBe('conclusion-unknown');
    expect(all.stations[1]!.bench.erp.concludeRequests).toBe(0);
    expect(b.conclusion.resolve(false)).toEqual(ok());
    expect(await b.conclusion.request()).toEqual(ok());
  });
});

describe('without the server', () => {
  test('nothing is printed or concluded except on confirmation, and that is published', async () => {
    const { floor, stations } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    floor.isAway = true;
    expect(await print(a, [1])).toMatchObject({
      printed: { fault: { kind: 'floor-away' } },
      papers: 0,
    });
    a.checks.mark(1, true);
    stations[0]!.floor.workAlone(true);
    stations[1]!.floor.workAlone(true);
    expect((await print(a, [1])).papers).toBe(1);
    expect((await print(b, [1])).papers).toBe(1);
    expect(states(b)).toEqual(['printed', 'ready']);
    floor.isAway = false;
    await settle();
    expect(floor.model.twice()).toEqual([1]);
    expect(a.snapshot().share?.twice.map(({ shipmentId }) => shipmentId)).toEqual([1]);
    expect(b.snapshot().shipments[0]!.checkedAtMs).not.toBeNull();
    expect((await print(b, [2])).papers).toBe(1);
    expect(await a.conclusion.request()).toEqual(ok());
  });

  /** Begins to print a label without the server; `held` lets its spool job end. */
  function beginAlone(
    floor: ReturnType<typeof joinAll>['floor'],
    station: Station,
    job: GroupingJob,
  ) {
    floor.isAway = true;
    station.floor.workAlone(true);
    const printer = new FakePrinter();
    const held = Promise.withResolvers<undefined>();
    printer.during = () => held.promise;
    return { printer, held, printing: printOn(job, printer, [1]) };
  }

  test('a print that was begun alone is published as such, also if the server is back when it ends', async () => {
    const { floor, stations } = joinAll(2);
    const a = await open(stations[0]!);
    const { held, printing } = beginAlone(floor, stations[0]!, a);
    await settle();
    floor.isAway = false;
    held.resolve(undefined);
    expect(await printing).toEqual(ok());
    await settle();
    expect(floor.model.events.filter(({ payload }) => payload.kind === 'printed')).toMatchObject([
      { alone: true },
    ]);
  });

  test('a print that was begun alone keeps its copy, also if another is printed before it ends', async () => {
    const { floor, stations } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const { printer, held, printing } = beginAlone(floor, stations[0]!, a);
    await vi.waitFor(() => expect(printer.sent).toHaveLength(1));
    floor.isAway = false;
    expect((await print(b, [1])).papers).toBe(1);
    held.resolve(undefined);
    expect(await printing).toEqual(ok());
    await settle();
    expect(floor.model.twice()).toEqual([1]);
    expect([a, b].map((job) => job.snapshot().shipments[0]!.label.timesPrinted)).toEqual([2, 2]);
  });

  test.each([[true], [false]])(
    'a print alone in doubt is a question that the others wait for once the server is back; on paper: %s',
    async (isOut) => {
      const { floor, stations } = joinAll(2);
      const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
      const printer = new FakePrinter();
      printer.outcomes = [failed(fault('print-unknown', { reached: 'maybe' }))];
      await actAlone(floor, stations[0]!, () => print(a, [1], printer));
      expect((await print(b, [1])).printed).toMatchObject({ fault: { kind: 'floor-taken' } });
      expect(await a.prints.resolve(isOut)).toEqual(ok());
      await settle();
      expect([states(a)[0], states(b)[0]]).toEqual(
        isOut ? ['printed', 'printed'] : ['ready', 'ready'],
      );
      expect((await print(b)).papers).toBe(isOut ? 1 : 2);
      expect(floor.model.twice()).toEqual([]);
      expect(await b.conclusion.request()).toEqual(ok());
    },
  );

  test('a row that was kept and printed alone is kept no longer', async () => {
    const { floor, stations } = joinAll(2);
    const a = await open(stations[0]!);
    await a.sharing.take([1, 2]);
    await actAlone(floor, stations[0]!, () => print(a, [1]));
    expect(floor.model.rows().get(2)?.state).toBe('taken');
    expect(floor.model.rows().get(1)?.state).not.toBe('taken');
  });
});

describe('labels printed at another station', () => {
  test('while a print here runs are not part of this print', async () => {
    const { stations } = joinAll();
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const [first, second] = await Promise.all([print(a, [1]), print(b, [1])]);
    expect(first.papers + second.papers).toBe(1);
    expect([first.printed.ok, second.printed.ok].toSorted()).toEqual([false, true]);
  });

  test('may be concluded here, also if the label could not be fetched here', async () => {
    const { stations } = joinAll(2);
    const a = await open(stations[0]!);
    stations[1]!.bench.labels.hosts.set('https://labels.test/1', ['label-expired']);
    const b = await open(stations[1]!);
    expect(states(b)).toEqual(['failed', 'ready']);
    await print(a);
    expect(await b.conclusion.request()).toEqual(ok());
  });
});

test('a row that is kept here and was printed alone elsewhere is released, also if its take was not answered', async () => {
  const { floor, stations } = joinAll(2);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  floor.losesAnswers = 1;
  expect(kindOf(await a.sharing.take([1, 2]))).toBe('floor-away');
  await settle();
  expect(floor.model.rows().get(1)?.state).toBe('taken');
  await actAlone(floor, stations[1]!, () => print(b, [1]));
  expect(states(a)).toEqual(['printed', 'ready']);
  expect(floor.model.rows().get(1)?.state).not.toBe('taken');
});

/** Rows that the server keeps for the first bench are given back, and the other one prints them. */
async function expectGivenBack(a: GroupingJob, b: GroupingJob): Promise<void> {
  expect(a.snapshot().shipments[0]!.share).toMatchObject({ state: 'taken', isHere: true });
  expect(await a.sharing.giveBack([1, 2])).toEqual(ok());
  await settle();
  expect((await print(b)).papers).toBe(2);
}

test('a row that the server keeps for this station is given back, also if its take was not answered', async () => {
  const { floor, stations } = joinAll(2);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  floor.losesAnswers = 1;
  expect(kindOf(await a.sharing.take([1, 2]))).toBe('floor-away');
  await settle();
  await expectGivenBack(a, b);
});

test('a kept row whose print alone failed is given back', async () => {
  const { floor, stations } = joinAll(2);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  expect(await a.sharing.take([1, 2])).toEqual(ok());
  const printer = new FakePrinter();
  printer.outcomes = [failed(fault('print-failed', { reached: 'no' }))];
  await actAlone(floor, stations[0]!, () => print(a, [1, 2], printer));
  await expectGivenBack(a, b);
});

test('a kept row that leaves the list is kept no longer, and stands in no conclusion’s way', async () => {
  const { stations } = joinAll(2);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  expect(await a.sharing.take([1])).toEqual(ok());
  const { erp } = stations[0]!.bench;
  erp.list = erp.list.filter(({ id }) => id !== 1);
  expect([await a.labels.reread(), await b.labels.reread()]).toEqual([ok(), ok()]);
  await settle();
  expect((await print(b)).papers).toBe(1);
  expect(await b.conclusion.request({ seen: listExceptions(b.snapshot()) })).toEqual(ok());
});

/** Counts the calls; after too many, the call that would go on for ever is not answered. */
function countGivenBack(station: Station): { count: number } {
  const asked = { count: 0 };
  changeShare(station, (shared) => {
    const giveBack = shared.giveBack.bind(shared);
    shared.giveBack = (ids) => {
      asked.count += 1;
      return asked.count > 100 ? new Promise(() => undefined) : giveBack(ids);
    };
  });
  return asked;
}

test('a kept row that leaves the list while the server is away is given back later', async () => {
  const { floor, stations } = joinAll(2);
  const asked = countGivenBack(stations[0]!);
  const a = await open(stations[0]!);
  expect(await a.sharing.take([1, 2])).toEqual(ok());
  floor.isAway = true;
  const { erp } = stations[0]!.bench;
  erp.list = erp.list.filter(({ id }) => id !== 1);
  expect(await a.labels.reread()).toEqual(ok());
  await settle();
  expect(asked.count).toBeLessThan(5);
  floor.isAway = false;
  await settle();
  expect(floor.model.rows().has(1)).toBe(false);
});

test('an unanswered claim is freed though its news came before the answer was missed', async () => {
  const { floor: server, stations } = joinAll(2);
  const { floor } = stations[0]!;
  const share = floor.share.bind(floor);
  floor.share = (scope, afterSeq, listener) => {
    let last = '';
    // As from a server, each news once.
    const shared = share(scope, afterSeq, (news) => {
      const name = JSON.stringify([news.seq, ...news.rows]);
      const isNews = name !== last;
      last = name;
      if (isNews) listener(news);
    });
    answerLater(shared);
    const claim = shared.claim.bind(shared);
    shared.claim = async (...given) => {
      const answer = await claim(...given);
      floor.hear();
      return answer;
    };
    return shared;
  };
  const a = await open(stations[0]!);
  server.losesAnswers = 1;
  expect(kindOf(await printOn(a, new FakePrinter(), [1]))).toBe('floor-away');
  await settle();
  await settle();
  expect(server.model.rows().has(1)).toBe(false);
});

test('news that come before a print’s deeds are told keep no station busy for ever', async () => {
  const { stations } = joinAll(2);
  const { floor } = stations[0]!;
  let looks = 0;
  changeShare(stations[0]!, (shared) => {
    const news = shared.news.bind(shared);
    shared.news = () => {
      looks += 1;
      return looks > 1_000 ? null : news();
    };
  });
  const a = await open(stations[0]!);
  let told = Promise.resolve();
  // The server has them later than it has something else to say.
  floor.tell = () => {
    floor.hear();
    told = turn().then(() => floor.settle());
  };
  expect(await printOn(a, new FakePrinter(), [1, 2], undefined, { labelsPerJob: 1 })).toEqual(ok());
  await told;
  expect(looks).toBeLessThan(500);
});

test('a kept row whose print alone is in doubt is not free for who takes it over', async () => {
  const { floor, stations } = joinAll(1);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  expect(await a.sharing.take([1])).toEqual(ok());
  const printer = new FakePrinter();
  printer.outcomes = [failed(fault('print-unknown', { reached: 'maybe' }))];
  await actAlone(floor, stations[0]!, () => print(a, [1], printer));
  expect(await b.sharing.takeOver(stations[0]!.floor.stationId)).toEqual(ok());
  expect(kindOf((await print(b, [1])).printed)).toBe('paper-unknown');
  expect(a.snapshot()).toMatchObject({ fault: null, printVerdict: null });
  expect(await b.prints.resolve(true)).toEqual(ok());
  await settle();
  expect([states(a), states(b)]).toEqual([['printed'], ['printed']]);
});

test('a kept row with an unanswered claim is kept again and not printing for ever', async () => {
  const { floor, stations } = joinAll(2);
  const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
  expect(await a.sharing.take([1])).toEqual(ok());
  floor.losesAnswers = 1;
  expect((await print(a, [1])).printed).toMatchObject({ fault: { kind: 'floor-away' } });
  await vi.waitFor(() => expect(floor.model.rows().get(1)?.state).not.toBe('printing'));
  // It is free for a station that takes it over, and for this station.
  expect((await print(a, [1])).papers).toBe(1);
  expect((await print(b, [2])).papers).toBe(1);
  expect(await b.conclusion.request()).toEqual(ok());
});

describe('a station that slept', () => {
  test('sends no further spool job of labels that another one took over meanwhile', async () => {
    const { floor, stations } = joinAll();
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const printer = new FakePrinter();
    printer.during = () => {
      floor.model.takeOver('B', 'A', false);
      return Promise.resolve();
    };
    const printed = await printOn(a, printer, undefined, undefined, { labelsPerJob: 2 });
    expect(kindOf(printed)).toBe('floor-taken');
    expect(printer.sent).toHaveLength(1);
    await settle();
    // It knows its own print; it reports nothing about the others any more.
    expect(states(a)).toEqual(['printed', 'printed', 'ready', 'ready']);
    expect(a.snapshot().printVerdict?.perhaps ?? []).toEqual([]);
    expect(b.snapshot().printVerdict?.perhaps).toEqual([3, 4]);
    expect(await b.prints.resolve(false)).toEqual(ok());
    expect((await print(b)).papers).toBe(2);
    expect(floor.model.twice()).toEqual([]);
  });

  test('leaves no file of a doubt that another one took over', async () => {
    const { floor, stations } = joinAll();
    const [a] = [await open(stations[0]!), await open(stations[1]!)];
    const printer = new FakePrinter();
    const lost = failed(fault('print-unknown', { reached: 'maybe' }));
    printer.outcomes = [{ result: ok('done') }, { result: lost }];
    await printOn(a, printer, undefined, undefined, { labelsPerJob: 2 });
    expect(a.snapshot().printVerdict).toMatchObject({ printed: [1, 2], perhaps: [3, 4] });
    // Its print system may still read it.
    const { outDir } = stations[0]!.bench.services;
    expect(readdirSync(outDir)).toHaveLength(1);
    floor.model.takeOver('B', 'A', false);
    await settle();
    expect(a.snapshot().fault).toBeNull();
    await vi.waitFor(() => expect(readdirSync(outDir)).toEqual([]));
  });

  // As the network printer does, see its own tests: it asks before each label that it sends.
  test.each([
    ['another one took over meanwhile', 'floor-taken'],
    ['it does not know to be its own', 'floor-away'],
  ])('sends a printer that is given one label after the other none that %s', async (_, why) => {
    const { floor, stations } = joinAll();
    const { bench } = stations[0]!;
    const sleep: Clock['sleep'] = (ms, signal) => hurriedClock.sleep(ms, signal);
    bench.services = { ...bench.services, clock: { ...bench.services.clock, sleep } };
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    const printer = new FakePrinter();
    const out: number[] = [];
    printer.during = async (say) => {
      for (const label of [1, 2, 3, 4]) {
        const refusal = (await printer.sent[0]!.mayGoOn?.()) ?? null;
        if (refusal !== null) {
          printer.outcomes = [{ result: failed({ ...refusal, reached: 'maybe' }) }];
          return;
        }
        out.push(label);
        say({ printed: label, perhaps: 0, not: 4 - label });
        if (label === 2) {
          floor.model.takeOver('B', 'A', false);
          floor.isAway = why === 'floor-away';
        }
      }
    };
    expect(kindOf(await printOn(a, printer))).toBe(why);
    expect(out).toEqual([1, 2]);
    floor.isAway = false;
    await settle();
    expect(states(a)).toEqual(['printed', 'printed', 'ready', 'ready']);
    expect(await b.prints.resolve(false)).toEqual(ok());
    expect((await print(b)).papers).toBe(2);
    expect(floor.model.twice()).toEqual([]);
  });

  test('sends nothing while it is unknown whether its labels are still its own', async () => {
    const { floor, stations } = joinAll(2);
    const [{ bench }] = stations as [Station];
    const { services } = bench;
    const sleep: Clock['sleep'] = (ms, signal) => hurriedClock.sleep(ms, signal);
    bench.services = { ...services, clock: { ...services.clock, sleep } };
    const a = await open(stations[0]!);
    floor.beforeHold = () => {
      floor.isAway = true;
    };
    expect(await print(a)).toMatchObject({ papers: 0, printed: { fault: { kind: 'floor-away' } } });
    floor.beforeHold = () => undefined;
    floor.isAway = false;
    expect((await print(a)).papers).toBe(2);
  });

  test('asks once more if the answer came during its sleep', async () => {
    const { floor, stations } = joinAll(2);
    const [{ bench }] = stations as [Station];
    let sleptMs = 0;
    let asked = 0;
    bench.services = {
      ...bench.services,
      clock: { ...bench.services.clock, now: () => Date.now() + sleptMs },
    };
    const a = await open(stations[0]!);
    floor.beforeHold = () => {
      asked += 1;
      // Backwards: the clock was set right after it.
      sleptMs -= asked < 3 ? 20_000 : 0;
    };
    expect((await print(a)).papers).toBe(2);
    expect(asked).toBe(3);
  });

  test('does not ask the ERP to conclude if another station was asked about it meanwhile', async () => {
    const { floor, stations } = joinAll(2);
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    await print(a);
    floor.beforeHold = () => {
      floor.model.beginConclusion('B', () => false);
    };
    expect(kindOf(await a.conclusion.request())).toBe('floor-concluding');
    expect(stations[0]!.bench.erp.concludeRequests).toBe(0);
    floor.beforeHold = () => undefined;
    floor.model.tell('B', 'looked', { kind: 'conclusion-resolved', concluded: false }, false);
    await settle();
    expect(await b.conclusion.request()).toEqual(ok());
    await settle();
    expect(a.snapshot().state).toBe('concluded');
    expect(stations[0]!.bench.erp.concludeRequests).toBe(1);
  });
});

describe('a conclusion that the ERP refuses', () => {
  /** `effect`: it is concluded all the same. */
  async function refuse(effect: boolean) {
    const { stations } = joinAll(2);
    const { erp } = stations[0]!.bench.services as unknown as { erp: FakeErp };
    erp.labelsAfterConclusion = true;
    const answer = failed(
      fault('validation', { status: 400, reached: 'yes', erpMessage: 'Coleta automática' }),
    );
    erp.conclusions = [{ answer, effect }];
    const [a, b] = [await open(stations[0]!), await open(stations[1]!)];
    expect((await a.conclusion.request({ beforeLabels: true })).ok).toBe(false);
    await settle();
    return { a, b, erp };
  }

  test.each([true, false])(
    'is published at all stations with its outcome; concluded, as a person sees: %s',
    async (effect) => {
      const { a, b, erp } = await refuse(effect);
      expect(b.snapshot().share?.conclusion?.state ?? null).toBe(effect ? 'unknown' : null);
      if (effect) expect(a.conclusion.resolve(true)).toEqual(ok());
      await settle();
      expect(b.snapshot().state).toBe(effect ? 'concluded' : 'ready');
      expect(b.snapshot().share?.conclusion?.state ?? null).toBe(effect ? 'concluded' : null);
      // The conclusion is not blocked then.
      expect(kindOf(await b.conclusion.request({ beforeLabels: true }))).toBe(
        effect ? 'already-concluded' : 'ok',
      );
      expect(erp.concludeRequests).toBe(effect ? 1 : 2);
    },
  );

  test.each([true, false])(
    'is no fault any more once another station has concluded it; in doubt: %s',
    async (effect) => {
      const { a, b } = await refuse(effect);
      expect(a.snapshot().fault?.kind).toBe(effect ? 'conclusion-doubted' : 'conclusion-refused');
      if (effect) expect(b.conclusion.resolve(true)).toEqual(ok());
      else expect(await b.conclusion.request({ beforeLabels: true })).toEqual(ok());
      await settle();
      expect(a.snapshot()).toMatchObject({ state: 'concluded', fault: null });
    },
  );
});
