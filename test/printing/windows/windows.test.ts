import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createWindowsSystem } from '../../../src/main/printing/index.ts';
import type { PrintPdfOptions, SpoolEvent } from '../../../src/main/printing/index.ts';
import { makePowerShellArguments, findPowerShell } from '../../../src/main/printing/windows/powershell.ts';
import { listScript, spoolScript, stateScript } from '../../../src/main/printing/windows/scripts.ts';
import { judgeWindows, unseen } from '../../../src/main/printing/windows/judge.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-windows-'));
const pdf = { path: join(folder, 'labels.pdf'), kind: 'pdf' as const, title: 'Doca 1001' };
const zpl = { path: join(folder, 'labels.zpl'), kind: 'zpl' as const, title: 'Doca 1001' };
writeFileSync(pdf.path, '%PDF-');
writeFileSync(zpl.path, '^XA^XZ');
afterAll(() => rmSync(folder, { recursive: true }));

interface Job {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly printed?: number;
  readonly pages?: number;
}

/** The title under which the job was really printed. */
const ownTitle = '(own)';

/** A spooler in memory that answers the fixed scripts; it plays the looks at the queue one after the other. */
function spooler(options: { readonly driver?: string; readonly printer?: string | null; readonly raw?: unknown }) {
  const { driver = 'ZDesigner ZD220', printer = 'Normal', raw = { jobId: 7, error: null } } = options;
  const looks: (readonly Job[] | 'gone' | 'silent')[] = [];
  const inputs: Readonly<Record<string, unknown>>[] = [];
  const printed: PrintPdfOptions[] = [];
  let nowMs = 0;
  let deleted = false;
  const run = (script: string, input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    inputs.push(input);
    nowMs += 100;
    if (script === spoolScript) {
      deleted ||= input['action'] === 'delete';
      return Promise.resolve(input['action'] === 'raw' ? raw : { jobId: 7, error: null });
    }
    const look = inputs.length === 1 ? [] : ((looks.length > 1 ? looks.shift() : looks[0]) ?? []);
    if (look === 'silent') return Promise.resolve(null);
    if (printer === null || look === 'gone') return Promise.resolve({ printer: null, jobs: [] });
    const title = printed[0]?.title;
    const jobs = (deleted ? [] : look).map((job) => ({
      printed: 0,
      pages: 0,
      ...job,
      title: job.title === ownTitle ? title : job.title,
    }));
    return Promise.resolve({ printer: { status: printer, driver }, jobs });
  };
  const system = createWindowsSystem({
    run,
    printPdf: (given) => {
      printed.push(given);
      return Promise.resolve({ ok: true, value: undefined });
    },
    clock: {
      now: () => nowMs,
      sleep: (ms, signal) => {
        nowMs += ms;
        return signal?.aborted === true ? Promise.reject(new Error('aborted')) : Promise.resolve();
      },
    },
    timing: { pollMs: 100, appearMs: 1000, unreachableMs: 1000, lostMs: 1000 },
  });
  return { system, inputs, looks, printed, actions: () => inputs.map((input) => input['action']).filter(Boolean) };
}

