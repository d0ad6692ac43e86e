import { describe, expect, test } from 'vitest';
import type { LabelReading, Shipment } from '#shared/domain/records.ts';
import { ok } from '#shared/faults/faults.ts';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import type { CodeReader } from '../../src/main/labels/index.ts';
import { startBench, states } from './support/bench.ts';
import type { Bench } from './support/bench.ts';
import { FakePrinter, pendingRecord, plainLogistics, shipment } from './support/fakes.ts';
import { printOn } from '../support/print-on.ts';

const track = (id: number): string => `AA12345678${id}BR`;

function list(count: number): Shipment[] {
  return Array.from({ length: count }, (_, index) => {
    const one = shipment(index + 1);
    return {
      ...one,
      sale: one.sale && { ...one.sale, number: 9000 + index },
      recipient: one.recipient && { ...one.recipient, name: `Pessoa ${index + 1}` },
      logistics: {
        ...plainLogistics,
        ...one.logistics,
        trackingCode: track(index + 1),
      },
    };
  });
}

/** A reader that finds these codes on the labels of these shipments, and counts its readings. */
class FakeReader implements CodeReader {
  readonly found: Record<number, readonly string[]>;
  readonly paths: string[] = [];
  constructor(found: Record<number, readonly string[]>) {
    this.found = found;
  }

  read(path: string): Promise<LabelReading> {
    this.paths.push(path);
    const id = Number(/-(\d+)-0-/.exec(path)?.[1]);
    const codes = (this.found[id] ?? []).map((text) => ({ symbology: 'Code128', text, page: 1 }));
    return Promise.resolve({ codes, pages: 1, dpi: codes.length === 0 ? null : 203, looked: true });
  }

