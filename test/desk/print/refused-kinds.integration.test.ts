import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { connectedWorkstation, printRequest, valueOf } from '../support/harness.ts';
import {
  at,
  change,
  collected,
  labelsOf,
  networkTiming,
  printerShelf,
  statesOf,
} from '../support/printers.ts';
import type { Connected } from '../support/printers.ts';

const shelf = printerShelf();
let station: Connected;

afterEach(async () => {
  await station.close();
  await shelf.close();
});

it('refuses labels in formats that are not printed, by name, before anything is printed', async () => {
  const zebra = await shelf.add();
  station = await connectedWorkstation({ shipments: 4, formats: ['zpl'] }, { networkTiming });
  const files = [
    Buffer.from('N\r\nq812\r\nA50,50,0,4,1,1,N,"Doca"\r\nP1\r\n'),
    gzipSync('SIZE 100 mm,150 mm\r\nCLS\r\nBAR 0,0,800,4\r\nPRINT 1\r\n'),
    Buffer.from('GIF89a\x3c\0\x3c\0\x80\0\0', 'latin1'),
  ];
  for (const [index, bytes] of files.entries())
    station.sandbox.inject({
      on: 'label-file',
      shipment: index + 1,
      fault: { type: 'file', bytes },
    });
  await change(station, { networkPrinters: [at('Zebra', zebra)], printer: 'Zebra' });
  await collected(station);
  expect(await statesOf(station)).toEqual(['ready', 'refused', 'refused', 'refused']);
  const labels = await labelsOf(station);
  expect(labels.slice(1).map(({ fault }) => [fault?.kind, fault?.detail])).toEqual([
    ['label-kind-language', 'EPL'],
    ['label-kind-language', 'TSPL'],
    ['label-kind-picture', 'GIF'],
  ]);
  const request = await printRequest(station, station.groupingId, 'all');
  expect(valueOf(await station.ask('print.plan', request)).jobs).toMatchObject([
    { shipmentIds: [request.shipmentIds[0]] },
  ]);
  expect(zebra.received()).toHaveLength(0);
});