describe('PowerShell', () => {
  it('is the one of Windows itself, with a fixed script and nothing else on its command line', () => {
    expect(findPowerShell({ SystemRoot: 'D:\\Win' })).toBe(
      'D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    );
    for (const script of [listScript, stateScript, spoolScript]) {
      const args = makePowerShellArguments(script);
      expect(args.slice(0, -1)).toEqual([
        '-NoLogo',
        '-NoProfile',
        '-NonInteractive',
        '-ExecutionPolicy',
        'Bypass',
        '-EncodedCommand',
      ]);
      expect(Buffer.from(args.at(-1)!, 'base64').toString('utf16le')).toBe(script);
      // CreateProcess takes 32 767 characters.
      expect(args.join(' ').length).toBeLessThan(30_000);
      expect(script).toContain('$env:DOCA_PRINT_INPUT | ConvertFrom-Json');
      expect(script).not.toMatch(/Invoke-Expression|\biex\b|-Name \$in/);
    }
  });
});

describe('the list', () => {
  it('reads names, drivers, papers and flags', async () => {
    const system = createWindowsSystem({
      printPdf: () => Promise.reject(new Error('not here')),
      run: () =>
        Promise.resolve({
          default: 'Zebra',
          printers: [
            {
              name: 'Zebra',
              driver: 'ZDesigner ZD220',
              location: '',
              status: 'Normal',
              papers: [{ name: '4x6', width: 400, height: 600 }],
            },
            { name: 'Raw', driver: 'Generic / Text Only', location: null, status: 'Paused, PaperOut', papers: [] },
            { name: 'Laser', driver: 'HP', location: 'Sala 2', status: 'Printing', papers: [] },
          ],
        }),
    });
    const listed = await system.list();
    if (!listed.ok) throw new Error(listed.fault.kind);
    expect(listed.value).toMatchObject([
      {
        name: 'Zebra',
        isDefault: true,
        accepts: ['pdf', 'zpl'],
        state: 'ready',
        papers: [{ name: '4x6', widthMm: 101.6, heightMm: 152.4 }],
      },
      {
        name: 'Raw',
        accepts: ['zpl'],
        state: 'stopped',
        conditions: ['paper-out', 'paused'],
        reason: 'Paused, PaperOut',
        anyPaper: false,
      },
      { name: 'Laser', info: 'HP, Sala 2', accepts: ['pdf'], state: 'printing', isDefault: false },
    ]);
  });

  it.each([null, {}, { default: null, printers: [{ name: 1 }] }])('does not believe %j', async (answer) => {
    const system = createWindowsSystem({
      printPdf: () => Promise.reject(new Error()),
      run: () => Promise.resolve(answer),
    });
    expect(await system.list()).toMatchObject({ ok: false, fault: { kind: 'printer-unavailable' } });
  });
});

describe('ZPL', () => {
  it('goes through the spooler as it is, and the job is followed by its id until it was printed', async () => {
    const { system, inputs, looks, actions } = spooler({});
    looks.push(
      [{ id: 7, title: '', status: 'Spooling' }],
      [{ id: 7, title: '', status: 'Printing, Retained' }],
      [{ id: 7, title: '', status: 'Printed, Retained' }],
    );
    const events: SpoolEvent[] = [];
    const result = await system
      .open("O'Zebra $(x)")
      .print({ ...zpl, copies: 2 }, undefined, (event) => events.push(event));
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(inputs[1]).toMatchObject({ action: 'raw', printer: "O'Zebra $(x)", path: zpl.path, copies: 2 });
    expect(inputs[1]!['title']).toMatch(/^Doca 1001 [0-9a-f]{8}$/);
    expect(events.map(({ state }) => state)).toEqual(['queued', 'printing', 'done']);
    expect(events.at(-1)!.jobId).toBe('7');
    expect(actions()).toEqual(['raw', 'delete']);
  });

  it('says what the spooler refused', async () => {
    const refused = spooler({ raw: { jobId: null, error: 'The printer name is invalid' } });
    expect(await refused.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'The printer name is invalid', reached: 'no' },
    });
    const silent = spooler({ raw: null });
    expect(await silent.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'print-unknown', reached: 'maybe' },
    });
  });
});

describe('PDF', () => {
  it('is printed by the window at its exact size, found by its title and kept until its end is seen', async () => {
    const { system, looks, printed, actions } = spooler({});
    const other = { id: 4, title: 'Doca 1001', status: 'Printed' };
    looks.push(
      [other],
      [other, { id: 3, title: ownTitle, status: 'Spooling' }],
      [other, { id: 3, title: ownTitle, status: 'Printed, Retained' }],
    );
    const result = await system.open('Zebra').print({ ...pdf, paper: { widthMm: 100, heightMm: 150 } });
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(printed[0]).toMatchObject({ deviceName: 'Zebra', copies: 1, pageSize: { width: 100_000, height: 150_000 } });
    expect(actions()).toEqual(['retain', 'delete']);
  });

  it('that never shows in the queue is unknown', async () => {
    expect(await spooler({}).system.open('x').print(pdf)).toMatchObject({ fault: { kind: 'print-unknown' } });
  });

  it('is not sent to a printer without driver', async () => {
    const { system, printed } = spooler({ driver: 'Generic / Text Only' });
    expect(await system.open('x').print(pdf)).toMatchObject({ fault: { kind: 'printer-unavailable', reached: 'no' } });
    expect(printed).toEqual([]);
  });
});

