import { readState } from '#shared/domain/job.ts';
import { afterEach, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/training-erp/index.ts';
import { connectedWorkstation, isSettled, printRequest, valueOf } from './support/harness.ts';
import { change, collected } from './support/printers.ts';
import type { Connected } from './support/printers.ts';
import { see } from '../support/seen.ts';

let station: Connected;
afterEach(() => station.close());

const newCode = 'AA123456785BR';

async function start(options: SandboxOptions = {}, isAllowed = true) {
  station = await connectedWorkstation({ contractOnly: false, shipments: 3, ...options });
  if (isAllowed) await change(station, { correctShipments: true });
  await collected(station);
  const { groupingId, sandbox } = station;
  const read = async () =>
    valueOf(await station.ask('job.open', { groupingId })).snapshot.shipments;
  // The ERP has no tracking code of the first.
  const before = await read();
  const correct = (grossWeightKg: number | null, trackingCode: string | null, at = 1) =>
    station.ask('job.correct', {
      groupingId,
      shipmentId: before[at]!.shipment.id,
      grossWeightKg,
      trackingCode,
    });
  const puts = () =>
    sandbox.requests.filter(({ method }) => method === 'PUT').map(({ status }) => status);
  return { groupingId, sandbox, read, correct, puts };
}

it('corrects nothing if the settings do not allow it', async () => {
  const { correct, puts } = await start({}, false);
  expect(await correct(2.5, null)).toMatchObject({ fault: { kind: 'invalid-input' } });
  expect(puts()).toEqual([]);
});

it('corrects the weight in the ERP and here, and leaves the label', async () => {
  const { correct, read, puts, sandbox, groupingId } = await start();
  valueOf(await correct(2.5, null));
  expect(puts()).toEqual([204]);
  const [, second] = await read();
  expect([second?.shipment.volume?.grossWeight, second && readState(second.label)]).toEqual([
    2.5,
    'ready',
  ]);
  expect(sandbox.world.groupings.get(groupingId)?.shipments[1]?.dispatch.volume.pesoBruto).toBe(
    2.5,
  );
  expect(sandbox.downloads(groupingId, 1)).toBeLessThanOrEqual(1);
});

it('fetches the label again if the tracking code changes', async () => {
  const { correct, read, groupingId, sandbox } = await start({ formats: ['zpl'] });
  const downloads = sandbox.downloads(groupingId, 1);
  valueOf(await correct(null, newCode));
  await station.until(groupingId, isSettled);
  const [, second] = await read();
  expect([second?.shipment.logistics?.trackingCode, second && readState(second.label)]).toEqual([
    newCode,
    'ready',
  ]);
  expect(sandbox.downloads(groupingId, 1)).toBe(downloads + 1);
  // The ERP has the change: opened again, the grouping shows no difference.
  await station.ask('job.leave', { groupingId });
  const again = valueOf(await station.ask('job.open', { groupingId })).snapshot;
  expect([again.difference, again.shipments[1]?.shipment.logistics?.trackingCode]).toEqual([
    null,
    newCode,
  ]);
});

it('requires a new print of a label that is on paper with the earlier code', async () => {
  const { correct, groupingId } = await start();
  valueOf(
    await station.ask(
      'print.start',
      await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
    ),
  );
  valueOf(await correct(null, newCode));
  const { shipments } = await station.until(groupingId, isSettled);
  expect(shipments.map(({ label }) => [readState(label), label.timesPrinted])).toEqual([
    ['printed', 1],
    ['ready', 0],
    ['printed', 1],
  ]);
});

it('reports the ERP’s refusal, and that it takes no corrections if it knows none of several shipments', async () => {
  const { correct, read, sandbox, groupingId } = await start();
  sandbox.world.groupings.get(groupingId)!.conclusions = 1;
  const weight = (await read())[1]?.shipment.volume?.grossWeight;
  expect(await correct(9, null)).toMatchObject({
    fault: { kind: 'validation', erpMessage: 'Agrupamento já concluído' },
  });
  expect((await read())[1]?.shipment.volume?.grossWeight).toBe(weight);
  await station.close();
  const other = await start({ contractOnly: true });
  const kinds: unknown[] = [];
  for (const at of [0, 1, 2, 0]) {
    const answer = await other.correct(9, null, at);
    kinds.push(answer.ok ? 'ok' : answer.fault.kind);
  }
  const gone = 'no-longer-there';
  const none = 'correction-not-offered';
  expect(kinds).toEqual([gone, gone, none, none]);
  expect(other.puts()).toEqual([404, 404, 404]);
});

it('corrects the next shipment though the ERP has deleted one', async () => {
  const { correct, puts, sandbox, groupingId } = await start();
  sandbox.world.groupings.get(groupingId)!.shipments.splice(1, 1);
  expect(await correct(9, null)).toMatchObject({ fault: { kind: 'no-longer-there' } });
  valueOf(await correct(2.5, null, 2));
  expect(puts()).toEqual([404, 204]);
});

it('corrects nothing once its conclusion has begun', async () => {
  const { correct, groupingId, puts } = await start();
  valueOf(
    await station.ask(
      'print.start',
      await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
    ),
  );
  const how = { beforeLabels: false, seen: await see(station.ask, groupingId) };
  valueOf(await station.ask('job.conclude', { groupingId, ...how }));
  expect(await correct(1, null)).toMatchObject({ fault: { kind: 'not-ready' } });
  expect(puts()).toEqual([]);
});
