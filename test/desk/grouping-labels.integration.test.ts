import { readState } from '#shared/domain/job.ts';
import { afterEach, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/training-erp/index.ts';
import { readCodesHere } from '../support/label-process/codes-here.ts';
import { connectedWorkstation, isSettled, printRequest, valueOf } from './support/harness.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options: SandboxOptions) {
  const station = await connectedWorkstation(
    { contractOnly: false, formats: ['pdf', 'png', 'zpl', 'zip'], ...options },
    { startCodeProcess: readCodesHere },
  );
  ends.push(() => station.close());
  const { sandbox, groupingId } = station;
  valueOf(await station.ask('job.open', { groupingId }));
  const snapshot = await station.until(groupingId, isSettled);
  const count = (path: RegExp): number =>
    sandbox.requests.filter((one) => path.test(one.path)).length;
  return {
    station,
    sandbox,
    groupingId,
    snapshot,
    states: snapshot.shipments.map(({ label }) => readState(label)),
    together: () => count(/^\/public-api\/v3\/expedicao\/\d+\/etiquetas$/),
    singles: () => count(/^\/public-api\/v3\/expedicao\/\d+\/expedicao\/\d+\/etiquetas$/),
    files: () => count(/^\/doca-treino\/etiquetas\//),
  };
}

it('gets the labels of a grouping by one request, each in its shipment’s place, and prints them', async () => {
  const { station, groupingId, states, snapshot, together, singles, files } = await start({
    shipments: 24,
  });
  expect(states).toEqual(Array.from({ length: 24 }, () => 'ready'));
  expect([together(), singles(), files()]).toEqual([1, 0, 2]);
  expect(snapshot.shipments.slice(0, 4).map(({ label }) => label.formats)).toEqual([
    ['pdf'],
    ['png'],
    ['zpl'],
    ['zpl'],
  ]);
  // Each label has its own shipment's code, or none is known: no label is stopped.
  await station.until(groupingId, ({ shipments }) =>
    shipments.every(({ label }) => label.reading !== null),
  );
  valueOf(
    await station.ask(
      'print.start',
      await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
    ),
  );
  const printed = await station.until(groupingId, ({ state }) => state === 'printed');
  expect(printed.shipments.every(({ label }) => readState(label) === 'printed')).toBe(true);
});

it('take no extra minute for 70 shipments if 60 requests a minute are allowed', async () => {
  const { sandbox, states, together, singles } = await start({
    ...{ shipments: 70, formats: ['zpl'], rateLimitPerMinute: 60 },
  });
  expect(states.filter((state) => state === 'ready')).toHaveLength(70);
  expect([together(), singles()]).toEqual([1, 0]);
  // One by one they are 72, for which the limit has two minutes.
  expect(sandbox.requests.filter(({ host }) => host === 'erp').length).toBeLessThanOrEqual(4);
  expect(sandbox.requests.filter(({ status }) => status === 429)).toEqual([]);
});

it('come as in the contract if the service has nothing else, at the cost of one request', async () => {
  const { station, sandbox, groupingId, states, together, singles } = await start({
    shipments: 24,
    contractOnly: true,
  });
  expect(states).toEqual(Array.from({ length: 24 }, () => 'ready'));
  expect([together(), singles()]).toEqual([1, 24]);
  // Not requested again, for another grouping or after another start.
  valueOf(await station.ask('job.open', { groupingId: groupingIdOf(1) }));
  await station.until(groupingIdOf(1), isSettled);
  expect(together()).toBe(1);
  expect(sandbox.downloads(groupingId, 0)).toBe(1);
});
