import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createCupsSystem } from '../../../src/main/printing/index.ts';
import { cupsTools, startCups } from '../../support/cups.ts';
import { describeWithTools } from '../../support/tools.ts';
import { connectedWorkstation, printRequest, valueOf } from '../support/harness.ts';
import {
  at,
  change,
  collected,
  cupsTiming,
  labelsOf,
  networkTiming,
  print,
  printerShelf,
  queueOf,
  statesOf,
} from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

const epl = (number: number): string =>
  `N\r\nq812\r\nA50,50,0,4,1,1,N,"${number}"\r\nB30,90,0,1,3,7,200,B,"AB${number}BR"\r\nP1\r\n`;
const shelf = printerShelf();
let station: Connected;

afterEach(async () => {
  await station.close();
  await shelf.close();
});

/**
 * Six labels; the second and the third are EPL, one of them packed, with commands that the filter
 * removes.
 */
async function stationWithEpl(
  more: Parameters<typeof connectedWorkstation>[1] = {},
): Promise<void> {
  station = await connectedWorkstation(
    { shipments: 6, formats: ['zpl'] },
    { networkTiming, ...more },
  );
  for (const [shipment, before] of [
    [1, ''],
    [2, '^@\r\nOEPL1\r\nD15\r\n'],
  ] as const) {
    const text = Buffer.from(before + epl(shipment), 'latin1');
    const bytes = before === '' ? text : gzipSync(text);
    station.sandbox.inject({ on: 'label-file', shipment, fault: { type: 'file', bytes } });
  }
}

it('prints labels in EPL on the printer that speaks it, among the others in the order of the list', async () => {
  const [zebra, argox] = [await shelf.add(), await shelf.add({ answersStatus: false })];
  await stationWithEpl();
  await change(station, {
    networkPrinters: [at('Zebra', zebra), at('Argox', argox)],
    printerLanguage: { Argox: 'epl' },
    printer: 'Zebra',
  });
  await collected(station);
  const labels = await labelsOf(station);
  expect(labels.map(({ state, formats, pages }) => [state, ...formats, pages])).toEqual([
    ['ready', 'zpl', 1],
    ['ready', 'epl', 1],
    ['ready', 'epl', 1],
    ['ready', 'zpl', 1],
    ['ready', 'zpl', 1],
    ['ready', 'zpl', 1],
  ]);
  expect(labels[2]!.leftOut).toEqual(['^@', 'O', 'D']);

  const request = await printRequest(station, station.groupingId, 'all');
  const { jobs, unrouted } = valueOf(await station.ask('print.plan', request));
  expect(unrouted).toEqual([]);
  expect(jobs.map(({ printer, kind, pages }) => [printer, kind, pages])).toEqual([
    ['Zebra', 'zpl', 4],
    ['Argox', 'epl', 2],
  ]);
  // The printer of EPL cannot report its result, so the packer is asked.
  expect(await print(station)).toMatchObject({ ok: false, fault: { kind: 'print-unknown' } });
  expect(argox.received().toString('latin1')).toBe(epl(1) + epl(2));
  expect((await queueOf(station)).map(({ printer, state }) => [printer, state])).toContainEqual([
    'Argox',
    'unknown',
  ]);
  valueOf(await station.ask('print.resolve', { groupingId: station.groupingId, printed: true }));
  expect(await statesOf(station)).toEqual(Array.from({ length: 6 }, () => 'printed'));
  expect(zebra.paper).toHaveLength(4);
  expect(argox.received().toString('latin1')).toBe(epl(1) + epl(2));
});

it('has no picture of them, and reports it; the others are shown without them', async () => {
  await stationWithEpl();
  await change(station, { printerLanguage: { Argox: 'epl' } });
  await collected(station);
  const { groupingId } = station;
  const request = await printRequest(station, groupingId, 'all');
  const [, second = 0] = request.shipmentIds;
  const refusal = { ok: false, fault: { kind: 'label-no-picture' } };
  expect(await station.ask('job.preview', { groupingId, shipmentId: second })).toMatchObject(
    refusal,
  );
  expect(await station.ask('job.pages', { groupingId, shipmentId: second })).toMatchObject(refusal);
  expect(
    await station.ask('print.plan', {
      ...request,
      printer: 'PDF',
      sheet: { perSheet: 4, start: 1 },
    }),
  ).toMatchObject(refusal);
  expect(valueOf(await station.ask('print.preview', request)).length).toBeGreaterThan(1000);
  expect(await statesOf(station)).toEqual(Array.from({ length: 6 }, () => 'ready'));
});

it('asks for such a printer if there is none, and uses it once there is one', async () => {
  await stationWithEpl();
  await change(station, { printerLanguage: { Elgin: 'tspl' } });
  await collected(station);
  const states = ['ready', 'failed', 'failed', 'ready', 'ready', 'ready'];
  expect(await statesOf(station)).toEqual(states);
  expect((await labelsOf(station))[1]!.fault?.kind).toBe('label-kind-epl');

  await change(station, { printerLanguage: { Argox: 'epl' } });
  const { snapshot } = valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
  const shipmentIds = snapshot.shipments
    .filter(({ label }) => label.state === 'failed')
    .map(({ shipment }) => shipment.id);
  valueOf(await station.ask('job.retry', { groupingId: station.groupingId, shipmentIds }));
  await station.until(station.groupingId, ({ shipments }) =>
    shipments.every(({ label }) => label.state === 'ready'),
  );
});

describeWithTools(cupsTools, 'a queue of CUPS without driver', () => {
  it('sends labels unchanged in the language that the settings declare for its printer', async () => {
    const cups = await startCups();
    const system = createCupsSystem({ env: cups.env, timing: cupsTiming });
    try {
      const argox = await shelf.add({ answersStatus: false });
      cups.addQueue('argox', argox.port, 'raw');
      await stationWithEpl({ printSystem: system });
      await change(station, { printerLanguage: { argox: 'epl' }, printer: 'PDF' });
      await collected(station);
      const { shipmentIds } = await printRequest(station, station.groupingId, [2, 3]);
      valueOf(await print(station, { copies: 2 }, [2, 3]));
      expect(shipmentIds).toHaveLength(2);
      const expected = (epl(1) + epl(2)).repeat(2);
      await expect.poll(() => argox.received().toString('latin1')).toBe(expected);
      expect(await statesOf(station)).toEqual([
        'ready',
        'printed',
        'printed',
        'ready',
        'ready',
        'ready',
      ]);
      // A file is made of them for who asks for one.
      const asFile = await printRequest(station, station.groupingId, [2, 3], { printer: 'PDF' });
      expect(valueOf(await station.ask('print.plan', asFile)).jobs).toMatchObject([
        { printer: 'PDF', kind: 'epl' },
      ]);
      // It accepts no other data: neither a drawing made for it nor a test page.
      const refused = await station.ask(
        'print.plan',
        await printRequest(station, station.groupingId, [1, 1], { printer: 'argox' }),
      );
      expect(valueOf(refused).unrouted).toHaveLength(1);
      expect(await station.ask('print.test-page', { printer: 'argox' })).toMatchObject({
        ok: false,
      });
      expect(argox.received().toString('latin1')).toBe(expected);
    } finally {
      await station.close();
      system.close();
      await cups.close();
    }
  });
});
