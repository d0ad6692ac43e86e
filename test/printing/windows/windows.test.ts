import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PrintFile, SpoolEvent } from '../../../src/main/printing/index.ts';
import {
  judgeWindows,
  readConditions,
  readJobFlags,
  readPrinterFlags,
  untouched,
} from '../../../src/main/printing/windows/spooler.ts';
import { died, FakeSpooler, makeJob, zebra } from './fake-spooler.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-windows-'));
const pdf: PrintFile = { path: join(folder, 'labels.pdf'), kind: 'pdf', title: 'Doca 1001' };
const zpl: PrintFile = { path: join(folder, 'labels.zpl'), kind: 'zpl', title: 'Doca 1001' };
writeFileSync(pdf.path, '%PDF-');
writeFileSync(zpl.path, '^XA^XZ');
afterAll(() => rmSync(folder, { recursive: true }));

const denied = { type: 'refused', call: 'StartDoc', code: 5, text: 'Access is denied.' } as const;
const deniedDetail = 'StartDoc: Windows error 5: Access is denied';

describe('the list', () => {
  it('reads names, drivers and flags', async () => {
    const spooler = new FakeSpooler(zebra, {
      list: [{ type: 'printers', names: ['Zebra', 'Raw', 'Laser', 'Gone'], default: 'Zebra' }],
      look: [
        { type: 'seen', printer: zebra, job: null },
        {
          type: 'seen',
          printer: { ...zebra, driver: 'Generic / Text Only', status: 0x11 },
          job: null,
        },
        { type: 'seen', printer: { ...zebra, driver: 'HP', status: 0x400 }, job: null },
        { type: 'seen', printer: null, job: null },
      ],
    });
    const listed = await spooler.system.list();
    if (!listed.ok) throw new Error(listed.fault.kind);
    expect(listed.value).toMatchObject([
      { name: 'Zebra', isDefault: true, accepts: ['pdf', 'zpl'], state: 'ready' },
      {
        name: 'Raw',
        accepts: ['zpl'],
        state: 'stopped',
        conditions: ['paper-out', 'paused'],
        reason: 'Paused, PaperOut',
      },
      { name: 'Laser', accepts: ['pdf'], state: 'printing', isDefault: false },
    ]);
  });

  it('reports Windows’ refusal, and that it did not answer', async () => {
    const refused = new FakeSpooler(zebra, {
      list: [
        {
          type: 'refused',
          call: 'EnumPrinters',
          code: 1722,
          text: 'The RPC server is unavailable.',
        },
      ],
    });
    expect(await refused.system.list()).toMatchObject({
      fault: {
        kind: 'printer-unavailable',
        detail: 'EnumPrinters: Windows error 1722: The RPC server is unavailable',
      },
    });
    expect(await new FakeSpooler(zebra, { list: [died] }).system.list()).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'the print spooler does not answer' },
    });
  });

  it('has every printer in time, though one is silent and the next ones wait behind it', async () => {
    const spooler = new FakeSpooler(zebra, {
      list: [{ type: 'printers', names: ['Zebra', 'Dead', 'Laser'], default: 'Laser' }],
    });
    const ask = spooler.ask.bind(spooler);
    let isSilent = false;
    spooler.ask = (request) => {
      isSilent ||= request.type === 'look' && request.printer === 'Dead';
      return isSilent ? new Promise(() => undefined) : ask(request);
    };
    expect(await spooler.system.list()).toMatchObject({
      value: [
        { name: 'Zebra', state: 'ready' },
        { name: 'Dead', state: 'unknown' },
        { name: 'Laser', state: 'unknown', isDefault: true },
      ],
    });
  });

  it('has a printer whose server is gone, and leaves it alone for a while', async () => {
    const spooler = new FakeSpooler(zebra, { look: [died] });
    const states = async () => {
      const listed = await spooler.system.list();
      return listed.ok ? listed.value.map(({ state }) => state) : listed.fault.kind;
    };
    expect(await states()).toEqual(['unknown']);
    expect(await states()).toEqual(['unknown']);
    expect(spooler.requests.filter(({ type }) => type === 'look')).toHaveLength(1);
    await spooler.clock.sleep(60_000);
    expect(await states()).toEqual(['ready']);
  });
});

