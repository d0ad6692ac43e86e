import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Emitter } from '../../src/main/os/emitter.ts';
import type { NamedRef, Shipment } from '#shared/domain/records.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, groupingId, pass, refusals, shipment, shipments } from './support/fakes.ts';
import { withSettings } from './support/services.ts';
import { printOn } from '../support/print-on.ts';
import { listExceptions } from '#shared/domain/job.ts';
import { alone, openGrouping } from '../../src/main/dispatch/index.ts';
import type { OpenedJob } from '../../src/main/dispatch/model/coordination.ts';
import { makeGroupingShare } from '../renderer/fake-data.ts';

const kindOf = (result: { ok: boolean; fault?: { kind: string } }) =>
  result.ok ? 'ok' : result.fault?.kind;

describe('a job from start to end', () => {
  test('collects, prints, concludes, and reports each step', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    expect(job.snapshot()).toMatchObject({
      state: 'loaded',
      fault: null,
      difference: null,
      requests: 1,
    });
    const seen = new Set<string>();
    job.subscribe(() => void seen.add(job.overview().state));

    expect(await job.labels.collect()).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    expect(job.snapshot()).toMatchObject({ state: 'ready', requests: 7 });

    const printer = new FakePrinter();
    expect(await printOn(job, printer)).toEqual(ok());
    expect(printer.printed).toEqual([job.snapshot().pdfPath]);
    expect(readFileSync(printer.printed[0]!, 'utf8')).toBe(
      'https://labels.test/1\nhttps://labels.test/2\nhttps://labels.test/3',
    );
    expect(job.snapshot().state).toBe('printed');
    expect(job.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 1]);

    expect(await job.conclusion.request()).toEqual(ok());
    expect(job.snapshot().state).toBe('concluded');
    expect(bench.erp.concludeRequests).toBe(1);
    expect(kindOf(await job.conclusion.request())).toBe('already-concluded');
    expect(bench.erp.concludeRequests).toBe(1);
    expect([...seen]).toEqual([
      'collecting',
      'ready',
      'printing',
      'printed',
      'concluding',
      'concluded',
    ]);
  });

  test('the merged file is named after the grouping, and a part of it does not overwrite the whole', async () => {
    const job = await startBench(3).open();
    await job.labels.collect();
    await job.prints.merge();
    const whole = job.snapshot().pdfPath!;
    expect(whole).toMatch(/Rota 7-B-71\.pdf$/);
    await job.prints.merge([3, 1]);
    const part = job.snapshot().pdfPath!;
    expect(part).not.toBe(whole);
    expect(readFileSync(part, 'utf8')).toBe('https://labels.test/3\nhttps://labels.test/1');
    expect(readFileSync(whole, 'utf8').split('\n')).toHaveLength(3);
  });

  test('raw ZPL is written beside the PDF if there is some', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/2', ['^XA^XZ']);
    const job = await bench.open();
    await job.labels.collect();
    await job.prints.merge();
    expect(readFileSync(job.snapshot().zplPath!, 'utf8')).toBe('^XA^XZ');
    await job.prints.merge([1]);
    expect(job.snapshot().zplPath).toBeNull();
  });

  test('a grouping is opened once; closing releases it', async () => {
    const bench = startBench(1);
    const job = await bench.open();
    expect(kindOf(await openGrouping(bench.services, groupingId))).toBe('already-open');
    await job.close();
    expect(bench.books[0]!.closed).toBe(true);
    expect(kindOf(await job.labels.collect())).toBe('not-ready');
    await bench.open();
  });

  test('a grouping that cannot be read leaves no lock behind', async () => {
    const bench = startBench(1);
    bench.erp.groupingFault = fault('not-found', { status: 404 });
    expect(kindOf(await openGrouping(bench.services, groupingId))).toBe('not-found');
    bench.erp.groupingFault = null;
    await bench.open();
  });

  test('the paper of a label, which leads it to its printer, is known after a restart', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/1', ['^XA^FD1^FS^XZ']);
    const job = await bench.open();
    const routed = (one: typeof job) =>
      one.snapshot().shipments.map(({ label: { paper, hasZpl } }) => [paper, hasZpl]);
    expect(routed(job)).toEqual([
      [null, false],
      [null, false],
    ]);
    await job.labels.collect();
    const paper = { widthMm: 100, heightMm: 150 };
    const expected = [
      [paper, true],
      [paper, false],
    ];
    expect(routed(job)).toEqual(expected);
    await job.close();
    expect(routed(await bench.open())).toEqual(expected);
  });

  test('the parts of a label that no printer gets are reported when its file was read, and after a restart', async () => {
    const bench = startBench(2);
    bench.labels.hosts.set('https://labels.test/1', ['^XA~JR^FD1^FS~JR^XZ']);
    const job = await bench.open();
    const leftOut = (one: typeof job) => one.snapshot().shipments.map(({ label }) => label.leftOut);
    await job.labels.collect();
    expect(leftOut(job)).toEqual([['~JR'], []]);
    await printOn(job, new FakePrinter());
    await job.close();
    const again = await bench.open();
    expect(leftOut(again)).toEqual([['~JR'], []]);
    await again.prints.preview([1]);
    expect(leftOut(again)).toEqual([['~JR'], []]);
    expect(states(again)).toEqual(['printed', 'printed']);
  });

  test('checks of parcels survive', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    expect(job.checks.mark(2, true)).toEqual(ok());
    expect(kindOf(job.checks.mark(9, true))).toBe('invalid-input');
    expect(
      bench.journal.past.history('').map(({ kind, shipmentId }) => [kind, shipmentId]),
    ).toEqual([['checked', 2]]);
    await job.close();
    const again = await bench.open();
    expect(again.snapshot().shipments.map(({ checkedAtMs }) => checkedAtMs !== null)).toEqual([
      false,
      true,
    ]);
    again.checks.mark(2, false);
    expect(again.snapshot().shipments[1]!.checkedAtMs).toBeNull();
    // The journal records if one counts only because the packer said so.
    again.checks.mark(2, true, 'unprinted');
    again.checks.markVolumes(1, { codes: ['A'], of: 2 }, 'label-of-another');
    const events = bench.journal.past.events(again.company, again.snapshot().grouping.id).slice(-2);
    expect(events.map(({ kind, data }) => [kind, data['despite']])).toEqual([
      ['checked', 'unprinted'],
      ['volume-checked', 'label-of-another'],
    ]);
  });

  test('scans of volumes survive, and the last one checks the shipment', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    const scanned = (one: typeof job) =>
      one.snapshot().shipments.map(({ scannedVolumes }) => scannedVolumes);
    expect(job.checks.markVolumes(2, { codes: ['TBR000000002'], of: 2 })).toEqual(ok());
    expect(kindOf(job.checks.markVolumes(9, { codes: ['TBR000000002'], of: 2 }))).toBe(
      'invalid-input',
    );
    expect(bench.journal.past.history('')).toEqual([]);
    const after = bench.crash();
    const again = await after.open();
    expect(scanned(again)).toEqual([null, { codes: ['TBR000000002'], of: 2 }]);
    expect(again.snapshot().shipments[1]!.checkedAtMs).toBeNull();
    expect(again.checks.markVolumes(2, { codes: ['TBR000000002', 'TBR000000001'], of: 2 })).toEqual(
      ok(),
    );
    expect(again.snapshot().shipments[1]!.checkedAtMs).not.toBeNull();
    expect(after.journal.past.history('').map(({ kind }) => kind)).toEqual(['checked']);
    expect(again.checks.markVolumes(2, { codes: ['TBR000000002'], of: 2 })).toEqual(ok());
    expect(again.snapshot().shipments[1]!.checkedAtMs).toBeNull();
    expect(after.journal.past.history('').map(({ kind }) => kind)).toEqual([
      'unchecked',
      'checked',
    ]);
  });
});