describe('what can go wrong', () => {
  it.each([
    [{ printer: null }, 'there is no such printer'],
    [{ printer: 'Paused' }, 'Paused'],
    [{ printer: 'Offline' }, 'Offline'],
  ])('%o: nothing is queued', async (state, detail) => {
    const { system, actions } = spooler(state);
    expect(await system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail, reached: 'no' },
    });
    expect(actions()).toEqual([]);
  });

  it('a printer that is not reached: the job is taken back', async () => {
    const { system, looks, actions } = spooler({});
    looks.push(...Array.from({ length: 12 }, () => [{ id: 7, title: '', status: 'Error, Printing' }]), []);
    expect(await system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'Error, Printing', reached: 'no' },
    });
    expect(actions()).toContain('delete');
  });

  it('cancelled: by somebody in the queue, and by the packer', async () => {
    const other = spooler({});
    other.looks.push([{ id: 7, title: '', status: 'Printing, Deleting' }], []);
    expect(await other.system.open('x').print(zpl)).toEqual({ ok: true, value: 'cancelled' });
    const own = spooler({});
    own.looks.push([{ id: 7, title: '', status: 'Printing' }], [{ id: 7, title: '', status: 'Printing' }], []);
    const stop = new AbortController();
    const result = await own.system
      .open('x')
      .print(zpl, stop.signal, ({ state }) => state === 'printing' && stop.abort());
    expect(result).toMatchObject({ fault: { kind: 'cancelled', reached: 'maybe' } });
    expect(own.actions()).toContain('delete');
  });

  it('a printer removed in the middle, and a spooler that falls silent', async () => {
    const removed = spooler({});
    removed.looks.push([{ id: 7, title: '', status: 'Printing' }], 'gone');
    expect(await removed.system.open('x').print(zpl)).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'maybe' },
    });
    const silent = spooler({});
    silent.looks.push([{ id: 7, title: '', status: 'Printing' }], 'silent');
    expect(await silent.system.open('x').print(zpl)).toMatchObject({ fault: { kind: 'print-unknown' } });
  });
});

describe('the end of a job that is gone from the queue', () => {
  const look = (status: readonly string[], pages: { printed: number; pages: number } = { printed: 0, pages: 0 }) => ({
    printer: { status: ['Normal'] },
    job: { id: 1, title: 't', status: [...status], ...pages },
    nowMs: 0,
    unreachableMs: 1000,
  });
  const gone = { ...look([]), job: null };

  it.each([
    [look(['Printing'], { printed: 3, pages: 3 }), { ok: true, value: 'done' }],
    [look(['Printing'], { printed: 2, pages: 3 }), { ok: true, value: 'unknown' }],
    [look(['Spooling']), { ok: true, value: 'unknown' }],
    [look(['Deleting']), { ok: true, value: 'cancelled' }],
  ])('is told from what was seen last', (last, result) => {
    const { track } = judgeWindows(unseen, last);
    expect(judgeWindows(track, gone).step).toEqual({ kind: 'ended', result });
  });

  it('a job that waits for a person is held, not failed, once it has begun', () => {
    const { track } = judgeWindows(unseen, look(['Printing']));
    const later = judgeWindows(track, { ...look(['Printing', 'PaperOut']), nowMs: 10_000_000 });
    expect(later.step).toMatchObject({ kind: 'going', state: 'held', conditions: ['paper-out'] });
  });
});
