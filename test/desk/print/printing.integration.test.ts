import { tellState } from '../../support/tell-state.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Rasterise } from '../../../src/main/printing/index.ts';
import type { SandboxOptions } from '../../../src/training-erp/index.ts';
import type { SpoolJobInfo } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';
import { describeWithTools } from '../../support/tools.ts';
import {
  connectedWorkstation,
  isSettled,
  printRequest,
  valueOf,
  readHistory,
} from '../support/harness.ts';
import {
  at,
  change,
  collected,
  labelsOf,
  nameOn,
  namesOf,
  numberOn,
  numberRasteriser,
  networkTiming,
  print,
  printerShelf,
  queueOf,
  restarted,
  statesOf,
  verdictOf,
} from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

const shelf = printerShelf();
let station: Connected;
afterEach(async () => {
  await station.close();
  await shelf.close();
});

/** A workstation with one label printer, on which everything is printed. */
async function withPrinter(
  printer: SimulatedPrinter,
  options: SandboxOptions = {},
  more: Partial<Settings> = {},
  drawing: { readonly rasterise?: Rasterise } = {},
) {
  station = await connectedWorkstation(
    { formats: ['zpl'], ...options },
    { networkTiming, ...drawing },
  );
  await change(station, { networkPrinters: [at('Zebra', printer)], printer: 'Zebra', ...more });
}

const onPaper = ({ paper }: SimulatedPrinter) => paper.map(nameOn);
const times = (state: string, count: number): string[] => Array<string>(count).fill(state);
const runningJob = async (state: string): Promise<SpoolJobInfo> => {
  await expect.poll(async () => (await queueOf(station))[0]?.state).toBe(state);
  return (await queueOf(station))[0]!;
};

describe('a label printer in the network', () => {
  it('is tested before it is set up, and has a name of its own', async () => {
    const printer = await shelf.add();
    station = await connectedWorkstation({ shipments: 1 }, { networkTiming });
    const { ask } = station;
    const { port } = printer;
    const probe = () => ask('print.probe', { host: '127.0.0.1', port });
    const unnamed = {
      name: `127.0.0.1:${port}`,
      kind: 'network',
      isDefault: false,
      zplOnly: true,
      reason: null,
    };
    expect(valueOf(await probe())).toEqual({ ...unnamed, state: 'ready', conditions: [] });
    printer.set({ headOpen: true });
    expect(valueOf(await probe())).toEqual({ ...unnamed, state: 'stopped', conditions: ['open'] });
    const taken = await ask('settings.change', {
      change: { networkPrinters: [at('pdf', printer)] },
    });
    expect(taken).toMatchObject({ fault: { kind: 'invalid-input' } });
    await change(station, { networkPrinters: [at('Dock 3', printer)] });
    expect(valueOf(await ask('print.printers'))).toMatchObject([
      { name: 'PDF', kind: 'file', zplOnly: false },
      { name: 'Dock 3', kind: 'network', zplOnly: true, state: 'stopped', conditions: ['open'] },
    ]);
    await printer.close();
    expect(await probe()).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(valueOf(await ask('print.printers'))[1]).toMatchObject({
      state: 'unknown',
      conditions: ['offline'],
    });
  });

  it('prints its test page without an ERP, at its resolution', async () => {
    const printer = await shelf.add();
    await withPrinter(printer, { shipments: 1 }, { printerDpi: { Zebra: 300 } });
    valueOf(await station.ask('connection.forget'));
    valueOf(await station.ask('print.test-page', { printer: 'Zebra' }));
    expect(printer.paper).toHaveLength(1);
    expect(printer.paper[0]).toContain('^PW1181^LL1772');
    expect(await queueOf(station)).toMatchObject([
      { printer: 'Zebra', groupingId: null, labels: 0, state: 'done' },
    ]);
  });

  describeWithTools(['pdftotext'], 'a label printer', () => {
    it('gets many labels in split jobs, each drawn once and in order', async () => {
      const printer = await shelf.add();
      await withPrinter(
        printer,
        { shipments: 120, groupings: 1, formats: ['pdf'] },
        {},
        { rasterise: numberRasteriser() },
      );
      await collected(station);
      const plan = valueOf(
        await station.ask('print.plan', await printRequest(station, station.groupingId, 'all')),
      );
      const job = {
        printer: 'Zebra',
        kind: 'pdf',
        rendered: true,
        paper: { widthMm: 100, heightMm: 150 },
      };
      const pages = [50, 50, 20];
      expect(plan).toMatchObject({
        unrouted: [],
        jobs: pages.map((count) => ({ ...job, pages: count })),
      });
      valueOf(await print(station));
      expect(printer.paper.map(numberOn)).toEqual(
        plan.jobs.flatMap(({ shipmentIds }) => shipmentIds),
      );
      expect(await statesOf(station)).toEqual(times('printed', 120));
      const jobs = await queueOf(station);
      expect(jobs.map(({ labels }) => labels).sort()).toEqual([20, 50, 50]);
      for (const one of jobs)
        expect(one).toMatchObject({ state: 'done', tally: { printed: one.labels } });
      expect(new Set((await labelsOf(station)).map(({ printRunId }) => printRunId)).size).toBe(3);
    });
  });
});