describe('collecting', () => {
  test('each kind of refusal ends in its own state, and the others are fine', async () => {
    const bench = startBench(7);
    bench.erp.urls.set(2, [[]]);
    bench.erp.urls.set(3, [refusals.noLabels]);
    bench.erp.urls.set(4, [refusals.other]);
    bench.erp.urls.set(5, [fault('forbidden', { status: 403 })]);
    bench.labels.hosts.set('https://labels.test/6', ['bad:label-corrupt']);
    const job = await bench.open();
    expect(await job.labels.collect()).toEqual(ok());
    expect(states(job)).toEqual([
      'ready',
      'failed',
      'panel',
      'failed',
      'failed',
      'failed',
      'ready',
    ]);
    const labels = job.snapshot().shipments.map(({ label }) => label);
    expect(labels.map(({ fault: why }) => why?.kind)).toEqual([
      undefined,
      'label-missing',
      'label-in-panel',
      'validation',
      'forbidden',
      'label-corrupt',
      undefined,
    ]);
    expect(labels.map(({ file }) => file === 'failed')).toEqual([
      false,
      true,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(labels[3]!.fault!.erpMessage).toBe('Nenhuma expedição vinculada');
    expect(job.snapshot().state).toBe('ready');
    expect(bench.books[0]!.prepared.size).toBe(2);
  });

  test('several files keep the order of the list', async () => {
    const bench = startBench(1);
    bench.erp.urls.set(1, [['https://labels.test/b', 'https://labels.test/a']]);
    const job = await bench.open();
    await job.labels.collect();
    await job.prints.merge();
    expect(bench.labels.downloads).toEqual(['https://labels.test/b', 'https://labels.test/a']);
    expect(readFileSync(job.snapshot().pdfPath!, 'utf8')).toBe(
      'https://labels.test/b\nhttps://labels.test/a',
    );
    expect(job.snapshot().shipments[0]!.label).toMatchObject({ formats: ['pdf', 'pdf'], pages: 2 });
  });

  test.each(['same URL', 'same bytes'])(
    '%s in two shipments: the later one in the list is the duplicate',
    async (how) => {
      const bench = startBench(3);
      bench.erp.urls.set(1, [fault('network'), ['https://labels.test/x']]);
      bench.erp.urls.set(3, [
        [how === 'same URL' ? 'https://labels.test/x' : 'https://labels.test/y'],
      ]);
      bench.labels.hosts.set('https://labels.test/y', ['https://labels.test/x']);
      const job = await bench.open();
      await job.labels.collect();
      expect(states(job)).toEqual(['failed', 'ready', 'ready']);
      await job.labels.retry();
      expect(states(job)).toEqual(['ready', 'ready', 'failed']);
      expect(job.snapshot().shipments[2]!.label).toMatchObject({
        fault: { kind: 'label-duplicate' },
        file: 'refused',
      });
      expect(await job.labels.retry()).toEqual(ok());
      expect(states(job)[2]).toBe('failed');
      job.words.accept([3]);
      await printOn(job, new FakePrinter());
      expect(await job.conclusion.request()).toEqual(ok());
    },
  );

  test('a label that was held is a duplicate too when it is to be printed after all', async () => {
    const sale = { id: 2, number: 2, date: null, status: 'cancelled' } as const;
    const bench = startBench([shipment(1), shipment(2, { sale })]);
    bench.erp.urls.set(1, [fault('network'), ['https://labels.test/2']]);
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.retry();
    expect(states(job)).toEqual(['ready', 'failed']);
    expect(job.words.confirm([2])).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'failed']);
    expect(job.snapshot().shipments[1]!.label.fault!.kind).toBe('label-duplicate');
  });

  test('a printed label keeps its duplicates, whatever the order of the list', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(1, [fault('network'), ['https://labels.test/x']]);
    bench.erp.urls.set(2, [['https://labels.test/x']]);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    await job.labels.retry();
    expect(states(job)).toEqual(['failed', 'printed']);
    expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('label-duplicate');
  });

  test('a duplicate that the ERP has corrected is fetched again on request', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(2, [['https://labels.test/1'], ['https://labels.test/2']]);
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'failed']);
    await job.labels.retry([2]);
    expect(states(job)).toEqual(['ready', 'ready']);
  });

  test('an expired link is requested again once, then it fails', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(1, [['https://labels.test/old'], ['https://labels.test/new']]);
    bench.labels.hosts.set('https://labels.test/old', ['label-expired']);
    bench.labels.hosts.set('https://labels.test/2', ['label-expired']);
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'failed']);
    expect(bench.erp.labelRequests.filter((id) => id === 2)).toHaveLength(2);
    expect(job.snapshot().shipments[1]!.label).toMatchObject({
      fault: { kind: 'label-expired' },
      file: 'failed',
    });
  });

  test('a damaged file is deleted and downloaded again', async () => {
    const bench = startBench(1);
    bench.labels.hosts.set('https://labels.test/1', ['bad:label-unknown-format', 'a good one']);
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['failed']);
    await job.labels.retry();
    expect(states(job)).toEqual(['ready']);
    expect(bench.labels.discards).toBe(1);
    expect(bench.labels.downloads).toHaveLength(2);
  });

  test('retry repeats retryable failures, or the named ones', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(1, [fault('not-found', { status: 404 }), ['https://labels.test/1']]);
    bench.erp.urls.set(2, [fault('server', { status: 500 }), ['https://labels.test/2']]);
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.retry();
    expect(states(job)).toEqual(['failed', 'ready']);
    expect(kindOf(await job.labels.retry([2]))).toBe('invalid-input');
    // One of those that were on the screen has come since.
    expect(await job.labels.retry([1, 2])).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready']);
  });

  test.each(['gateway', 'certificate', 'proxy-password', 'proxy-refused'] as const)(
    'retry repeats what did not reach the ERP: %s',
    async (kind) => {
      const bench = startBench(1);
      bench.erp.urls.set(1, [fault(kind), ['https://labels.test/1']]);
      const job = await bench.open();
      await job.labels.collect();
      expect(job.snapshot().step).toEqual({ kind: 'retry', count: 1 });
      await job.labels.retry();
      expect(states(job)).toEqual(['ready']);
    },
  );

  test('a refused token pauses the job, a new one lets it go on with the same requests', async () => {
    const bench = startBench(20);
    const job = await bench.open();
    bench.erp.token = 'bad';
    const collected = job.labels.collect();
    await until(() => job.snapshot().pause?.reason === 'token');
    await pass(20);
    const asked = bench.erp.labelRequests.length;
    expect(job.snapshot().state).toBe('collecting');
    await pass(20);
    expect(bench.erp.labelRequests).toHaveLength(asked);
    bench.erp.token = 'good';
    job.tokenChanged();
    expect(await collected).toEqual(ok());
    expect(states(job).every((state) => state === 'ready')).toBe(true);
    expect(job.snapshot().pause).toBeNull();
    expect(bench.labels.downloads).toHaveLength(20);
  });

  test('a pause ends with a cancel, and the next try asks again', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    bench.erp.token = 'bad';
    const cancel = new AbortController();
    const collected = job.labels.collect(cancel.signal);
    await until(() => job.snapshot().pause !== null);
    cancel.abort();
    expect(kindOf(await collected)).toBe('cancelled');
    expect(job.snapshot()).toMatchObject({ pause: null, state: 'loaded', fault: null });
    bench.erp.token = 'good';
    expect(await job.labels.collect()).toEqual(ok());
  });

  test('cancelled work is pending again and continues there', async () => {
    const bench = startBench(40);
    bench.erp.delayMs = 2;
    bench.labels.delayMs = 5;
    const job = await bench.open();
    const cancel = new AbortController();
    const collected = job.labels.collect(cancel.signal);
    await until(() => states(job).includes('ready'));
    cancel.abort();
    expect(kindOf(await collected)).toBe('cancelled');
    const kept = bench.labels.files.size;
    expect(new Set(states(job))).toEqual(new Set(['ready', 'missing']));
    expect(job.snapshot().state).toBe('loaded');
    bench.labels.downloads = [];
    expect(await job.labels.collect()).toEqual(ok());
    expect(bench.labels.downloads).toHaveLength(40 - kept);
  });

  test('a second collect joins the first; close waits for it', async () => {
    const bench = startBench(5);
    const job = await bench.open();
    const both = Promise.all([job.labels.collect(), job.labels.collect()]);
    expect(await both).toEqual([ok(), ok()]);
    expect(bench.erp.labelRequests).toHaveLength(5);
    const again = job.labels.retry();
    await job.close();
    await again;
  });

  test('failed labels are retried while others still load', async () => {
    const bench = startBench(10);
    bench.erp.urls.set(1, [fault('timeout'), ['https://labels.test/1']]);
    bench.labels.delayMs = 20;
    const job = await bench.open();
    const collected = job.labels.collect();
    await until(() => states(job)[0] === 'failed');
    await job.labels.retry();
    expect(await collected).toEqual(ok());
    expect(states(job).every((state) => state === 'ready')).toBe(true);
  });

  test('downloads keep to their number', async () => {
    const bench = startBench(40);
    bench.labels.delayMs = 50;
    const job = await bench.open();
    await job.labels.collect();
    expect(bench.labels.mostUnderWay).toBe(12);
  });

  test('a defect in one label fails that label alone', async () => {
    const bench = startBench(2);
    bench.labels.find = (slot) =>
      slot.shipmentId === 1 ? Promise.reject(new TypeError('defect')) : Promise.resolve(null);
    const job = await bench.open();
    expect(await job.labels.collect()).toEqual(ok());
    expect(states(job)).toEqual(['failed', 'ready']);
    expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('internal');
  });
});

