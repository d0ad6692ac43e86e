import { PDFDocument } from 'pdf-lib';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createCupsSystem } from '../../../src/main/printing/index.ts';
import type { SystemPrinters, GrayBitmap, PrintSystem } from '../../../src/main/printing/index.ts';
import { burn, popplerRasterise, scan, toGray, unpackRuns } from '../../printing/support/raster.ts';
import { cupsTools, startCups } from '../../support/cups.ts';
import type { TestCups } from '../../support/cups.ts';
import type { PrintRequest } from '#shared/contract/print.ts';
import { describeWithTools } from '../../support/tools.ts';
import { connectedWorkstation, printRequest, valueOf } from '../support/harness.ts';
import {
  at,
  change,
  collected,
  cupsTiming,
  nameOn,
  namesOf,
  networkTiming,
  print,
  printerShelf,
  queueOf,
  statesOf,
  verdictOf,
} from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

const mm = 72 / 25.4;

describeWithTools([...cupsTools, 'pdftoppm', 'gs'], 'the desk on its printers', () => {
  const shelf = printerShelf();
  let cups: TestCups;
  let system: SystemPrinters;
  let station: Connected;
  let queues = 0;
  beforeAll(async () => {
    cups = await startCups();
    system = createCupsSystem({ env: cups.env, timing: cupsTiming });
  });
  afterEach(async () => {
    await station.close();
    await shelf.close();
  });
  afterAll(async () => {
    system.close();
    await cups.close();
  });

  const sink = () => shelf.add({ answersStatus: false });
  const queueAt = (port: number, model: 'raw' | 'drv:///sample.drv/zebra.ppd'): string => {
    queues += 1;
    cups.addQueue(`queue-${queues}`, port, model);
    return `queue-${queues}`;
  };
  const everything = (): Promise<PrintRequest> =>
    printRequest(station!, station!.groupingId, 'all');

  it('prints a batch of PDF, PNG and ZPL on three printers: each label on its own, once and in order', async () => {
    const [network, raw, driver] = [await shelf.add(), await sink(), await sink()];
    const dock = queueAt(raw.port, 'raw');
    const small = queueAt(driver.port, 'drv:///sample.drv/zebra.ppd');
    station = await connectedWorkstation(
      { shipments: 9, formats: ['pdf', 'zpl', 'png'] },
      { printSystem: system, networkTiming, rasterise: popplerRasterise },
    );
    const { groupingId, sandbox } = station;
    for (const shipment of [0, 6]) {
      const bytes = await onA6(await sandbox.labelBytes(groupingId, shipment));
      sandbox.inject({ on: 'label-file', shipment, fault: { type: 'file', bytes } });
    }
    await change(station, {
      networkPrinters: [at('Zebra', network)],
      routes: { byPaper: { '100x150': dock, a6: small }, zpl: 'Zebra' },
    });
    await collected(station);
    const names = await namesOf(station);
    const plan = valueOf(await station.ask('print.plan', await everything()));
    expect(plan.unrouted).toEqual([]);
    expect(
      plan.jobs.map(({ printer, kind, rendered, pages }) => [printer, kind, rendered, pages]),
    ).toEqual([
      [small, 'pdf', false, 2],
      ['Zebra', 'zpl', false, 3],
      [dock, 'pdf', true, 4],
    ]);
    valueOf(await print(station));
    expect(await statesOf(station)).toEqual(names.map(() => 'printed'));
    expect(
      (await queueOf(station)).toReversed().map(({ printer, state }) => [printer, state]),
    ).toEqual(plan.jobs.map(({ printer }) => [printer, 'done']));

    // CUPS is done with a job when the printer has its last byte.
    const rasters = () => [
      ...driver
        .received()
        .toString('latin1')
        .matchAll(/~DGR:CUPS\.GRF,\d+,(\d+),\s([^^]*)\^XA/g),
    ];
    await expect
      .poll(() => [network.paper.length, raw.paper.length, rasters().length])
      .toEqual([3, 4, 2]);
    const namesAt = (...places: number[]) => places.map((place) => names[place]);
    expect(network.paper.map(nameOn)).toEqual(namesAt(1, 4, 7));
    expect(
      await namesScanned(raw.paper.map((zpl) => burn(zpl, 8, { width: 800, height: 1200 }))),
    ).toEqual(namesAt(2, 3, 5, 8));
    const pages = rasters().map(([, rowBytes, data]) =>
      toGray(unpackRuns(data!, Number(rowBytes))),
    );
    expect(await namesScanned(pages)).toEqual(namesAt(0, 6));
  });

  it('sends ZPL and drawn labels to a label printer in one print job, in the order of the list', async () => {
    const printer = await shelf.add();
    station = await connectedWorkstation(
      { shipments: 6, formats: ['pdf', 'zpl', 'png'] },
      { networkTiming, rasterise: popplerRasterise },
    );
    await change(station, { networkPrinters: [at('Zebra', printer)], printer: 'Zebra' });
    await collected(station);
    const names = await namesOf(station);
    const plan = valueOf(await station.ask('print.plan', await everything()));
    expect(plan.jobs).toMatchObject([{ kind: 'zpl', rendered: true, pages: 6 }]);
    valueOf(await print(station, { copies: 2 }));
    expect(await statesOf(station)).toEqual(names.map(() => 'printed'));
    expect(await queueOf(station)).toMatchObject([
      { places: [{ from: 1, to: 6 }], tally: { printed: 12, perhaps: 0, not: 0 }, again: 0 },
    ]);
    const isDrawn = (zpl: string): boolean => zpl.includes('^PW800^LL1200^FO0,0^GFA');
    const once = [true, false, true, true, false, true];
    expect(printer.paper.map(isDrawn)).toEqual([...once, ...once]);
    const asNames = printer.paper.map((zpl) => (isDrawn(zpl) ? null : nameOn(zpl)));
    expect(asNames.filter((name) => name !== null)).toEqual([
      names[1],
      names[4],
      names[1],
      names[4],
    ]);
    const pictures = printer.paper
      .filter(isDrawn)
      .map((zpl) => burn(zpl, 8, { width: 800, height: 1200 }));
    const drawn = [names[0], names[2], names[3], names[5]];
    expect(await namesScanned(pictures)).toEqual([...drawn, ...drawn]);
  });

  it('resumes a paused printer, and prints the waiting labels', async () => {
    const printer = await sink();
    const name = queueAt(printer.port, 'raw');
    station = await connectedWorkstation(
      { shipments: 3, formats: ['zpl'] },
      { printSystem: system },
    );
    await change(station, { printer: name });
    await collected(station);
    cups.command('cupsdisable', '-r', 'new roll', name);
    expect(await print(station)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'new roll' },
    });
    await expect
      .poll(() => queueOf(station))
      .toMatchObject([{ printer: name, state: 'failed', canResume: true }]);
    expect(await station.ask('print.resume', { printer: 'PDF' })).toMatchObject({
      fault: { kind: 'printer-unavailable' },
    });
    valueOf(await station.ask('print.resume', { printer: name }));
    expect(await queueOf(station)).toMatchObject([{ canResume: false }]);
    expect(
      valueOf(await station.ask('print.printers')).find((one) => one.name === name)?.state,
    ).toBe('ready');
    valueOf(await print(station));
    const names = await namesOf(station);
    await expect.poll(() => printer.paper.map(nameOn)).toEqual(names);
  });

  it('sends nothing if a needed printer is gone, and stops if one disappears meanwhile', async () => {
    const printer = await sink();
    const [first, second] = [queueAt(printer.port, 'raw'), queueAt(printer.port, 'raw')];
    let jobs = 0;
    const leaving: PrintSystem = {
      list: () => system.list(),
      open: (name) => ({
        name,
        print: (file, signal, onEvent) => {
          jobs += 1;
          if (jobs === 2) cups.command('lpadmin', '-x', name);
          return system.open(name).print(file, signal, onEvent);
        },
      }),
    };
    station = await connectedWorkstation(
      { shipments: 4, formats: ['zpl', 'pdf'] },
      { printSystem: leaving },
    );
    await change(station, {
      labelsPerJob: 1,
      routes: { byPaper: { '100x150': 'PDF' }, zpl: first },
      printer: 'PDF',
    });
    await collected(station);
    // The labels are ZPL, PDF, ZPL, PDF, and the PDF is one file; the queue is deleted when its
    // second one goes out.
    expect(await print(station)).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(await statesOf(station)).toEqual(['printed', 'printed', 'ready', 'printed']);
    const verdict = await verdictOf(station);
    expect([verdict?.printed.length, verdict?.perhaps.length, verdict?.not.length]).toEqual([
      3, 0, 1,
    ]);
    await change(station, { routes: { byPaper: {}, zpl: 'gone-long-ago' } });
    const gone = { fault: { kind: 'printer-unavailable', reached: 'no' } };
    expect(await station.ask('print.plan', await everything())).toMatchObject(gone);
    const before = (await queueOf(station)).length;
    expect(await print(station)).toMatchObject(gone);
    expect(await queueOf(station)).toHaveLength(before);

    await change(station, { routes: { byPaper: {}, zpl: second } });
    valueOf(await print(station));
    const names = await namesOf(station);
    await expect.poll(() => printer.paper.map(nameOn)).toEqual([names[0], names[2]]);
    expect(await statesOf(station)).toEqual(['printed', 'printed', 'printed', 'printed']);
  });
});

/** The same label, as one of A6. */
async function onA6(label: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const [page] = await document.embedPdf(label, [0]);
  const [width, height] = [105 * mm, 148 * mm];
  const scale = height / page!.height;
  document.addPage([width, height]).drawPage(page!, { x: 0, y: 0, xScale: scale, yScale: scale });
  return document.save();
}

/** Returns the text of these labels' QR codes. */
async function namesScanned(
  pictures: readonly (GrayBitmap | Promise<GrayBitmap>)[],
): Promise<(string | undefined)[]> {
  const names: (string | undefined)[] = [];
  for (const picture of pictures) {
    const symbols = await scan(await picture);
    names.push(symbols.find((symbol) => symbol.startsWith('QRCode '))?.slice('QRCode '.length));
  }
  return names;
}
