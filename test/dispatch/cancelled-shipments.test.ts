import { describe, expect, test } from 'vitest';
import { listUnaskedPrints } from '../../src/main/dispatch/index.ts';
import type { CancelledBy, Shipment } from '../../src/shared/index.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, shipment } from './support/fakes.ts';

/** Three shipments, of which these have other statuses than usual. */
function list(status: Readonly<Record<number, { readonly sale?: number; readonly invoice?: number }>>): Shipment[] {
  return [1, 2, 3].map((id) => {
    const one = shipment(id);
    const { sale = 4, invoice = 6 } = status[id] ?? {};
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
    [{ sale: 2 }, 'sale-cancelled'],
    [{ invoice: 3 }, 'invoice-cancelled'],
    [{ invoice: 5 }, 'invoice-rejected'],
    [{ invoice: 10 }, 'invoice-denied'],
  ] as const satisfies readonly (readonly [object, CancelledBy])[])(
    'has its label held back: %j',
    async (status, by) => {
      const job = await open(startBench(list({ 2: status })));
      expect(states(job)).toEqual(['ready', 'failed', 'ready']);
      expect(faultOf(job, 1)).toMatchObject({ kind: 'shipment-cancelled', detail: by });
    },
  );

  test.each([{ sale: 0 }, { sale: 9 }, { sale: 99 }, { invoice: 1 }, { invoice: 4 }, { invoice: 77 }])(
    'is none of which the ERP says what nobody knows: %j',
    async (status) => {
      expect(states(await open(startBench(list({ 2: status }))))).toEqual(['ready', 'ready', 'ready']);
    },
  );

  test('is left out of a print of all, by itself or asked for', async () => {
    const job = await open(startBench(list({ 2: { sale: 2 } })));
    expect(listUnaskedPrints(job.snapshot())).toEqual([1, 3]);
    const printer = new FakePrinter();
    await printOn(job, printer);
    expect(states(job)).toEqual(['printed', 'failed', 'printed']);
  });

  test('is printed by the word of a person, which holds after a restart', async () => {
    const bench = startBench(list({ 2: { sale: 2 } }));
    const job = await open(bench);
    expect(job.confirm([2]).ok).toBe(true);
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    await job.close();
    expect(states(await open(bench))).toEqual(['ready', 'ready', 'ready']);
  });

  test('is held back again for another reason than the one that a person knew', async () => {
    const bench = startBench(list({ 2: { sale: 2 } }));
    const job = await open(bench);
    job.confirm([2]);
    await job.close();
    bench.erp.list = list({ 2: { invoice: 3 } });
    const again = await open(bench);
    expect(faultOf(again, 1)).toMatchObject({ kind: 'shipment-cancelled', detail: 'invoice-cancelled' });
  });

  test('is let go where the ERP says that it is to be sent again', async () => {
    const bench = startBench(list({ 2: { sale: 2 } }));
    await (await open(bench)).close();
    bench.erp.list = list({});
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'ready']);
  });

  test('is found where it was cancelled after its label had come', async () => {
    const bench = startBench(list({}));
    await (await open(bench)).close();
    bench.erp.list = list({ 3: { invoice: 10 } });
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'failed']);
  });

  test('stays printed where it is on paper', async () => {
    const bench = startBench(list({}));
    const job = await open(bench);
    await printOn(job, new FakePrinter());
    await job.close();
    bench.erp.list = list({ 3: { invoice: 10 } });
    expect(states(await bench.open())).toEqual(['printed', 'printed', 'printed']);
  });

  test('does not hold up a conclusion for which a person let it go without its label', async () => {
    const job = await open(startBench(list({ 2: { sale: 2 } })));
    await printOn(job, new FakePrinter());
    expect(await job.conclude()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
    expect(job.accept([2]).ok).toBe(true);
    expect(await job.conclude()).toEqual({ ok: true, value: undefined });
  });

  test.each([{ sale: 2 }, { invoice: 3 }])(
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
    bench.erp.list = list({ 2: { sale: 2 } });
    expect(await job.conclude()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
  });
});