describe('a jam', () => {
  it('without paper is reported, waited for, and continues afterwards', async () => {
    const printer = await shelf.add({
      onLabel: (count, one) => one.set({ paperOut: count === 2 }),
    });
    await withPrinter(printer, { shipments: 4 });
    await collected(station);
    const printing = print(station);
    const { groupingId } = station;
    expect(await runningJob('held')).toMatchObject({
      printer: 'Zebra',
      groupingId,
      labels: 4,
      conditions: ['paper-out'],
      canResume: false,
      endedAtMs: null,
    });
    const told = () =>
      station.events.filter(({ channel }) => channel === 'print.queue-changed').at(-1)?.payload;
    await expect.poll(told).toMatchObject([{ state: 'held', conditions: ['paper-out'] }]);
    printer.set({ paperOut: false });
    valueOf(await printing);
    expect(onPaper(printer)).toEqual(await namesOf(station));
    expect(await verdictOf(station)).toBeNull();
    await expect
      .poll(told)
      .toMatchObject([{ state: 'done', tally: { printed: 4, perhaps: 0, not: 0 } }]);
  });

  it('with a pulled cable ends in labels on paper, perhaps and not; the rest is printed once', async () => {
    let pulled = false;
    const printer = await shelf.add({
      labelMs: 2,
      onLabel: (count, one) => {
        if (count !== 5 || pulled) return;
        pulled = true;
        one.unplug();
      },
    });
    await withPrinter(printer, { shipments: 12 }, { labelsPerJob: 3 });
    await collected(station);
    const names = await namesOf(station);
    expect(await print(station)).toMatchObject({ fault: { kind: 'print-unknown' } });
    const verdict = (await verdictOf(station))!;
    const { shipments } = valueOf(
      await station.ask('job.open', { groupingId: station.groupingId }),
    ).snapshot;
    const ids = shipments.map(({ shipment }) => shipment.id);
    expect([...verdict.printed, ...verdict.perhaps, ...verdict.not]).toEqual(ids);
    expect(verdict.printed.length).toBeGreaterThanOrEqual(3);
    expect(verdict.perhaps.length).toBeGreaterThan(0);
    expect(verdict.not.length).toBeGreaterThanOrEqual(6);
    // Labels that were sent completely are in the printer's memory and come out.
    const sent = verdict.printed.length + verdict.perhaps.length;
    await expect.poll(() => printer.paper.length).toBe(sent);
    expect(await print(station)).toMatchObject({ fault: { kind: 'print-unknown' } });
    expect(printer.paper).toHaveLength(sent);

    valueOf(await station.ask('print.resolve', { groupingId: station.groupingId, printed: true }));
    expect(await statesOf(station)).toEqual([
      ...times('printed', sent),
      ...times('ready', 12 - sent),
    ]);
    valueOf(await print(station));
    expect(onPaper(printer)).toEqual(names);
    expect((await labelsOf(station)).map(({ timesPrinted }) => timesPrinted)).toEqual(
      Array(12).fill(1),
    );
    expect(await verdictOf(station)).toBeNull();
  });

  it('with a power cut loses its memory: printed again from the missing label on', async () => {
    let off = false;
    const printer = await shelf.add({
      labelMs: 2,
      onLabel: (count, one) => {
        if (count !== 3 || off) return;
        off = true;
        one.powerOff();
      },
    });
    await withPrinter(printer, { shipments: 6 });
    await collected(station);
    const names = await namesOf(station);
    expect(await print(station)).toMatchObject({ fault: { kind: 'print-unknown' } });
    const verdict = (await verdictOf(station))!;
    expect(printer.paper).toHaveLength(3);
    expect(verdict.printed.length).toBeLessThanOrEqual(3);
    expect(verdict.printed.length + verdict.perhaps.length).toBeGreaterThanOrEqual(3);
    const { groupingId } = station;
    valueOf(await station.ask('print.resolve', { groupingId, printed: false }));
    // According to the packer, label 4 is the first missing one.
    valueOf(await print(station, {}, [4, 6]));
    expect(onPaper(printer)).toEqual(names);
    expect((await labelsOf(station)).slice(3).map(({ timesPrinted }) => timesPrinted)).toEqual([
      1, 1, 1,
    ]);
  });

  it('is given up by the packer: cancelled, and true to the paper', async () => {
    const printer = await shelf.add({
      onLabel: (count, one) => one.set({ headOpen: count === 2 }),
    });
    // More than it prints and than it may have waiting in its memory.
    await withPrinter(printer, { shipments: 14 });
    await collected(station);
    const printing = print(station);
    const { id } = await runningJob('held');
    valueOf(await station.ask('print.cancel', { queueEntryId: id }));
    expect((await printing).ok).toBe(false);
    expect((await queueOf(station))[0]).toMatchObject({ id, state: 'cancelled', conditions: [] });
    expect(await station.ask('print.cancel', { queueEntryId: id })).toMatchObject({
      fault: { kind: 'not-ready' },
    });
    const { printed, perhaps, not } = (await verdictOf(station))!;
    expect(printed.length).toBeLessThanOrEqual(2);
    expect(printed.length + perhaps.length + not.length).toBe(14);
    printer.set({ headOpen: false });
    await expect.poll(() => printer.paper.length).toBe(printed.length + perhaps.length);
    valueOf(await station.ask('print.resolve', { groupingId: station.groupingId, printed: true }));
    valueOf(await print(station));
    expect(onPaper(printer)).toEqual(await namesOf(station));
  });
});