describe('a paused queue', () => {
  it('is resumed from here, if Windows allows it', async () => {
    expect(await new FakeSpooler().system.resume('Zebra')).toEqual({ ok: true, value: undefined });
    const spooler = new FakeSpooler(zebra, { resume: [{ ...denied, call: 'SetPrinter' }] });
    expect(await spooler.system.resume('Zebra')).toMatchObject({
      fault: {
        kind: 'printer-unavailable',
        detail: 'SetPrinter: Windows error 5: Access is denied',
      },
    });
  });
});

describe('a print', () => {
  it('is described to its process in data alone, as a message to one has to be', async () => {
    const spooler = new FakeSpooler(zebra);
    spooler.looks.push([makeJob(['Printed'])]);
    const file = { ...pdf, mayGoOn: () => Promise.resolve(null) };
    expect(await spooler.system.open('Zebra').print(file)).toEqual({ ok: true, value: 'done' });
    expect(structuredClone(spooler.requests)).toContainEqual({
      type: 'open',
      printer: 'Zebra',
      file: pdf,
    });
  });

  it('reports how many pages the spooler has passed on, if it counts any', async () => {
    const spooler = new FakeSpooler(zebra);
    spooler.looks.push(
      [makeJob(['Printing'], { printed: 1, pages: 3 })],
      [makeJob(['Printing'], { printed: 2, pages: 3 })],
      [makeJob(['Printing'], { printed: 0, pages: 0 })],
      [makeJob(['Printed'])],
    );
    const pages: unknown[] = [];
    await spooler.system.open('Zebra').print(pdf, undefined, (event) => {
      pages.push(event.pages);
      expect(event.labels).toBeNull();
    });
    expect(pages).toEqual([undefined, { sent: 1, of: 3 }, { sent: 2, of: 3 }, undefined]);
  });

  it('reports its id before its first byte is sent, is sent in pieces, and is followed until it was printed', async () => {
    const spooler = new FakeSpooler(zebra, { send: [{ type: 'sent', isWhole: false }] });
    spooler.looks.push(
      [makeJob(['Spooling'])],
      [makeJob(['Printing', 'Retained'])],
      [makeJob(['Printed', 'Retained'])],
    );
    const events: (SpoolEvent & { readonly steps: number })[] = [];
    const file = { ...pdf, copies: 2, paper: { widthMm: 100, heightMm: 150 } };
    const result = await spooler.system
      .open("O'Zebra $(x)")
      .print(file, undefined, (event) => events.push({ ...event, steps: spooler.steps.length }));
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(events[0]).toMatchObject({ jobId: '7', state: 'queued', steps: 1 });
    expect(events.map(({ state }) => state)).toEqual(['queued', 'queued', 'printing']);
    expect(events.map(({ reason }) => reason)).toEqual([null, 'Spooling', 'Printing, Retained']);
    expect(spooler.requests.find(({ type }) => type === 'open')).toEqual({
      type: 'open',
      printer: "O'Zebra $(x)",
      file,
    });
    expect(spooler.steps).toEqual(['open', 'send', 'send', 'delete']);
  });

  it('that Windows refuses has printed nothing', async () => {
    const spooler = new FakeSpooler(zebra, { open: [denied] });
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: deniedDetail, reached: 'no' },
    });
    expect(spooler.steps).toEqual(['open']);
  });

  it.each([
    [true, 'printer-unavailable', 'page 2 is 210 × 297 mm, the paper 100 × 150 mm'],
    [false, 'print-failed', 'a page could not be drawn: the file needs a password'],
  ] as const)(
    'whose page cannot be printed (too large: %s) is not begun',
    async (isTooLarge, kind, detail) => {
      const reason = detail.replace('a page could not be drawn: ', '');
      const spooler = new FakeSpooler(zebra, {
        open: [{ type: 'unprintable', reason, isTooLarge }],
      });
      expect(await spooler.system.open('x').print(pdf)).toMatchObject({
        fault: { kind, detail, reached: 'no' },
      });
    },
  );

  it.each([
    [[{ type: 'sent', isWhole: false } as const, denied], 'maybe'],
    [[denied], 'no'],
  ] as const)(
    'that breaks off is taken back, and says what may be on paper',
    async (send, reached) => {
      const spooler = new FakeSpooler(zebra, { send: [...send] });
      spooler.looks.push([makeJob(['Spooling'])], []);
      expect(await spooler.system.open('x').print(zpl)).toMatchObject({
        fault: { kind: 'print-failed', detail: deniedDetail, reached },
      });
      expect(spooler.steps.slice(-2)).toEqual(['abort', 'delete']);
    },
  );

  it('that is deleted while it is written was cancelled', async () => {
    const gone = {
      type: 'refused',
      call: 'WritePrinter',
      code: 63,
      text: 'Your file was deleted.',
    } as const;
    const spooler = new FakeSpooler(zebra, { send: [gone] });
    expect(await spooler.system.open('x').print(zpl)).toEqual({ ok: true, value: 'cancelled' });
    expect(spooler.steps).toEqual(['open', 'send', 'abort']);
    const later = new FakeSpooler(zebra, { send: [{ type: 'sent', isWhole: false }, gone] });
    expect(await later.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'cancelled', reached: 'maybe' },
    });
  });

  it('is in doubt when its process dies in the middle, and does not print later', async () => {
    const spooler = new FakeSpooler(zebra, { send: [{ type: 'sent', isWhole: false }, died] });
    spooler.looks.push([makeJob(['Spooling', 'Printing'])], []);
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'print-unknown', reached: 'maybe' },
    });
    expect(spooler.steps).toEqual(['open', 'send', 'send', 'delete']);
  });

  it('whose process dies before there was an id is not on paper, and its leftovers are removed', async () => {
    const spooler = new FakeSpooler(zebra, { open: [died] });
    spooler.looks.push([makeJob(['Spooling'])]);
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
    expect(spooler.steps).toEqual(['open', 'find', 'delete']);
    // Another one of the same name, which is printing, stays.
    const other = new FakeSpooler(zebra, { open: [died] });
    other.looks.push([makeJob(['Spooling', 'Printing'])]);
    await other.system.open('x').print(zpl);
    expect(other.steps).toEqual(['open', 'find']);
  });

  it('is not sent as PDF to a printer without driver', async () => {
    const spooler = new FakeSpooler({ ...zebra, driver: 'Generic / Text Only' });
    expect(await spooler.system.open('x').print(pdf)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
    expect(spooler.steps).toEqual([]);
  });

  // Names of Windows 11 24H2's own drivers.
  it.each(['Microsoft IPP Class Driver', 'Remote Desktop Easy Print', 'Microsoft Print To PDF'])(
    'is not sent as ZPL through %s, and says so',
    async (driver) => {
      const spooler = new FakeSpooler({ ...zebra, driver });
      expect(await spooler.system.open('x').print(zpl)).toMatchObject({
        fault: { kind: 'printer-no-raw', detail: driver, reached: 'no' },
      });
      expect(spooler.steps).toEqual([]);
    },
  );

  it.each([
    [null, 'there is no such printer'],
    [{ ...zebra, status: 0x1 }, 'Paused'],
    [{ ...zebra, attributes: 0x400 }, 'Offline'],
  ])('is not begun on %o', async (printer, detail) => {
    const spooler = new FakeSpooler(printer);
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail, reached: 'no' },
    });
    expect(spooler.steps).toEqual([]);
  });

  it('cancelled by the listener of its id sends nothing', async () => {
    const spooler = new FakeSpooler();
    const stop = new AbortController();
    const result = await spooler.system.open('x').print(zpl, stop.signal, () => stop.abort());
    expect(result).toMatchObject({ fault: { kind: 'cancelled', reached: 'no' } });
    expect(spooler.steps).toEqual(['open', 'abort']);
  });
});

