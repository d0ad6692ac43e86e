import { tellState } from '../support/tell-state.ts';
import { describe, expect, test } from 'vitest';
import { makeManifestContent } from '../../src/main/papers/manifest/content.ts';
import { listUnaskedPrints } from '../../src/main/dispatch/index.ts';
import type { DocumentStatus, Shipment } from '#shared/domain/records.ts';
import { printOn } from '../support/print-on.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, refusals, shipment } from './support/fakes.ts';
import { listExceptions } from '#shared/domain/job.ts';

/** Three shipments, of which these have other statuses than usual. */
function list(
  status: Readonly<
    Record<number, { readonly sale?: DocumentStatus; readonly invoice?: DocumentStatus }>
  >,
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
  await job.labels.collect();
  return job;
}

const faultOf = (job: Awaited<ReturnType<typeof open>>, place: number) =>
  job.snapshot().shipments[place]?.label.fault;

describe('a shipment that must not be sent', () => {
  test.each([
    [{ sale: 'cancelled' }, 'sale-cancelled'],
    [{ invoice: 'cancelled' }, 'invoice-cancelled'],
    [{ invoice: 'rejected' }, 'invoice-rejected'],
    [{ invoice: 'denied' }, 'invoice-denied'],
  ] as const)('has its label held back: %j', async (status, by) => {
    const job = await open(startBench(list({ 2: status })));
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    expect(faultOf(job, 1)).toMatchObject({ kind: 'shipment-cancelled', detail: by });
  });

  test('is left out of a print of all, automatic or requested', async () => {
    const job = await open(startBench(list({ 2: { sale: 'cancelled' } })));
    expect(listUnaskedPrints(job.snapshot())).toEqual([1, 3]);
    const printer = new FakePrinter();
    await printOn(job, printer);
    expect(states(job)).toEqual(['printed', 'failed', 'printed']);
  });

  test('is printed by the word of a person, which holds after a restart', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    const job = await open(bench);
    expect(job.words.confirm([2]).ok).toBe(true);
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    await job.close();
    expect(states(await open(bench))).toEqual(['ready', 'ready', 'ready']);
  });

  test('is held back again for another reason than the acknowledged one', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    const job = await open(bench);
    job.words.confirm([2]);
    await job.close();
    bench.erp.list = list({ 2: { invoice: 'cancelled' } });
    const again = await open(bench);
    expect(faultOf(again, 1)).toMatchObject({
      kind: 'shipment-cancelled',
      detail: 'invoice-cancelled',
    });
  });

  test('is released if the ERP reports that it is to be sent again', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    await (await open(bench)).close();
    bench.erp.list = list({});
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'ready']);
  });

  test('is found if it was cancelled after its label had come', async () => {
    const bench = startBench(list({}));
    await (await open(bench)).close();
    bench.erp.list = list({ 3: { invoice: 'denied' } });
    expect(states(await bench.open())).toEqual(['ready', 'ready', 'failed']);
  });

  test('stays printed if it is on paper', async () => {
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
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
    expect(job.words.accept([2]).ok).toBe(true);
    expect(await job.conclusion.request()).toEqual({ ok: true, value: undefined });
  });

  test.each([
    [{ sale: 'cancelled' }, 'sale-cancelled'],
    [{ invoice: 'cancelled' }, 'invoice-cancelled'],
  ] as const)(
    'is not concluded unless a person has seen that it is cancelled: %j',
    async (status, kind) => {
      const bench = startBench(list({}));
      const job = await open(bench);
      await printOn(job, new FakePrinter());
      // After the last reading that a person saw; the one right before the request shows it.
      bench.erp.list = list({ 2: status });
      expect(await job.conclusion.request()).toMatchObject({
        fault: { kind: 'shipment-cancelled' },
      });
      // The acknowledged shipment is that one, not one that was cancelled later.
      bench.erp.list = list({ 2: status, 3: status });
      expect(await job.conclusion.request({ seen: [{ kind, shipmentIds: [2] }] })).toMatchObject({
        fault: { kind: 'shipment-cancelled' },
      });
      expect(bench.erp.concludeRequests).toBe(0);
      expect(await job.conclusion.request({ seen: [{ kind, shipmentIds: [2, 3] }] })).toEqual({
        ok: true,
        value: undefined,
      });
      expect(bench.erp.concludeRequests).toBe(1);
    },
  );

  test('is not concluded if its label was released for another reason before it was cancelled', async () => {
    const bench = startBench(list({}));
    const job = await open(bench);
    await printOn(job, new FakePrinter(), [1, 3]);
    expect(job.words.accept([2]).ok).toBe(true);
    bench.erp.list = list({ 2: { sale: 'cancelled' } });
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'shipment-cancelled' } });
  });
});