describe('a reprint', () => {
  it('is a reprint in the history, and on its margin if the settings require it', async () => {
    const printer = await shelf.add();
    await withPrinter(printer, { shipments: 2 }, { markReprints: true });
    await collected(station);
    valueOf(await print(station));
    valueOf(await print(station, {}, [2, 2]));
    await change(station, { language: 'en' });
    const { shipments } = valueOf(
      await station.ask('job.open', { groupingId: station.groupingId }),
    ).snapshot;
    const shipmentIds = shipments.map(({ shipment }) => shipment.id).toReversed();
    valueOf(await print(station, { shipmentIds }));
    const marks = printer.paper.map((zpl) => /\^FD(2a via|Reprint \d)\^FS/.exec(zpl)?.[1]);
    expect(marks).toEqual([undefined, undefined, '2a via', 'Reprint 3', 'Reprint 2']);
    const names = await namesOf(station);
    expect(onPaper(printer)).toEqual([...names, names[1], ...names.toReversed()]);
    const history = await readHistory(station);
    expect(history.map(({ kind }) => kind).toSorted()).toEqual([
      'printed',
      'printed',
      'reprinted',
      'reprinted',
      'reprinted',
    ]);
  });
});

describe('settings that change while it prints', () => {
  it('are for the next print; one label printer still gets one batch at a time', async () => {
    const printer = await shelf.add({ onLabel: (count, one) => one.set({ paused: count === 1 }) });
    await withPrinter(printer, { shipments: 3, groupings: 2 }, { labelsPerJob: 2 });
    const second = groupingIdOf(1);
    await collected(station);
    await collected(station, second);
    const first = print(station);
    expect(await runningJob('held')).toMatchObject({ labels: 2 });
    await change(station, {
      networkPrinters: [at('Dock 3', printer)],
      printer: 'Dock 3',
      labelsPerJob: null,
      printerDpi: { 'Dock 3': 300 },
    });
    const next = print(station, { groupingId: second });
    await expect.poll(async () => (await queueOf(station)).length).toBe(2);
    expect(await queueOf(station)).toMatchObject([
      { printer: 'Dock 3', groupingId: second, state: 'queued' },
      {
        printer: 'Zebra',
        groupingId: station.groupingId,
        state: 'held',
        conditions: ['paused'],
        canResume: false,
      },
    ]);
    printer.set({ paused: false });
    valueOf(await first);
    valueOf(await next);
    const names = [await namesOf(station), await namesOf(station, second)] as const;
    const seen = onPaper(printer);
    expect(seen.toSorted()).toEqual(names.flat().toSorted());
    // Each spool job's labels lie together, whichever of the waiting ones came first.
    expect(seen.slice(0, 2)).toEqual(names[0].slice(0, 2));
    expect(seen.filter((name) => names[1].includes(name!))).toEqual(names[1]);
    const from = seen.indexOf(names[1][0]!);
    expect(seen.slice(from, from + names[1].length)).toEqual(names[1]);
    const jobs = await queueOf(station);
    expect(
      jobs.map(({ printer: name, labels, state }) => [name, labels, state]).toSorted(),
    ).toEqual([
      ['Dock 3', names[1].length, 'done'],
      ['Zebra', 1, 'done'],
      ['Zebra', 2, 'done'],
    ]);
  });
});