describe('labels only after the conclusion', () => {
  test('the ERP requires it: conclude first, then collect and print in the concluded grouping', async () => {
    const bench = startBench(3);
    bench.erp.labelsAfterConclusion = true;
    const job = await bench.open();
    expect(await job.labels.collect()).toEqual(ok());
    expect(states(job)).toEqual(['failed', 'failed', 'failed']);
    expect(job.snapshot()).toMatchObject({ labelsAfterConclusion: true, state: 'ready' });
    expect(job.snapshot().shipments[0]!.label.fault).toMatchObject({
      kind: 'label-after-conclusion',
      erpMessage: 'Agrupamento ainda não foi concluído',
    });
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
    expect(job.snapshot()).toMatchObject({ state: 'concluded', labelsAfterConclusion: false });
    expect(states(job)).toEqual(['missing', 'missing', 'missing']);
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    expect(states(job)).toEqual(['printed', 'printed', 'printed']);
    expect(job.snapshot().state).toBe('concluded');
    expect(bench.erp.concludeRequests).toBe(1);
  });

  test('one refusal is enough: a long list is not asked shipment by shipment', async () => {
    const bench = startBench(500);
    bench.erp.labelsAfterConclusion = true;
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job).every((state) => state === 'failed')).toBe(true);
    expect(bench.erp.labelRequests.length).toBeLessThanOrEqual(64);
  });

  test('requested without collecting: the ERP is asked once', async () => {
    const bench = startBench(3);
    bench.erp.labelsAfterConclusion = true;
    const job = await bench.open();
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
    expect(bench.erp.labelRequests).toEqual([1]);
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
  });

  test('requested without collecting: a label that is refused for another reason is not requested again', async () => {
    const bench = startBench(3);
    bench.erp.urls.set(1, [refusals.other]);
    bench.erp.urls.set(2, [refusals.noLabels]);
    bench.erp.urls.set(3, [refusals.notConcluded]);
    const job = await bench.open();
    expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('not-ready');
    expect(states(job)).toEqual(['failed', 'panel', 'failed']);
    expect(bench.erp.labelRequests).toEqual([1, 2, 3]);
    job.words.accept([1, 2]);
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
  });

  test('requested without collecting: a few labels that are refused for another reason suffice as an answer', async () => {
    const bench = startBench(5);
    for (const id of [1, 2, 3, 4, 5]) bench.erp.urls.set(id, [refusals.other]);
    const job = await bench.open();
    expect(await job.conclusion.request({ beforeLabels: true })).toMatchObject({
      fault: { erpMessage: refusals.other.erpMessage },
    });
    expect(bench.erp.labelRequests).toEqual([1, 2, 3]);
  });

  test('not if the ERP returns labels immediately', async () => {
    const bench = startBench(3);
    const job = await bench.open();
    expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('not-ready');
    await job.labels.collect();
    expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('not-ready');
    expect(bench.erp.concludeRequests).toBe(0);
  });

  test('not while another label is missing for another reason', async () => {
    const bench = startBench(3);
    bench.erp.urls.set(1, [refusals.other]);
    bench.erp.urls.set(2, [refusals.notConcluded]);
    bench.erp.urls.set(3, [refusals.notConcluded]);
    const job = await bench.open();
    await job.labels.collect();
    expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('not-ready');
    job.words.accept([1]);
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
  });

  describe('by the packer’s choice for the shipping method', () => {
    function startRefused(count: number): Bench & { methods: NamedRef[] } {
      const bench = startBench(count);
      const methods: NamedRef[] = [{ id: 3, name: 'Transportadora' }];
      bench.services = withSettings(bench.services, { concludeFirst: methods });
      for (let id = 1; id <= count; id += 1) bench.erp.urls.set(id, [refusals.other]);
      return Object.assign(bench, { methods });
    }

    test('its refusals, whatever their words, mean labels that come later', async () => {
      const bench = startRefused(3);
      const job = await bench.open();
      await job.labels.collect();
      expect(job.snapshot()).toMatchObject({ labelsAfterConclusion: true, state: 'ready' });
      expect(job.snapshot().shipments[2]!.label.fault).toMatchObject({
        kind: 'label-after-conclusion',
        erpMessage: 'Nenhuma expedição vinculada',
      });
      expect(kindOf(await job.conclusion.request())).toBe('not-ready');
      expect(bench.erp.concludeRequests).toBe(0);
      job.words.accept([1]);
      expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
      bench.erp.urls.clear();
      await job.labels.collect();
      expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    });

    test('chosen for this grouping: effective once it is requested again, and not after it is undone', async () => {
      const bench = startRefused(3);
      const said = bench.methods.splice(0);
      const job = await bench.open();
      await job.labels.collect();
      expect(job.snapshot().labelsAfterConclusion).toBe(false);
      bench.methods.push(...said);
      await job.labels.retry([1]);
      expect(job.snapshot().labelsAfterConclusion).toBe(true);
      expect(bench.erp.labelRequests).toEqual([1, 2, 3, 1]);
      bench.methods.length = 0;
      await job.labels.retry([1, 2, 3]);
      expect(job.snapshot().labelsAfterConclusion).toBe(false);
      expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('validation');
      expect(kindOf(await job.conclusion.request({ beforeLabels: true }))).toBe('not-ready');
      expect(bench.erp.concludeRequests).toBe(0);
    });

    test('chosen elsewhere since: effective when the grouping is opened again, without a request', async () => {
      const bench = startRefused(3);
      const said = bench.methods.splice(0);
      const first = await bench.open();
      await first.labels.collect();
      await first.close();
      bench.methods.push(...said);
      const job = await bench.open();
      expect(job.snapshot().labelsAfterConclusion).toBe(true);
      expect(bench.erp.labelRequests).toEqual([1, 2, 3]);
    });

    test('not if the ERP returns another label of the grouping', async () => {
      const bench = startRefused(3);
      bench.erp.urls.delete(3);
      const job = await bench.open();
      await job.labels.collect();
      expect(job.snapshot().labelsAfterConclusion).toBe(false);
      expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('validation');
    });

    test('not once it is concluded', async () => {
      const bench = startRefused(2);
      const job = await bench.open();
      await job.labels.collect();
      expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
      await job.labels.collect();
      expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('validation');
    });

    test('a long list is not asked shipment by shipment', async () => {
      const bench = startRefused(500);
      const job = await bench.open();
      await job.labels.collect();
      expect(job.snapshot().labelsAfterConclusion).toBe(true);
      const kinds = new Set(job.snapshot().shipments.map(({ label }) => label.fault?.kind));
      expect([...kinds]).toEqual(['label-after-conclusion']);
      expect(bench.erp.labelRequests.length).toBeLessThan(130);
    });

    test('a long list is requested to its end if the ERP returns one of its labels', async () => {
      const bench = startRefused(200);
      bench.erp.urls.delete(10);
      const job = await bench.open();
      await job.labels.collect();
      expect(bench.erp.labelRequests).toHaveLength(200);
      expect(job.snapshot().labelsAfterConclusion).toBe(false);
    });
  });

  test('a grouping without any label can go once all of it is accepted', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(1, [refusals.noLabels]);
    bench.erp.urls.set(2, [refusals.noLabels]);
    const job = await bench.open();
    await job.labels.collect();
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    expect(job.words.accept([1, 2])).toEqual(ok());
    expect(await job.prints.merge()).toEqual(ok());
    expect(await job.conclusion.request()).toEqual(ok());
  });
});

