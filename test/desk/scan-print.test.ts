import { expect, it } from 'vitest';
import { defaultSettings } from '#shared/contract/settings.ts';
import { fail, ok } from '#shared/faults/faults.ts';
import { printScanned } from '../../src/main/desk/handlers/scan.ts';
import type { Workspace } from '../../src/main/desk/workspace/workspace.ts';
import { startBench } from '../dispatch/support/bench.ts';
import { plainLogistics, shipment } from '../dispatch/support/fakes.ts';

it('asks before it prints by an invoice number that is a tracking code elsewhere', async () => {
  const invoice = { id: 3, number: 120345, date: null, status: null };
  const bench = startBench([shipment(1, { invoice })]);
  const job = await bench.open();
  await job.labels.collect();
  const groupingId = job.snapshot().grouping.id;
  const sent: number[] = [];
  const workspace = {
    journal: bench.journal,
    room: { settings: () => ({ ...defaultSettings, printsOnScan: true }) },
    listing: { findSeen: () => [] },
    jobs: { all: () => [{ job }], find: () => ({ job }), open: () => Promise.resolve(ok({ job })) },
    ahead: { keep: () => undefined },
    scanPrints: { isUnderWay: () => false, start: (_: object, id: number) => sent.push(id) },
  } as unknown as Workspace;
  const parcel = shipment(7, { logistics: { ...plainLogistics, trackingCode: '120345' } });
  const grouping = { id: 72, identification: '72', date: null, shippingMethod: null };
  bench.journal.create(job.company, { grouping, state: 'concluded' }, [parcel]);
  const scan = (here: number | null, word: object = {}) =>
    printScanned(workspace, job.company, { code: '120345', here, isCheck: false, ...word });
  const question = { result: 'several', choices: [{ groupingId, shipmentId: 1 }] };
  expect(await scan(groupingId)).toMatchObject(question);
  expect(await scan(null)).toMatchObject(question);
  expect(sent).toEqual([]);
  const chosen = { parcel: { groupingId, shipmentId: 1 } };
  expect(await scan(null, chosen)).toMatchObject({ result: 'printing' });
  expect(sent).toEqual([1]);
});

it('leaves a parcel whose grouping cannot be opened to the Desk, which goes there and says why', async () => {
  const bench = startBench([shipment(1)]);
  const job = await bench.open();
  const code = job.snapshot().shipments[0]!.shipment.logistics!.trackingCode!;
  const workspace = {
    journal: bench.journal,
    room: { settings: () => ({ ...defaultSettings, printsOnScan: true }) },
    listing: { findSeen: () => [] },
    jobs: { all: () => [], find: () => undefined, open: () => fail('already-open') },
    ahead: { keep: () => undefined },
  } as unknown as Workspace;
  const scanned = await printScanned(workspace, job.company, { code, here: null, isCheck: false });
  expect(scanned).toMatchObject({ result: 'unknown', code });
  const groupingId = job.snapshot().grouping.id;
  expect(bench.journal.past.findParcels(job.company, code, true)).toMatchObject([{ groupingId }]);
});
