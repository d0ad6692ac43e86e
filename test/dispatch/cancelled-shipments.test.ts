import { describe, expect, test } from 'vitest';
import { listUnaskedPrints } from '../../src/main/dispatch/index.ts';
import type { CancelledBy, DocumentStatus, Shipment } from '../../src/shared/index.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, shipment } from './support/fakes.ts';

/** Three shipments, of which these have other statuses than usual. */
function list(
  status: Readonly<Record<number, { readonly sale?: DocumentStatus; readonly invoice?: DocumentStatus }>>,
): Shipment[] {
  return [1, 2, 3].map((id) => {
    const one = shipment(id);
    const { sale = 'other', invoice = 'other' } = status[id] ?? {};
    return {
      ...one,
      sale: one.sale && { ...one.sale, status: sale },
      invoice: one.invoice && { ...one.invoice, status: invoice },
    };
  });
}

async function open(bench: Bench) {
  const job = await bench.open();
  await job.collect();
  return job;
}

const faultOf = (job: Awaited<ReturnType<typeof open>>, place: number) => job.snapshot().shipments[place]?.label.fault;

describe('a shipment that is not to be sent', () => {
  test.each([
    [{ sale: 'cancelled' }, 'sale-cancelled'],
    [{ invoice: 'cancelled' }, 'invoice-cancelled'],
    [{ invoice: 'rejected' }, 'invoice-rejected'],
    [{ invoice: 'denied' }, 'invoice-denied'],
  ] as const satisfies readonly (readonly [object, CancelledBy])[])(
    'has its label held back: %j',
    async (status, by) => {
      const job = await open(startBench(list({ 2: status })));
      expect(states(job)).toEqual(['ready', 'failed', 'ready']);
      expect(faultOf(job, 1)).toMatchObject({ kind: 'shipment-cancelled', detail: by });
    },
  );

  test('is left out of a print of all, by itself or asked for', async () => {
    const job = await open(startBench(list({ 2: { sale: 'cancelled' } })));
    expect(listUnaskedPrints(job.snapshot())).toEqual([1, 3]);
    const printer = new FakePrinter();
    await printOn(job, printer);
    expect(states(job)).toEqual(['printed', 'failed', 'printed']);
  });

  test('is printed by the word of a person, which holds after a restart', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    const job = await open(bench);
    expect(job.confirm([2]).ok).toBe(true);
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    await job.close();
    expect(states(await open(bench))).toEqual(['ready', 'ready', 'ready']);
  });

  test('is held back again for another reason than the one that a person knew', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    const job = await open(bench);
    job.confirm([2]);
    await job.close();
    bench.erp.list = list({ 2: { invoice: 'cancelled' } });
    const again = await open(bench);
    expect(faultOf(again, 1)).toMatchObject({ kind: 'shipment-cancelled', detail: 'invoice-cancelled' });
  });

  test('is let go where the ERP says that it is to be sent again', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    await (await open(bench)).close();
    bench.erp.list = list({});
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'ready']);
  });

  test('is found where it was cancelled after its label had come', async () => {
    const bench = startBench(list({}));
    await (await open(bench)).close();
    bench.erp.list = list({ 3: { invoice: 'denied' } });
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'failed']);
  });

  test('stays printed where it is on paper', async () => {
    const bench = startBench(list({}));
    const job = await open(bench);
    await printOn(job, new FakePrinter());
    await job.close();
    bench.erp.list = list({ 3: { invoice: 'denied' } });
    expect(states(await bench.open())).toEqual(['printed', 'printed', 'printed']);
  });

  test('does not hold up a conclusion for which a person let it go without its label', async () => {
    const job = await open(startBench(list({ 2: { sale: 'cancelled' } })));
    await printOn(job, new FakePrinter());
    expect(await job.conclude()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
    expect(job.accept([2]).ok).toBe(true);
    expect(await job.conclude()).toEqual({ ok: true, value: undefined });
  });

  test.each([{ sale: 'cancelled' }, { invoice: 'cancelled' }] as const)(
    'is not concluded unless a person has seen that it is cancelled: %j',
    async (status) => {
      const bench = startBench(list({}));
      const job = await open(bench);
      await printOn(job, new FakePrinter());
      // After the last reading that a person saw; the one right before the request shows it.
      bench.erp.list = list({ 2: status });
      expect(await job.conclude()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
      // What was seen is that one, and not one that was cancelled later.
      bench.erp.list = list({ 2: status, 3: status });
      expect(await job.conclude({ seen: [{ kind: 'cancelled', shipmentIds: [2] }] })).toMatchObject({
        fault: { kind: 'shipment-cancelled' },
      });
      expect(bench.erp.concludeRequests).toBe(0);
      expect(await job.conclude({ seen: [{ kind: 'cancelled', shipmentIds: [2, 3] }] })).toEqual({
        ok: true,
        value: undefined,
      });
      expect(bench.erp.concludeRequests).toBe(1);
    },
  );

  test('is not concluded where its label was let go for another reason before it was cancelled', async () => {
    const bench = startBench(list({}));
    const job = await open(bench);
    await printOn(job, new FakePrinter(), [1, 3]);
    expect(job.accept([2]).ok).toBe(true);
    bench.erp.list = list({ 2: { sale: 'cancelled' } });
    expect(await job.conclude()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
  });
});