describe('printing', () => {
  test('a second click while one print runs is refused, and so is concluding', async () => {
    const job = await startBench(2).open();
    await job.labels.collect();
    const printer = new FakePrinter();
    const [first, second, third] = await Promise.all([
      printOn(job, printer),
      printOn(job, printer),
      job.conclusion.request(),
    ]);
    expect([first, kindOf(second), kindOf(third)]).toEqual([ok(), 'not-ready', 'not-ready']);
    expect(printer.printed).toHaveLength(1);
  });

  test('only unprinted labels, unless shipments are named', async () => {
    const job = await startBench(3).open();
    await job.labels.collect();
    const printer = new FakePrinter();
    await printOn(job, printer, [2]);
    expect(states(job)).toEqual(['ready', 'printed', 'ready']);
    await printOn(job, printer);
    expect(job.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 1]);
    expect(kindOf(await printOn(job, printer))).toBe('not-ready');
    await printOn(job, printer, [3]);
    expect(job.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([1, 1, 2]);
    expect(kindOf(await printOn(job, printer, [77]))).toBe('invalid-input');
  });

  test.each([
    [failed(fault('printer-unavailable', { reached: 'no' })), 'printer-unavailable'],
    [failed(fault('print-failed', { reached: 'no' })), 'print-failed'],
    [ok('cancelled' as const), 'print-failed'],
  ])('a print that ended badly leaves the labels ready (%#)', async (outcome, kind) => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    const printer = new FakePrinter();
    printer.outcomes = [outcome];
    expect(kindOf(await printOn(job, printer))).toBe(kind);
    expect(job.snapshot()).toMatchObject({ state: 'ready', fault: { kind } });
    expect(states(job)).toEqual(['ready', 'ready']);
    expect(await printOn(job, printer)).toEqual(ok());
    expect(job.snapshot().fault).toBeNull();
  });

  test.each([true, false])(
    'an unknown print waits for the packer, who answers %s',
    async (printed) => {
      const bench = startBench(2);
      const job = await bench.open();
      await job.labels.collect();
      const printer = new FakePrinter();
      printer.outcomes = [ok('unknown')];
      expect(kindOf(await printOn(job, printer))).toBe('print-unknown');
      await job.labels.collect();
      expect(job.snapshot().fault!.kind).toBe('print-unknown');
      expect(kindOf(await printOn(job, printer))).toBe('print-unknown');
      expect(kindOf(await job.conclusion.request())).toBe('print-unknown');
      await job.close();

      const again = await bench.open();
      expect(again.snapshot().fault!.kind).toBe('print-unknown');
      expect(await again.prints.resolve(printed)).toEqual(ok());
      expect(states(again)).toEqual(printed ? ['printed', 'printed'] : ['ready', 'ready']);
      expect(again.snapshot().fault).toBeNull();
      expect(kindOf(await again.prints.resolve(true))).toBe('not-ready');
    },
  );

  test('a printer that throws leaves the question open, too', async () => {
    const job = await startBench(1).open();
    await job.labels.collect();
    const printer = new FakePrinter();
    printer.during = () => Promise.reject(new Error('defect'));
    expect(kindOf(await printOn(job, printer))).toBe('print-unknown');
    expect(states(job)).toEqual(['ready']);
  });

  test('the file cannot be written: nothing is sent', async () => {
    const bench = startBench(1);
    const job = await bench.open();
    await job.labels.collect();
    bench.books[0]!.writeFault = 'disk-full';
    const printer = new FakePrinter();
    expect(kindOf(await printOn(job, printer))).toBe('disk-full');
    expect(printer.printed).toEqual([]);
    expect(job.snapshot()).toMatchObject({ state: 'ready', fault: { kind: 'disk-full' } });
  });

  test('first labels are printed while the rest still load', async () => {
    const looked = Promise.withResolvers<null>();
    const bench = startBench(3);
    const job = await bench.open();
    const download = bench.labels.download.bind(bench.labels);
    bench.labels.download = async (slot, url, signal) => {
      if (slot.shipmentId === 3) await looked.promise;
      return download(slot, url, signal);
    };
    const collected = job.labels.collect();
    await until(() => states(job)[0] === 'ready' && states(job)[1] === 'ready');
    const printer = new FakePrinter();
    expect(await printOn(job, printer)).toEqual(ok());
    expect(states(job)).toEqual(['printed', 'printed', 'coming']);
    expect(job.snapshot().state).toBe('collecting');
    looked.resolve(null);
    await collected;
    expect(job.snapshot().state).toBe('ready');
    await printOn(job, printer);
    expect(job.snapshot().state).toBe('printed');
  });

  test('a missing file is fetched again before it is printed', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    await job.close();
    bench.labels.files.clear();
    const again = await bench.open();
    expect(await printOn(again, new FakePrinter(), [1, 2])).toEqual(ok());
    expect(again.snapshot().shipments.map(({ label }) => label.timesPrinted)).toEqual([2, 2]);
    expect(bench.labels.downloads).toHaveLength(4);
  });
});