describe('a job in the queue', () => {
  it('of an unreachable printer is withdrawn', async () => {
    const spooler = new FakeSpooler();
    spooler.looks.push(...Array.from({ length: 12 }, () => [makeJob(['Error', 'Printing'])]), []);
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'Error, Printing', reached: 'no' },
    });
    expect(spooler.steps).toContain('delete');
  });

  /** A roll ends: the printer has said so, so it is there. */
  const stands = () => makeJob(['PaperOut']);
  const standsInTheMiddle = () => makeJob(['Printing', 'PaperOut']);

  it.each([
    ['that stood, and prints again before it is deleted', stands, [makeJob(['Printing'])]],
    ['whose roll ended before the first look', standsInTheMiddle, [standsInTheMiddle()]],
    ['that stood, and is gone before it is deleted', stands, []],
  ])('%s may be on paper', async (_, before, last) => {
    const spooler = new FakeSpooler();
    // A look takes 200 ms, so the sixth is the one that gives the printer up.
    spooler.looks.push(...Array.from({ length: 6 }, () => [before()]), last);
    expect(await spooler.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'maybe' },
    });
  });

  it('is cancelled in the queue, and by the packer', async () => {
    const other = new FakeSpooler();
    other.looks.push([makeJob(['Printing', 'Deleting'])], []);
    expect(await other.system.open('x').print(zpl)).toEqual({ ok: true, value: 'cancelled' });
    const own = new FakeSpooler();
    own.looks.push([makeJob(['Printing'])], [makeJob(['Printing'])], []);
    const stop = new AbortController();
    const result = await own.system
      .open('x')
      .print(zpl, stop.signal, ({ state }) => state === 'printing' && stop.abort());
    expect(result).toMatchObject({ fault: { kind: 'cancelled', reached: 'maybe' } });
    expect(own.steps).toContain('delete');
  });

  it('ends with its printer, and with a spooler that falls silent', async () => {
    const removed = new FakeSpooler();
    removed.looks.push([makeJob(['Printing'])], 'gone');
    expect(await removed.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'maybe' },
    });
    const silent = new FakeSpooler();
    silent.looks.push([makeJob(['Printing'])], 'silent');
    expect(await silent.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'print-unknown' },
    });
  });

  it('of the same number and another name is another one', async () => {
    const spooler = new FakeSpooler();
    spooler.looks.push([makeJob(['Printing'])], [makeJob(['Printing'], { title: 'invoice' })]);
    expect(await spooler.system.open('x').print(zpl)).toEqual({ ok: true, value: 'unknown' });
    expect(spooler.steps).toEqual(['open', 'send']);
  });

  const look = (...job: Parameters<typeof makeJob>) => ({
    printer: zebra,
    job: makeJob(...job),
    nowMs: 0,
    unreachableMs: 1000,
  });
  const gone = { ...look([]), job: null };

  it.each([
    [look(['Printing'], { printed: 3, pages: 3 }), { ok: true, value: 'done' }],
    [look(['Printing'], { printed: 2, pages: 3 }), { ok: true, value: 'unknown' }],
    [look(['Spooling']), { ok: true, value: 'unknown' }],
    [look(['Deleting']), { ok: true, value: 'cancelled' }],
  ])('that is gone ended as last seen', (last, result) => {
    const { track } = judgeWindows(untouched, last);
    expect(judgeWindows(track, gone).step).toEqual({ kind: 'ended', result });
  });

  it('that waits for a person is held, not failed, once it has begun', () => {
    const { track } = judgeWindows(untouched, look(['Printing']));
    const later = judgeWindows(track, {
      ...look(['Printing', 'PaperOut'], { words: 'Load paper' }),
      nowMs: 10_000_000,
    });
    expect(later.step).toMatchObject({
      kind: 'going',
      state: 'held',
      conditions: ['paper-out'],
      reason: 'Printing, PaperOut, Load paper',
    });
  });
});