describe('a shipment whose invoice is not authorised yet', () => {
  test.each(['pending', 'issued', 'sent', 'awaiting-protocol'] as const)(
    'has its label held back: %s',
    async (invoice) => {
      const job = await open(startBench(list({ 2: { invoice } })));
      expect(states(job)).toEqual(['ready', 'failed', 'ready']);
      expect(faultOf(job, 1)).toMatchObject({
        kind: 'invoice-unauthorised',
        detail: `invoice-${invoice}`,
      });
      expect(listUnaskedPrints(job.snapshot())).toEqual([1, 3]);
      expect(
        listExceptions(job.snapshot()).find(({ kind }) => kind === 'invoice-unauthorised')
          ?.shipmentIds,
      ).toEqual([2]);
    },
  );

  test('is printed on confirmation, which holds while the invoice moves between such states, and no longer', async () => {
    const bench = startBench(list({ 2: { invoice: 'pending' } }));
    const job = await open(bench);
    expect(job.words.confirm([2]).ok).toBe(true);
    await job.close();
    bench.erp.list = list({ 2: { invoice: 'sent' } });
    const again = await open(bench);
    expect(states(again)).toEqual(['ready', 'ready', 'ready']);
    await again.close();
    bench.erp.list = list({ 2: { invoice: 'denied' } });
    expect(faultOf(await open(bench), 1)).toMatchObject({
      kind: 'shipment-cancelled',
      detail: 'invoice-denied',
    });
  });

  test.each([
    [{}, null],
    [{ invoice: 'denied' }, 'shipment-cancelled'],
    [{ sale: 'cancelled' }, 'shipment-cancelled'],
  ] as const)(
    'is let go once it is authorised, or told what it came to: %j',
    async (status, kind) => {
      const bench = startBench(list({ 2: { invoice: 'sent' } }));
      const job = await open(bench);
      // The same for one that was accepted without its label.
      expect(job.words.accept([2]).ok).toBe(true);
      await job.close();
      bench.erp.list = list({ 2: status });
      const { label } = (await bench.open()).snapshot().shipments[1]!;
      expect([tellState(label), label.fault?.kind ?? null, label.waived !== null]).toEqual([
        kind ? 'failed' : 'ready',
        kind,
        false,
      ]);
    },
  );

  test('is not concluded unless a person has seen it', async () => {
    const bench = startBench(list({ 2: { invoice: 'issued' } }));
    const job = await open(bench);
    job.words.confirm([2]);
    await printOn(job, new FakePrinter());
    expect(await job.conclusion.request()).toMatchObject({
      fault: { kind: 'invoice-unauthorised', detail: '#2' },
    });
    expect(bench.erp.concludeRequests).toBe(0);
    const seen = [{ kind: 'invoice-unauthorised', shipmentIds: [2] }] as const;
    expect(await job.conclusion.request({ seen })).toEqual({ ok: true, value: undefined });
  });
});

/*
 * The words of the fault say "put it aside": a parcel that was put aside does not leave, with a
 * label or without one.
 */