describe('concluding', () => {
  async function printed(count: number) {
    const bench = startBench(count);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    return { bench, job };
  }

  test('not before everything is printed or accepted', async () => {
    const bench = startBench(3);
    bench.erp.urls.set(2, [refusals.other]);
    const job = await bench.open();
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    await job.labels.collect();
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    await printOn(job, new FakePrinter(), [1]);
    job.words.accept([2]);
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    expect(job.words.accept([3])).toEqual(ok());
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('only missing labels can be accepted', async () => {
    const { job } = await printed(1);
    expect(kindOf(job.words.accept([1]))).toBe('invalid-input');
    expect(kindOf(job.words.accept([5]))).toBe('invalid-input');
  });

  test('an accepted missing label can be wanted again, until the grouping is concluded', async () => {
    const bench = startBench(3);
    bench.erp.urls.set(2, [refusals.other]).set(3, [refusals.other]);
    const job = await bench.open();
    await job.labels.collect();
    await printOn(job, new FakePrinter(), [1]);
    expect(kindOf(job.words.takeBack([2]))).toBe('invalid-input');
    expect(job.words.accept([2, 3])).toEqual(ok());
    expect(kindOf(job.words.takeBack([1, 2]))).toBe('invalid-input');
    expect(job.words.takeBack([2, 3])).toEqual(ok());
    expect(job.snapshot().shipments.map(({ label }) => label.waived !== null)).toEqual([
      false,
      false,
      false,
    ]);
    expect(kindOf(await job.conclusion.request())).toBe('not-ready');
    job.words.accept([2, 3]);
    expect(await job.conclusion.request()).toEqual(ok());
    expect(kindOf(job.words.takeBack([2]))).toBe('not-ready');
  });

  test('two clicks send one request', async () => {
    const { bench, job } = await printed(2);
    const answers = await Promise.all([job.conclusion.request(), job.conclusion.request()]);
    expect(answers.map(kindOf)).toEqual(['ok', 'not-ready']);
    expect(bench.erp.concludeRequests).toBe(1);
  });

  test('a refusal, or a request that was never sent, restores the job’s state', async () => {
    const { bench, job } = await printed(1);
    bench.erp.conclusions = [
      {
        answer: failed(fault('validation', { status: 400, reached: 'yes', erpMessage: 'não' })),
        effect: false,
      },
      { answer: failed(fault('network', { reached: 'no' })), effect: false },
    ];
    expect(kindOf(await job.conclusion.request())).toBe('conclusion-refused');
    expect(job.snapshot()).toMatchObject({ state: 'printed', fault: { erpMessage: 'não' } });
    expect(kindOf(await job.conclusion.request())).toBe('network');
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('a missing right to conclude is known from the refusal on, until it works', async () => {
    const { bench, job } = await printed(1);
    const forbidden = {
      answer: failed(fault('forbidden', { status: 403, reached: 'yes' })),
      effect: false,
    };
    bench.erp.conclusions = [forbidden];
    expect(kindOf(await job.conclusion.request())).toBe('forbidden');
    const { light, problems } = job.snapshot();
    expect([light, problems[0]]).toEqual([
      'red',
      { kind: 'forbidden', shipmentIds: [], detail: null },
    ]);
    expect(await job.conclusion.request()).toEqual(ok());
    expect(job.snapshot().light).not.toBe('red');
  });

  test.each([true, false])(
    'a lost answer is never repeated; the packer reports that it was %s',
    async (concluded) => {
      const { bench, job } = await printed(1);
      bench.erp.conclusions = [
        { answer: failed(fault('timeout', { reached: 'maybe' })), effect: concluded },
      ];
      expect(kindOf(await job.conclusion.request())).toBe('conclusion-unknown');
      expect(job.snapshot()).toMatchObject({
        state: 'conclusion-unknown',
        fault: { detail: 'timeout' },
      });
      expect(kindOf(await job.conclusion.request())).toBe('conclusion-unknown');
      await job.close();
      const again = await bench.open();
      expect(again.snapshot()).toMatchObject({
        state: 'conclusion-unknown',
        fault: { kind: 'conclusion-unknown' },
      });
      expect(kindOf(await again.conclusion.request())).toBe('conclusion-unknown');
      expect(bench.erp.concludeRequests).toBe(1);
      expect(again.conclusion.resolve(concluded)).toEqual(ok());
      expect(again.snapshot().state).toBe(concluded ? 'concluded' : 'printed');
      expect(kindOf(await again.conclusion.request())).toBe(concluded ? 'already-concluded' : 'ok');
      expect(kindOf(again.conclusion.resolve(true))).toBe('not-ready');
    },
  );

  test('a defect at the request leaves open whether it was sent: the packer is asked', async () => {
    const { bench, job } = await printed(1);
    bench.erp.onConclude = () => {
      throw new TypeError('a defect');
    };
    expect(kindOf(await job.conclusion.request())).toBe('conclusion-unknown');
    const asked = { kind: 'conclusion-unknown', detail: 'internal', reached: 'maybe' };
    expect(job.snapshot()).toMatchObject({ state: 'conclusion-unknown', fault: asked });
    expect(kindOf(await job.conclusion.request())).toBe('conclusion-unknown');
    expect(bench.erp.concludeRequests).toBe(1);
  });

  const alreadyConcluded = fault('validation', {
    status: 400,
    reached: 'yes',
    erpMessage: 'Agrupamento já concluído',
  });

  test.each([true, false])(
    'a person accepts a conclusion that the ERP reports: %s',
    async (accepts) => {
      const { bench, job } = await printed(1);
      bench.erp.conclusions = [{ answer: failed(alreadyConcluded), effect: false }];
      expect(kindOf(await job.conclusion.request())).toBe('concluded-elsewhere');
      await job.close();
      const again = await bench.open();
      const asked = { kind: 'concluded-elsewhere', erpMessage: 'Agrupamento já concluído' };
      expect(again.snapshot()).toMatchObject({ state: 'conclusion-unknown', fault: asked });
      expect(kindOf(await again.conclusion.request())).toBe('conclusion-unknown');
      expect(again.conclusion.resolve(accepts)).toEqual(ok());
      expect(again.snapshot()).toMatchObject({
        state: accepts ? 'concluded' : 'printed',
        fault: null,
      });
      expect(bench.erp.concludeRequests).toBe(1);
    },
  );

  test('the packer’s observation in the ERP overrides Doca’s state, both ways and at any time', async () => {
    const { bench, job } = await printed(2);
    expect(kindOf(job.conclusion.resolve(false))).toBe('not-ready');
    expect(job.conclusion.resolve(true)).toEqual(ok());
    expect(job.snapshot().state).toBe('concluded');
    expect(bench.erp.concludeRequests).toBe(0);
    await job.close();
    const again = await bench.open();
    expect(again.snapshot().state).toBe('concluded');
    expect(again.conclusion.resolve(false)).toEqual(ok());
    expect(again.snapshot().state).toBe('printed');
    expect(await again.conclusion.request()).toEqual(ok());
    expect(bench.erp.concludeRequests).toBe(1);
  });

  test('labels that the ERP held back are there after the conclusion, also for accepted shipments', async () => {
    const bench = startBench(2);
    bench.erp.labelsAfterConclusion = true;
    const job = await bench.open();
    await job.labels.collect();
    expect(states(job)).toEqual(['failed', 'failed']);
    job.words.accept([1]);
    expect(await job.conclusion.request({ beforeLabels: true })).toEqual(ok());
    expect(states(job)).toEqual(['missing', 'missing']);
    await job.labels.collect();
    expect(states(job)).toEqual(['ready', 'ready']);
  });

  test('the request is in the journal before it is sent', async () => {
    const { bench, job } = await printed(1);
    let seen: string | undefined;
    bench.erp.onConclude = () => {
      seen = bench.journal.past.jobs({})[0]!.state;
    };
    await job.conclusion.request();
    expect(seen).toBe('concluding');
  });

  test('additions and removals are shown first; the packer’s next confirmation counts', async () => {
    const { bench, job } = await printed(3);
    bench.erp.list = [shipment(1), shipment(3), shipment(4)];
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    const { difference, fault: shown } = job.snapshot();
    expect(shown!.kind).toBe('grouping-changed');
    expect(difference!.added.map(({ id }) => id)).toEqual([4]);
    expect(difference!.removed.map(({ id }) => id)).toEqual([2]);
    expect(states(job)).toEqual(['printed', 'printed', 'missing']);
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');

    bench.erp.list = [...bench.erp.list, shipment(5)];
    expect(kindOf(await job.conclusion.request({ seen: listExceptions(job.snapshot()) }))).toBe(
      'grouping-changed',
    );
    expect(job.snapshot().difference!.added.map(({ id }) => id)).toEqual([4, 5]);
    expect(bench.erp.concludeRequests).toBe(0);
    expect(await job.conclusion.request({ seen: listExceptions(job.snapshot()) })).toEqual(ok());
    expect(job.snapshot()).toMatchObject({ state: 'concluded', difference: null });
    expect(job.snapshot().shipments.map(({ label }) => label.waived !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  const reissued = (id: number): Shipment => {
    const { logistics, ...rest } = shipment(id);
    return { ...rest, logistics: { ...logistics!, trackingCode: `ZZ${String(id)}` } };
  };

  test('a label that the ERP reissued after its print is fetched again, and the paper is reported as outdated', async () => {
    const { bench, job } = await printed(3);
    bench.erp.list = [shipment(1), reissued(2), shipment(3)];
    bench.labels.hosts.set('https://labels.test/2', ['the new label']);
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    expect(job.snapshot().difference).toMatchObject({
      added: [],
      removed: [],
      changed: [{ id: 2 }],
    });
    expect(job.snapshot().shipments[1]).toMatchObject({
      shipment: { logistics: { trackingCode: 'ZZ2' } },
      label: { file: 'missing', timesPrinted: 0 },
    });
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    await job.close();
    const again = await bench.open();
    expect(again.snapshot().difference!.changed.map(({ id }) => id)).toEqual([2]);
    await again.labels.collect();
    expect(states(again)).toEqual(['printed', 'ready', 'printed']);
    expect(bench.labels.downloads.filter((url) => url.endsWith('/2'))).toHaveLength(2);
    await printOn(again, new FakePrinter());
    expect(again.snapshot()).toMatchObject({ state: 'printed', difference: null });
    expect(await again.conclusion.request()).toEqual(ok());
  });

  test('it may go unchanged if the packer decides so; later changes are shown first', async () => {
    const { bench, job } = await printed(2);
    bench.erp.list = [reissued(1), shipment(2)];
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    bench.erp.list = [
      { ...reissued(1), logistics: { ...reissued(1).logistics!, trackingCode: 'ZZ1-B' } },
      shipment(2),
    ];
    expect(kindOf(await job.conclusion.request({ seen: listExceptions(job.snapshot()) }))).toBe(
      'grouping-changed',
    );
    expect(await job.conclusion.request({ seen: listExceptions(job.snapshot()) })).toEqual(ok());
    expect(job.snapshot()).toMatchObject({ state: 'concluded', difference: null });
  });

  test('an unprinted label is fetched again without a question: there is no paper of it', async () => {
    const bench = startBench(2);
    const job = await bench.open();
    await job.labels.collect();
    await job.close();
    bench.erp.list = [shipment(1), reissued(2)];
    bench.labels.hosts.set('https://labels.test/2', ['the new label']);
    const again = await bench.open();
    expect(states(again)).toEqual(['ready', 'missing']);
    expect(again.snapshot().difference).toBeNull();
    await again.labels.collect();
    expect(bench.labels.downloads).toEqual([
      'https://labels.test/1',
      'https://labels.test/2',
      'https://labels.test/2',
    ]);
  });

  test('a printed label that differs when it is requested again is a difference too', async () => {
    const { bench, job } = await printed(2);
    await job.close();
    bench.labels.files.clear();
    bench.labels.hosts.set('https://labels.test/1', ['another label']);
    const again = await bench.open();
    expect(await again.prints.merge()).toEqual(ok());
    expect(again.snapshot().difference!.changed.map(({ id }) => id)).toEqual([1]);
    expect(states(again)).toEqual(['ready', 'printed']);
    expect(kindOf(await again.conclusion.request())).toBe('grouping-changed');
  });

  test('a printed label that turns out to be another one while the list is read again is a difference too', async () => {
    const { bench, job } = await printed(2);
    await job.close();
    bench.labels.files.clear();
    bench.labels.hosts.set('https://labels.test/1', ['another label']);
    const again = await bench.open();
    const { erp } = bench;
    const grouping = erp.grouping.bind(erp);
    erp.grouping = async (id, signal) => {
      expect(await again.prints.merge()).toEqual(ok());
      return grouping(id, signal);
    };
    expect(kindOf(await again.conclusion.request())).toBe('grouping-changed');
    expect(again.snapshot().difference!.changed.map(({ id }) => id)).toEqual([1]);
    expect(erp.concludeRequests).toBe(0);
  });

  test('added shipments can be collected and printed instead, and are no difference then', async () => {
    const { bench, job } = await printed(2);
    bench.erp.list = shipments(3);
    expect(kindOf(await job.conclusion.request())).toBe('grouping-changed');
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    expect(job.snapshot().difference).toBeNull();
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('a grouping that cannot be read again is not concluded', async () => {
    const { bench, job } = await printed(1);
    bench.erp.groupingFault = fault('unavailable', { status: 503 });
    expect(kindOf(await job.conclusion.request())).toBe('unavailable');
    expect(bench.erp.concludeRequests).toBe(0);
    expect(job.snapshot().state).toBe('printed');
  });

  test('an empty grouping is not concluded', async () => {
    const bench = startBench(0);
    const job = await bench.open();
    await job.labels.collect();
    expect(kindOf(await job.conclusion.request())).toBe('grouping-empty');
  });
});

describe('cancelling', () => {
  test('ends collecting, and reports that no work is under way any more', async () => {
    const bench = startBench(3);
    bench.labels.delayMs = 50;
    const job = await bench.open();
    const working: boolean[] = [];
    job.subscribe(() => working.push(job.isWorking()));
    const collected = job.labels.collect();
    expect(job.isWorking()).toBe(true);
    job.cancel();
    expect(kindOf(await collected)).toBe('cancelled');
    await until(() => working.at(-1) === false);
    expect(await job.labels.collect()).toEqual(ok());
  });

  test('does not end a fetch that is asked for before it has ended', async () => {
    const bench = startBench(3);
    bench.labels.delayMs = 50;
    const job = await bench.open();
    const stopped = job.labels.collect();
    await until(() => bench.labels.underWay > 0);
    job.cancel();
    const again = job.labels.collect();
    expect(kindOf(await stopped)).toBe('cancelled');
    expect(await again).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
  });

  test('and closing let a conclusion come to its own end', async () => {
    const job = await startBench(1).open();
    await job.labels.collect();
    await printOn(job, new FakePrinter());
    const concluding = job.conclusion.request();
    job.cancel();
    await job.close();
    expect(await concluding).toEqual(ok());
    expect(job.snapshot().state).toBe('concluded');
  });
});

describe('further facts of a job', () => {
  test("the wait for the ERP's rate limit, and its end", async () => {
    const bench = startBench(1);
    const watch = new Emitter<number | null>();
    bench.services = { ...bench.services, rateLimit: watch };
    const job = await bench.open();
    watch.emit(123);
    expect(job.snapshot().pause).toEqual({ reason: 'rate-limit', untilMs: 123 });
    watch.emit(null);
    expect(job.snapshot().pause).toBeNull();
    await job.close();
    watch.emit(456);
    expect(job.snapshot().pause).toBeNull();
  });

  test('the history of a job', async () => {
    const bench = startBench(2);
    bench.erp.urls.set(2, [refusals.noLabels]);
    const job = await bench.open();
    await job.labels.collect();
    job.words.accept([2]);
    await printOn(job, new FakePrinter());
    await printOn(job, new FakePrinter(), [1]);
    job.checks.mark(1, true);
    job.checks.mark(1, false);
    await job.conclusion.request();
    const rows = bench.journal.past.history('').toReversed();
    expect(rows.map(({ kind, shipmentId }) => [kind, shipmentId])).toEqual([
      ['collected', 1],
      ['accepted', 2],
      ['printed', 1],
      ['reprinted', 1],
      ['checked', 1],
      ['unchecked', 1],
      ['concluded', null],
    ]);
    expect(rows[0]).toMatchObject({
      groupingId,
      identification: 'Rota 7/B',
      trackingCode: 'BR000000001XX',
      invoiceNumber: 501,
    });
  });

  test('an unchanged row stays the same object, so that only changes are drawn again', async () => {
    const job = await startBench(2).open();
    const before = job.snapshot();
    job.words.accept([2]);
    const after = job.snapshot();
    expect(after.shipments[0]).toBe(before.shipments[0]);
    expect(after.shipments[1]).not.toBe(before.shipments[1]);
    expect(before.shipments[1]!.label.waived !== null).toBe(false);
    expect(job.snapshot()).toBe(after);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000; turn += 1) {
    if (holds()) return;
    await pass(1);
  }
  throw new Error('it never came to hold');
}

test('rows of stations that are as they were change nothing, also if they are compared after each change', async () => {
  const bench = startBench(1);
  const share = makeGroupingShare({});
  let changes = 0;
  const coordinate = ({ job }: OpenedJob) => {
    job.view.subscribe(() => {
      changes += 1;
      if (changes < 50) job.view.showShare(share, new Map([[1, null]]));
    });
    return alone;
  };
  bench.services = { ...bench.services, floor: { coordinate } };
  const job = await bench.open();
  job.words.accept([1]);
  await pass(0);
  expect(job.snapshot().share).toBe(share);
  expect(changes).toBeLessThan(10);
});

test('a comparison of the rows of stations decides nothing anew', async () => {
  const bench = startBench(1);
  let decisions = 0;
  let compare = (): void => undefined;
  const share = makeGroupingShare({});
  const coordinate = ({ job: { view } }: OpenedJob) => {
    compare = () => view.showShare(share, new Map([[1, null]]));
    return alone;
  };
  const settings = bench.services.settings();
  const readSettings = () => {
    decisions += 1;
    return settings;
  };
  bench.services = { ...bench.services, floor: { coordinate }, settings: readSettings };
  const job = await bench.open();
  job.words.accept([1]);
  decisions = 0;
  compare();
  expect(decisions).toBe(0);
  expect(job.snapshot().share).toBe(share);
  expect(decisions).toBe(1);
});