describe('flags', () => {
  it.each([
    [0x10, ['PaperOut'], ['paper-out']],
    [0x40, ['PaperProblem'], ['paper-out']],
    [0x8, ['PaperJam'], ['jam']],
    [0x400000, ['DoorOpen'], ['open']],
    [0x40000, ['NoToner'], ['ribbon-out']],
    [0x2000001, ['Paused', 'ServerOffline'], ['paused', 'offline']],
    [0x20000, ['TonerLow'], []],
    [0x400, ['Printing'], []],
  ])('0x%s of a printer are %j', (status, names, conditions) => {
    const flags = readPrinterFlags({ ...zebra, status });
    expect(flags).toEqual(names);
    expect(readConditions(flags)).toEqual(conditions);
  });

  it('of each bit have a name of their own', () => {
    const bits = Array.from({ length: 27 }, (_, bit) => 2 ** bit);
    const ofPrinter = bits.flatMap((status) => readPrinterFlags({ ...zebra, status }));
    expect(new Set(ofPrinter).size).toBe(27);
    const ofJob = bits.flatMap((status) => readJobFlags({ ...makeJob([]), status }));
    expect(new Set(ofJob).size).toBe(15);
    expect(readPrinterFlags({ ...zebra, status: 0x80, attributes: 0x400 })).toEqual(['Offline']);
  });
});
