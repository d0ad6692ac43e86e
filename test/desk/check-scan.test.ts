import { expect, it } from 'vitest';
import { makeCheckHandlers } from '../../src/main/desk/handlers/check.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import type { DeskParts } from '../../src/main/desk/parts/parts.ts';
import type { ScanAnswer } from '#shared/contract/scan.ts';
import type { Shipment } from '#shared/domain/records.ts';
import type { Result } from '#shared/faults/faults.ts';
import { type Bench, startBench } from '../dispatch/support/bench.ts';
import { FakePrinter, groupingId, plainLogistics, shipment } from '../dispatch/support/fakes.ts';
import { printOn } from '../support/print-on.ts';
import type { KindAgainst } from '#shared/faults/problems.ts';

interface Scan {
  readonly code: string;
  readonly shipmentId?: number;
  readonly despite?: KindAgainst<'check'>;
}

async function open(bench: Bench) {
  const job = await bench.open();
  await job.labels.collect();
  await printOn(job, new FakePrinter());
  const workspace = {
    journal: bench.journal,
    jobs: { all: () => [{ job }] },
    autoPrint: { consider: () => undefined, waitsWith: () => false },
  };
  type Work = (opened: object, input: object, place: object) => Result<ScanAnswer>;
  const onJob = (work: Work) => (input: object) => Promise.resolve(work({ job }, input, workspace));
  const handlers = makeCheckHandlers({ connection: { onJob } } as unknown as DeskParts);
  const scan = async (input: Scan) => {
    const answer = (await handlers['check.scan']({
      groupingId,
      ...input,
    })) as unknown as Result<ScanAnswer>;
    if (!answer.ok) return answer.fault.kind;
    const { result, problem, shipmentIds } = answer.value;
    return [result, ...(problem === undefined ? [] : [problem]), ...(shipmentIds ?? [])].join(' ');
  };
  const undo = async () => {
    const answer = (await handlers['check.undo']({ groupingId })) as unknown as Result<ScanAnswer>;
    return answer.ok && answer.value;
  };
  return { job, scan, undo };
}

/** As the window asks it if every parcel must be checked. */
const concludes = async (job: GroupingJob) =>
  (await job.conclusion.request({ seen: [], mustBeChecked: true })).ok;

// One order in two dispatches: both have its code, its invoice and its number.
it('checks each of several parcels of one code by a word on its row', async () => {
  const same: Partial<Shipment> = {
    logistics: { ...plainLogistics, trackingCode: 'BR123456789BR' },
    invoice: { id: 9, number: 4711, date: null, status: null },
    sale: { id: 9, number: 90, date: null, status: 'other' },
  };
  const { job, scan } = await open(startBench([shipment(1, same), shipment(2, same), shipment(3)]));
  const code = 'BR123456789BR';
  expect(await scan({ code })).toBe('ambiguous 1 2');
  expect(await scan({ code, shipmentId: 3 })).toBe('has-code');
  expect(await scan({ code, shipmentId: 1 })).toBe('unlabelled named');
  expect(await scan({ code, shipmentId: 1, despite: 'named' })).toBe('ok named');
  // The parcel in the hand may be the one that was checked.
  expect(await scan({ code })).toBe('ambiguous 2');
  expect(await scan({ code, shipmentId: 1, despite: 'named' })).toBe('already');
  expect(await scan({ code: '4711', shipmentId: 2, despite: 'named' })).toBe('ok named');
  expect(await scan({ code })).toBe('already');
  expect(await concludes(job)).toBe(false);
  expect(await scan({ code: 'BR000000003XX' })).toBe('ok');
  expect(await concludes(job)).toBe(true);
});

it('checks a parcel without any code by a word on its row, and no other parcel so', async () => {
  const none = { logistics: null, invoice: null, sale: null };
  const { job, scan } = await open(startBench([shipment(1), shipment(2, none)]));
  expect(await scan({ code: '', shipmentId: 1, despite: 'named' })).toBe('has-code');
  expect(await scan({ code: '', shipmentId: 2 })).toBe('unlabelled named');
  expect(await scan({ code: '', shipmentId: 2, despite: 'named' })).toBe('ok named');
  expect(await scan({ code: 'BR000000001XX' })).toBe('ok');
  expect(await concludes(job)).toBe(true);
});

it('asks if an invoice has the number that is a tracking code elsewhere', async () => {
  const invoice = { id: 3, number: 120345, date: null, status: null };
  const bench = startBench([shipment(1, { invoice })]);
  const { job, scan } = await open(bench);
  const parcel = shipment(7, { logistics: { ...plainLogistics, trackingCode: '120345' } });
  const grouping = { id: 72, identification: '72', date: null, shippingMethod: null };
  bench.journal.create(job.company, { grouping, state: 'loaded' }, [parcel]);
  // As a scanner sends it that says first what kind of code it is.
  expect(await scan({ code: ']C1120345' })).toBe('unlabelled unsure');
  expect(await scan({ code: '120345' })).toBe('unlabelled unsure');
  expect(await scan({ code: '120345', despite: 'unsure' })).toBe('ok');
});

it("takes back no other bench's check of a parcel that was scanned here before", async () => {
  const bench = startBench(2);
  const { job, scan, undo } = await open(bench);
  await scan({ code: 'BR000000001XX' });
  await scan({ code: 'BR000000002XX' });
  const { id } = bench.journal.load(job.company, groupingId)!;
  const by = { station: 'Bancada 2', person: null, atMs: 1 };
  bench.journal.commit(id, {
    events: (['unchecked', 'checked'] as const).map((kind) => ({ kind, shipmentId: 2, by })),
  });
  expect(await undo()).toMatchObject({ result: 'undone', shipmentId: 1 });
  expect(await undo()).toBeNull();
});