describe('printing by itself', () => {
  it('prints a grouping once and only once, also when it is opened again and after a restart', async () => {
    const printer = await shelf.add();
    await withPrinter(printer, { shipments: 3 }, { autoPrint: true });
    const { groupingId } = station;
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, ({ state }) => state === 'printed');
    const names = await namesOf(station);
    expect(onPaper(printer)).toEqual(names);
    expect(station.events.filter(({ channel }) => channel === 'app.notice')).toEqual([]);

    valueOf(await station.ask('job.leave', { groupingId }));
    await collected(station);
    station = await restarted(station);
    await collected(station);
    // Comes after any work that opening may have begun.
    valueOf(await print(station, {}, [1, 1]));
    expect(onPaper(printer)).toEqual([...names, names[0]]);
  });

  it('waits for the check of the last parcel if the settings require it', async () => {
    const printer = await shelf.add();
    await withPrinter(printer, { shipments: 2 }, { printWhenChecked: true });
    const { groupingId, ask } = station;
    await collected(station);
    const { snapshot } = valueOf(await ask('job.open', { groupingId }));
    for (const { shipment } of snapshot.shipments) {
      expect(onPaper(printer)).toEqual([]);
      valueOf(await ask('check.scan', { groupingId, code: String(shipment.invoice!.number) }));
    }
    await station.until(groupingId, ({ state }) => state === 'printed');
    expect(onPaper(printer)).toEqual(await namesOf(station));
  });

  it('leaves the labels of a failed spool job alone, whatever happens next', async () => {
    const printer = await shelf.add({ onLabel: (count, one) => count === 2 && one.powerOff() });
    await withPrinter(printer, { shipments: 3 }, { autoPrint: true });
    const { groupingId } = station;
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(
      groupingId,
      ({ printVerdict }) => (printVerdict?.printed.length ?? -1) >= 0,
    );
    await expect
      .poll(() =>
        station.events
          .filter(({ channel }) => channel === 'app.notice')
          .map(({ payload }) => payload),
      )
      .toMatchObject([{ kind: 'print-unknown' }]);
    const seen = onPaper(printer);
    station = await restarted(station);
    await collected(station);
    expect((await verdictOf(station))?.perhaps.length).toBeGreaterThan(0);
    valueOf(await station.ask('print.resolve', { groupingId, printed: false }));
    valueOf(await station.ask('job.leave', { groupingId }));
    await collected(station);
    valueOf(await station.ask('print.test-page', { printer: 'Zebra' }));
    expect(onPaper(printer)).toEqual([...seen, null]);
  });

  it('prints what comes, and leaves the place of a failed label open', async () => {
    const printer = await shelf.add();
    await withPrinter(printer, { shipments: 4, brokenLabels: 1 }, { autoPrint: true });
    const { groupingId } = station;
    valueOf(await station.ask('job.open', { groupingId }));
    const job = await station.until(
      groupingId,
      (one) => isSettled(one) && one.printVerdict !== null,
    );
    const failedIds = job.shipments
      .filter(({ label }) => tellState(label) === 'failed')
      .map(({ shipment }) => shipment.id);
    expect(job).toMatchObject({ fault: null, printVerdict: { perhaps: [], not: failedIds } });
    expect(printer.paper).toHaveLength(3);
    expect(station.events.filter(({ channel }) => channel === 'app.notice')).toEqual([]);
    valueOf(await station.ask('job.accept', { groupingId, shipmentIds: failedIds }));
    valueOf(await station.ask('print.test-page', { printer: 'Zebra' }));
    expect(printer.paper).toHaveLength(4);
  });

  it('waits for the packer’s decision on a failed label, and reports a missing printer', async () => {
    const printer = await shelf.add();
    await withPrinter(
      printer,
      { shipments: 4, brokenLabels: 1 },
      { autoPrint: true, printer: null },
    );
    const { groupingId, ask } = station;
    const open = await ask('job.open', { groupingId });
    expect(open.ok).toBe(true);
    const job = await station.until(groupingId, isSettled);
    const broken = job.shipments
      .filter(({ label }) => tellState(label) === 'failed')
      .map(({ shipment }) => shipment.id);
    expect(broken).toHaveLength(1);
    valueOf(await ask('job.accept', { groupingId, shipmentIds: broken }));
    const notices = () => station.events.filter(({ channel }) => channel === 'app.notice');
    await expect
      .poll(() => notices().map(({ payload }) => payload))
      .toMatchObject([{ kind: 'no-printer' }]);
    expect(printer.paper).toEqual([]);
    await change(station, { routes: { byPaper: {}, zpl: 'Zebra' } });
    valueOf(await ask('job.leave', { groupingId }));
    valueOf(await ask('job.open', { groupingId }));
    await expect.poll(() => printer.paper.length).toBe(3);
    expect(notices()).toHaveLength(1);
  });
});

describe('training', () => {
  it('prints into files, never by the routes or automatically, and on paper only if the packer chooses it', async () => {
    const printer = await shelf.add();
    await withPrinter(
      printer,
      { shipments: 1 },
      { autoPrint: true, routes: { byPaper: {}, zpl: 'Zebra' } },
    );
    const [groupingId] = valueOf(await station.ask('training.start')).trainingGroupings;
    const ref = { groupingId: groupingId! };
    await collected(station, ref.groupingId);
    valueOf(await print(station, ref));
    expect(printer.paper).toEqual([]);
    expect(await readdir(join(station.outDir, 'training'))).toHaveLength(1);
    expect(await queueOf(station)).toMatchObject([{ printer: 'PDF', state: 'done' }]);

    const { snapshot } = valueOf(await station.ask('job.open', ref));
    const raw = snapshot.shipments.filter(({ label }) => label.formats.join() === 'zpl');
    expect(raw.length).toBeGreaterThan(0);
    const shipmentIds = raw.map(({ shipment }) => shipment.id);
    valueOf(await print(station, { ...ref, printer: 'Zebra', shipmentIds }));
    expect(printer.paper).toHaveLength(raw.length);
  });
});