  readText(): Promise<string> {
    return Promise.resolve('');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function startReading(found: Record<number, readonly string[]>, shipments = list(3)) {
  const bench: Bench = startBench(shipments);
  const reader = new FakeReader(found);
  Object.assign(bench.services, { codes: reader });
  return { bench, reader };
}

describe('labels that are read', () => {
  test('show their codes and change nothing', async () => {
    const { bench } = startReading({ 1: [track(1)], 2: ['01310100'], 3: [] });
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.finishReading();
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    expect(
      job.snapshot().shipments.map(({ label }) => label.reading?.codes.map(({ text }) => text)),
    ).toEqual([[track(1)], ['01310100'], []]);
  });

  test('are read once, whatever the program does in between', async () => {
    const { bench, reader } = startReading({ 1: [track(1)] });
    const first = await bench.open();
    await first.labels.collect();
    await first.labels.finishReading();
    await first.close();
    expect(reader.paths).toHaveLength(3);
    const again = await bench.open();
    await again.labels.finishReading();
    expect(again.snapshot().shipments[0]?.label.reading?.codes).toHaveLength(1);
    expect(reader.paths).toHaveLength(3);
  });

  test('are compared with the list once a word that passed over them is taken back', async () => {
    const { bench } = startReading({ 2: [track(1)] });
    let isOn = false;
    Object.assign(bench.services, { readsLabels: () => isOn });
    const job = await bench.open();
    await job.labels.collect();
    job.words.accept([2]);
    isOn = true;
    await job.labels.finishReading();
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
    expect(job.words.takeBack([2])).toEqual(ok());
    await job.labels.finishReading();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
  });

  test('are no duplicates of one that turned out to be theirs', async () => {
    const { bench } = startReading({ 1: [track(2)], 2: [track(2)] });
    bench.erp.urls.set(1, [['https://labels.test/2']]);
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.finishReading();
    await job.labels.collect();
    await job.labels.finishReading();
    expect(states(job)).toEqual(['failed', 'ready', 'ready']);
    expect(job.snapshot().shipments[0]!.label.fault!.kind).toBe('label-of-another');
  });

  // The code process may be ended by another program, and answers nothing then.
  test('are read later if they could not be read now, unless none can', async () => {
    const { bench, reader } = startReading({ 2: [track(1)] });
    const read = (path: string) => FakeReader.prototype.read.call(reader, path);
    let unread = 2;
    Object.assign(reader, {
      read: async (path: string) => {
        const found = await read(path);
        unread -= 1;
        return unread < 0 ? found : null;
      },
    });
    let isOn = false;
    Object.assign(bench.services, { readsLabels: () => isOn });
    const job = await bench.open();
    await job.labels.collect();
    isOn = true;
    await job.labels.finishReading();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    expect(job.snapshot().shipments[0]?.label.reading).not.toBeNull();
    expect(reader.paths).toHaveLength(5);
    await job.close();
    const other = startReading({}, list(20));
    Object.assign(other.reader, {
      read: (path: string) => {
        other.reader.paths.push(path);
        return Promise.resolve(null);
      },
    });
    const none = await other.bench.open();
    await none.labels.collect();
    await none.labels.finishReading();
    expect(other.reader.paths.length).toBeLessThan(6);
  });

  test('are read although the first one is never answered', async () => {
    const { bench, reader } = startReading({ 2: [track(1)] });
    const read = (path: string) => FakeReader.prototype.read.call(reader, path);
    Object.assign(reader, {
      read: async (path: string) => {
        const found = await read(path);
        return path.includes('-1-0-') ? null : found;
      },
    });
    const job = await bench.open();
    const others = Promise.withResolvers<undefined>();
    const download = bench.labels.download.bind(bench.labels);
    bench.labels.download = async (slot, ...more) => {
      if (slot.shipmentId !== 1) await others.promise;
      return download(slot, ...more);
    };
    const collected = job.labels.collect();
    while (job.overview().tally.ready < 1) await new Promise(setImmediate);
    await job.labels.finishReading();
    others.resolve(undefined);
    await collected;
    await job.labels.finishReading();
    expect(states(job)).toEqual(['ready', 'failed', 'ready']);
    expect(reader.paths.filter((path) => path.includes('-1-0-'))).toHaveLength(2);
    expect(job.snapshot().shipments[2]?.label.reading).not.toBeNull();
  });

  test('whose content is not known have no reading, whatever another such label had', async () => {
    const { bench } = startReading({ 1: [track(1)] });
    const nothing = { codes: [], pages: 1, dpi: null, looked: true };
    bench.journal.facts.keepReading('', '1 auto auto', nothing);
    const { grouping } = (await bench.open()).snapshot();
    const head = { grouping: { ...grouping, id: 72 }, state: 'printed' } as const;
    const [one] = list(1);
    const { id } = bench.journal.create('https://erp.test', head, [one!]);
    const label = { ...pendingRecord, file: 'ready', timesPrinted: 1 } as const;
    const files = [{ ordinal: 0, urlHash: 'x', content: null }];
    bench.journal.commit(id, { labels: [{ shipmentId: one!.id, label, files }] });
    const opened = await openGrouping(bench.services, 72);
    if (!opened.ok) throw new Error(opened.fault.kind);
    await opened.value.labels.finishReading();
    expect(opened.value.snapshot().shipments[0]?.label.reading).toBeNull();
    await opened.value.close();
  });

  test('are not read if that is switched off', async () => {
    const { bench, reader } = startReading({ 1: [track(2)] });
    Object.assign(bench.services, { readsLabels: () => false });
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.finishReading();
    expect(reader.paths).toEqual([]);
    expect(states(job)).toEqual(['ready', 'ready', 'ready']);
  });

  test('stop if they belong to others, until a person confirms them', async () => {
    const { bench } = startReading({ 1: [track(2)], 2: [track(1)], 3: [track(3)] });
    const job = await bench.open();
    await job.labels.collect();
    await job.labels.finishReading();
    expect(states(job)).toEqual(['failed', 'failed', 'ready']);
    expect(job.snapshot().shipments[0]?.label.fault?.kind).toBe('label-of-another');
    const printer = new FakePrinter();
    expect(await printOn(job, printer, [1])).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(await printOn(job, printer)).toEqual(ok());
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'not-ready' } });
    // Not reported before the label is read.
    expect(await job.prints.preview([1])).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(await job.prints.showPages(1)).toMatchObject({ ok: true });
    expect(job.words.confirm([3])).toMatchObject({ fault: { kind: 'invalid-input' } });
    expect(job.words.confirm([1, 2])).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'ready', 'printed']);
    await job.close();
    const again = await bench.open();
    await again.labels.collect();
    await again.labels.finishReading();
    expect(states(again)).toEqual(['ready', 'ready', 'printed']);
    expect(await printOn(again, printer)).toEqual(ok());
    expect(await again.conclusion.request()).toEqual(ok());
  });

  /** Prints all labels unread, and reads them then. */
  async function readAfterPrint(found: Parameters<typeof startReading>[0]) {
    const { bench, reader } = startReading(found);
    const choice = { reads: false };
    Object.assign(bench.services, { readsLabels: () => choice.reads });
    const job = await bench.open();
    await job.labels.collect();
    expect(await printOn(job, new FakePrinter())).toEqual(ok());
    choice.reads = true;
    await job.labels.finishReading();
    return { job, reader, choice };
  }

  test('that are on paper already keep the grouping from being concluded', async () => {
    const { job } = await readAfterPrint({ 1: [track(2)], 2: [track(2)], 3: [track(3)] });
    expect(states(job)).toEqual(['failed', 'printed', 'printed']);
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'not-ready' } });
    expect(job.words.confirm([1])).toEqual(ok());
    expect(states(job)).toEqual(['printed', 'printed', 'printed']);
    expect(await job.conclusion.request()).toEqual(ok());
  });

  test('stopped on paper and fetched again, are not on paper', async () => {
    const { job, reader, choice } = await readAfterPrint({ 1: [track(2)] });
    expect(states(job)[0]).toBe('failed');
    choice.reads = false;
    reader.found[1] = [track(1)];
    expect(await job.labels.retry([1])).toEqual(ok());
    expect(states(job)).toEqual(['ready', 'printed', 'printed']);
  });

  test('stop if a shipment of another grouping has the code', async () => {
    const { bench } = startReading({ 1: ['ZZ 999999999 BR'], 2: ['YY999999999BR'], 3: [track(3)] });
    const { journal } = bench.services;
    const job = await bench.open();
    const other = (id: number, trackingCode: string): Shipment => {
      const [one] = list(1);
      return {
        ...one!,
        id,
        sale: null,
        recipient: null,
        logistics: one!.logistics && { ...one!.logistics, trackingCode },
      };
    };
    const head = {
      grouping: { ...job.snapshot().grouping, id: 5 },
      state: 'loaded',
      difference: null,
      fault: null,
      pdfPath: null,
      zplPath: null,
      printVerdict: null,
    } as const;
    journal.create('https://erp.test', head, [other(77, 'zz 999999999-br')]);
    journal.create('https://another.test', { ...head, grouping: { ...head.grouping, id: 6 } }, [
      other(78, 'YY999999999BR'),
    ]);
    expect(
      journal.past.findByTracking('https://erp.test', 'ZZ999999999BR', 71).map(({ id }) => id),
    ).toEqual([77]);
    expect(journal.past.findByTracking('https://erp.test', 'ZZ999999999BR', 5)).toEqual([]);
    expect(journal.past.findByTracking('https://erp.test', '%', 71)).toEqual([]);
    await job.labels.collect();
    await job.labels.finishReading();
    // Another company's data has no effect.
    expect(states(job)).toEqual(['failed', 'ready', 'ready']);
    expect(job.snapshot().shipments[0]?.label.fault).toMatchObject({
      kind: 'label-of-another',
      detail: 'shipment 77',
    });
    expect(await printOn(job, new FakePrinter(), [1])).toMatchObject({
      fault: { kind: 'not-ready' },
    });
    expect(await printOn(job, new FakePrinter())).toEqual(ok());
    expect(await job.conclusion.request()).toMatchObject({ fault: { kind: 'not-ready' } });
  });
});

test('readings are removed together with their jobs', async () => {
  const { bench } = startReading({ 1: [track(1)] });
  const job = await bench.open();
  await job.labels.collect();
  await job.labels.finishReading();
  expect(await printOn(job, new FakePrinter())).toEqual(ok());
  expect(await job.conclusion.request()).toEqual(ok());
  await job.close();
  const { journal } = bench.services;
  const reading = { codes: [], pages: 1, dpi: null, looked: true };
  journal.facts.keepReading('ab', 'how', reading);
  expect(journal.facts.findReading('ab', 'how')).toEqual(reading);
  expect(journal.facts.findReading('ab', 'other')).toBe(null);
  await journal.removeOld(Date.now() + 60_000, Date.now());
  expect(journal.facts.findReading('ab', 'how')).toBe(null);
});