describe('a shipment that a person put aside', () => {
  const manifest = (job: Awaited<ReturnType<typeof open>>) =>
    makeManifestContent({
      snapshot: job.snapshot(),
      company: null,
      language: 'en',
      nowMs: 0,
      issuer: '',
    }).rows.map(({ position }) => position);
  const kinds = (job: Awaited<ReturnType<typeof open>>) =>
    listExceptions(job.snapshot()).map(({ kind }) => kind);

  test('stays here: it is not on the manifest, nor to be checked, until somebody scans it', async () => {
    const job = await open(startBench(list({ 2: { sale: 'cancelled' } })));
    await printOn(job, new FakePrinter());
    for (const id of [1, 2, 3]) job.checks.mark(id, true);
    job.words.accept([2]);
    expect(manifest(job)).toEqual(['1', '3']);
    expect(kinds(job)).toEqual(['staying']);
    expect(job.snapshot().step).toEqual({ kind: 'conclude' });
    job.checks.mark(2, true, 'sale-cancelled');
    expect(manifest(job)).toEqual(['1', '2', '3']);
    expect(kinds(job)).toEqual(['sale-cancelled', 'accepted']);
    job.checks.mark(2, false);
    expect((await job.conclusion.request({ seen: [], mustBeChecked: true })).ok).toBe(true);
    expect(job.snapshot().step).toEqual({ kind: 'manifest' });
  });

  test('stays here too if a person had its label printed before, or wanted that', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    let job = await open(bench);
    job.words.confirm([2]);
    job.words.accept([2]);
    expect(kinds(job)).toContain('staying');
    await job.close();
    job = await open(bench);
    expect(kinds(job)).toContain('staying');
    // The word can be taken back: its label is as the person wanted it then.
    job.words.takeBack([2]);
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
  });

  test('stays here if it was cancelled after the print, until that is taken back', async () => {
    const bench = startBench(list({}));
    const job = await open(bench);
    await printOn(job, new FakePrinter());
    for (const id of [1, 2, 3]) job.checks.mark(id, true);
    bench.erp.list = list({ 2: { invoice: 'denied' } });
    await job.labels.reread();
    expect(job.words.accept([2]).ok).toBe(true);
    expect(manifest(job)).toEqual(['1', '3']);
    expect(kinds(job)).toEqual(['staying']);
    job.words.takeBack([2]);
    expect(states(job)).toEqual(['printed', 'printed', 'printed']);
    expect(kinds(job)).toEqual(['invoice-denied', 'unchecked']);
    job.words.accept([2]);
    expect((await job.conclusion.request({ seen: [], mustBeChecked: true })).ok).toBe(true);
    expect(manifest(job)).toEqual(['1', '3']);
    expect(bench.journal.load(job.company, 71)?.entries[1]?.label).toMatchObject({
      waived: 'stays',
      timesPrinted: 1,
    });
  });

  test.each([['restart'], ['reading of the list']])(
    'is looked at anew after a %s, if it goes after all and its label was another one',
    async (what) => {
      const bench = startBench(list({ 2: { sale: 'cancelled' } }));
      // The same file as the first one's.
      for (const id of [1, 2]) bench.erp.urls.set(id, [['https://labels.test/one']]);
      let job = await open(bench);
      expect(faultOf(job, 1)).toMatchObject({ kind: 'label-duplicate' });
      job.words.accept([2]);
      expect(kinds(job)).toContain('staying');
      bench.erp.list = list({});
      if (what === 'restart') await job.close();
      if (what === 'restart') job = await bench.open();
      else await job.labels.reread();
      expect(states(job)).toEqual(['ready', 'missing', 'ready']);
      await job.labels.collect();
      expect(faultOf(job, 1)).toMatchObject({ kind: 'label-duplicate' });
    },
  );

  test('stays here without a label too, and goes once it is not cancelled any more', async () => {
    const bench = startBench(list({ 2: { sale: 'cancelled' } }));
    bench.erp.urls.set(2, [refusals.noLabels]);
    const job = await open(bench);
    job.words.accept([2]);
    expect(manifest(job)).toEqual(['1', '3']);
    expect(bench.journal.past.jobs({})[0]).toMatchObject({ shipments: 3, accepted: 1, staying: 1 });
    bench.erp.list = list({});
    await job.labels.reread();
    expect(kinds(job)).not.toContain('staying');
    // It is fetched as if it never had been.
    expect(states(job)[1]).toBe('missing');
    await job.labels.collect();
    expect(states(job)[1]).toBe('panel');
    job.words.accept([2]);
    // Its label comes from elsewhere.
    expect(manifest(job)).toEqual(['1', '2', '3']);
  });

  test("a word on one invoice is none on the next one's", async () => {
    const bench = startBench(list({ 2: { invoice: 'cancelled' } }));
    const job = await open(bench);
    job.words.confirm([2]);
    expect(states(job)[1]).toBe('ready');
    bench.erp.list = list({ 2: { invoice: 'cancelled' } }).map((one) =>
      one.id === 2 ? { ...one, invoice: one.invoice && { ...one.invoice, id: 99 } } : one,
    );
    await job.labels.reread();
    await job.labels.collect();
    expect(states(job)[1]).toBe('failed');
  });
});
