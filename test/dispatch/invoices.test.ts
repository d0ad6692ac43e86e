import { describe, expect, test } from 'vitest';
import { Extensions, type InvoiceDetails } from '../../src/main/erp/index.ts';
import type { DocumentStatus, Shipment } from '#shared/domain/records.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import { shipment } from './support/fakes.ts';

/** Shipments whose invoice status the grouping's list omits, as in its fakes. */
function list(count: number, change: (one: Shipment) => Shipment = (one) => one): Shipment[] {
  return Array.from({ length: count }, (_, index) => change(shipment(index + 1)));
}

const details = (id: number, status: DocumentStatus | null = 'other'): InvoiceDetails => {
  return { id, number: 500 + id, accessKey: null, status, volumes: 1 };
};

function startInvoices(shipments: Shipment[], tell: (id: number) => Result<InvoiceDetails>) {
  const bench = startBench(shipments);
  const asked: number[] = [];
  Object.assign(bench.erp.extras, {
    invoice: (id: number) => {
      asked.push(id);
      return Promise.resolve(tell(id));
    },
  });
  const known = new Map([['grouping-labels' as const, false]]);
  const memory = { recall: () => Promise.resolve(known), remember: () => Promise.resolve() };
  Object.assign(bench.services, { extensions: new Extensions(memory) });
  const collect = async () => {
    const job = await bench.open();
    await job.collect();
    return job;
  };
  return { bench, asked, collect };
}

describe('invoices with too little data in the list', () => {
  test('are requested, and a void one is noticed before its label is printed', async () => {
    const { collect, asked } = startInvoices(list(3), (id) =>
      ok(details(id, id === 2 ? 'cancelled' : 'other')),
    );
    const job = await collect();
    expect(asked).toEqual([1, 2, 3]);
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    const { label, shipment: second } = job.snapshot().shipments[1]!;
    expect(label.fault).toMatchObject({ kind: 'shipment-cancelled', detail: 'invoice-cancelled' });
    expect(second.invoice).toMatchObject({ status: 'cancelled', number: 502 });
  });

  test('stay known when the grouping is opened again and its list still omits them', async () => {
    const { collect, asked } = startInvoices(list(3), (id) =>
      ok(details(id, id === 2 ? 'cancelled' : 'other')),
    );
    await (await collect()).close();
    const again = await collect();
    expect(states(again)).toEqual(['ready', 'failed', 'ready']);
    expect(asked).toHaveLength(3);
  });

  test('contain the number that an access key is checked against', async () => {
    const without = list(1, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, number: null, status: 'other' as const },
    }));
    const { collect } = startInvoices(without, (id) => ok(details(id)));
    expect((await collect()).snapshot().shipments[0]?.shipment.invoice?.number).toBe(501);
  });

  test('are not requested if the list has all data', async () => {
    const told = list(3, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, status: 'other' as const },
    }));
    const { collect, asked } = startInvoices(told, (id) => ok(details(id)));
    await collect();
    expect(asked).toEqual([]);
  });

  test('are not requested under no number, or a number that no invoice has', async () => {
    const numbers = [null, 0, -1, 504];
    const odd = list(4, (one) => ({
      ...one,
      invoice: one.invoice && { ...one.invoice, id: numbers[one.id - 1]! },
    }));
    const { collect, asked } = startInvoices(odd, (id) => ok(details(id)));
    await collect();
    expect(asked).toEqual([504]);
  });

  test('cost one request if the service does not have them, and no label', async () => {
    const { collect, asked } = startInvoices(list(20), () =>
      failed(fault('not-found', { status: 404, reached: 'yes' })),
    );
    const job = await collect();
    expect(asked).toHaveLength(1);
    expect(new Set(states(job))).toEqual(new Set(['ready']));
  });

  test('stay unknown if the service fails', async () => {
    const { collect } = startInvoices(list(3), () =>
      failed(fault('server', { status: 500, reached: 'yes' })),
    );
    expect(states(await collect())).toEqual(['ready', 'ready', 'ready']);
  });
});
