import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { toDots } from '../../../src/main/drawing/dots.ts';
import type { Dots } from '../../../src/main/drawing/dots.ts';
import { drawTestPage } from '../../../src/main/papers/test-page/pdf.ts';
import { createCupsSystem } from '../../../src/main/printing/index.ts';
import type { SystemPrinters, SpoolEvent } from '../../../src/main/printing/index.ts';
import { cupsTools, startCups } from '../../support/cups.ts';
import type { TestCups } from '../../support/cups.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter, SimulatedPrinterOptions } from '../../support/network-printer.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import { describeWithTools } from '../../support/tools.ts';
import {
  differingShare,
  dotAt,
  inkShare,
  popplerRasterise,
  unpackRuns,
} from '../support/raster.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

/** 300 labels of some 600 bytes, told apart by their numbers. */
function zplLabels(from: number, count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  return numbers
    .map((number) => `^XA^FO20,20^FDLabel ${number}^FS^FX${'.'.repeat(560)}^FS^XZ\n`)
    .join('');
}

describeWithTools([...cupsTools, 'pdftoppm', 'gs'], 'CUPS', () => {
  let cups: TestCups;
  let system: SystemPrinters;
  /** Soon takes a printer as unreachable, for printers that are. */
  let hasty: SystemPrinters;
  const folder = mkdtempSync(join(tmpdir(), 'doca-print-'));
  const printers: SimulatedPrinter[] = [];
  let queues = 0;

  beforeAll(async () => {
    cups = await startCups();
    const patient = { pollMs: 25, unreachableMs: 60_000, lostMs: 60_000 };
    system = createCupsSystem({ env: cups.env, timing: patient });
    hasty = createCupsSystem({ env: cups.env, timing: { ...patient, unreachableMs: 1_500 } });
  });

  afterEach(async () => {
    await Promise.all(printers.splice(0).map((printer) => printer.close()));
  });

  afterAll(async () => {
    system.close();
    hasty.close();
    await cups.close();
    rmSync(folder, { recursive: true });
  });

  const sink = async (options: SimulatedPrinterOptions = {}): Promise<SimulatedPrinter> => {
    const printer = await startNetworkPrinter({ answersStatus: false, ...options });
    printers.push(printer);
    return printer;
  };

  const rawQueue = (port: number, options: readonly string[] = []): string => {
    queues += 1;
    const name = `zebra-${queues}`;
    cups.addQueue(name, port, 'raw', options);
    return name;
  };

  const zplFile = (content = zplLabels(1, 3)): { path: string; kind: 'zpl'; title: string } => {
    const path = join(folder, `labels ${Math.random()}.zpl`);
    writeFileSync(path, content);
    return { path, kind: 'zpl', title: "Doca 1001 'one' $(two)" };
  };

  /** Prints and keeps the events; calls `when` with each. */
  const follow = async (
    queue: string,
    file: ReturnType<typeof zplFile>,
    when: (event: SpoolEvent) => void = () => undefined,
    signal?: AbortSignal,
    through = system,
  ) => {
    const events: SpoolEvent[] = [];
    const result = await through.open(queue).print(file, signal, (event) => {
      events.push(event);
      when(event);
    });
    return { result, events, states: [...new Set(events.map(({ state }) => state))] };
  };

  const activeJobs = (): string => cups.command('lpstat', '-o').trim();

  it('sends a raw queue exactly the bytes of the file and follows the job to its end', async () => {
    const printer = await sink();
    const file = zplFile(`${zplLabels(1, 40)}\x00\xff`);
    const { result, events, states } = await follow(rawQueue(printer.port), file);
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(printer.received().equals(readFileSync(file.path))).toBe(true);
    expect(states.at(0)).toBe('queued');
    expect(events.every(({ jobId }) => jobId !== null)).toBe(true);
  });

  it('prints the requested number of copies', async () => {
    const printer = await sink();
    const file = { ...zplFile(), copies: 3 };
    expect((await follow(rawQueue(printer.port), file)).result).toEqual({
      ok: true,
      value: 'done',
    });
    expect(printer.received().toString('latin1')).toBe(readFileSync(file.path, 'latin1').repeat(3));
  });

  it('lists queues with their formats and states', async () => {
    const printer = await sink();
    const raw = rawQueue(printer.port);
    cups.addQueue('label-driver', printer.port, 'drv:///sample.drv/zebra.ppd');
    cups.command('lpadmin', '-d', 'label-driver');
    cups.command('cupsdisable', '-r', 'out for repair', raw);
    const listed = await system.list();
    if (!listed.ok) throw new Error(listed.fault.kind);
    const of = (name: string) => listed.value.find((one) => one.name === name);
    expect(of(raw)).toMatchObject({
      accepts: ['zpl'],
      state: 'stopped',
      conditions: ['paused'],
      reason: 'out for repair',
    });
    expect(of(raw)).toMatchObject({ isDefault: false, kind: 'system' });
    expect(of('label-driver')).toMatchObject({
      accepts: ['pdf', 'zpl'],
      state: 'ready',
      isDefault: true,
    });
  });

  it('refuses unprintable files, before anything is queued', async () => {
    const printer = await sink();
    const queue = rawQueue(printer.port);
    const refused = async (name: string, file: Parameters<typeof follow>[1]) =>
      (await follow(name, file)).result;
    expect(await refused('no-such-queue', zplFile())).toMatchObject({
      ok: false,
      fault: { kind: 'printer-unavailable', reached: 'no', detail: 'there is no such printer' },
    });
    cups.command('cupsreject', '-r', 'moving house', queue);
    expect(await refused(queue, zplFile())).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'moving house' },
    });
    cups.command('cupsaccept', queue);
    cups.command('cupsdisable', '-r', 'lunch', queue);
    expect(await refused(queue, zplFile())).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'lunch', reached: 'no' },
    });
    expect(await system.resume(queue)).toEqual({ ok: true });
    expect(await refused(queue, { ...zplFile(), kind: 'pdf' as 'zpl' })).toMatchObject({
      fault: { kind: 'printer-unavailable', detail: 'a printer without driver cannot print PDF' },
    });
    expect(await refused(queue, { ...zplFile(), path: join(folder, 'gone.zpl') })).toMatchObject({
      fault: { kind: 'disk' },
    });
    expect(printer.received()).toHaveLength(0);
    expect(activeJobs()).toBe('');
  });

  it('reports that a printer does not answer, and leaves nothing in the queue that could print later', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { result, events } = await follow(rawQueue(port), zplFile(), undefined, undefined, hasty);
    expect(result).toMatchObject({ fault: { kind: 'printer-unavailable', reached: 'no' } });
    expect(
      events.some(({ state, conditions }) => state === 'held' && conditions.includes('offline')),
    ).toBe(true);
    expect(activeJobs()).toBe('');
  });

  it.each(['stop-printer', 'retry-job', 'abort-job', 'retry-current-job'])(
    'says that the printer broke down in the middle (%s), and prints nothing twice by itself',
    async (policy) => {
      const printer = await sink({
        bufferBytes: 200_000,
        labelMs: 1,
        onLabel: (count, self) => count === 800 && self.unplug(),
      });
      const queue = rawQueue(printer.port, ['-o', `printer-error-policy=${policy}`]);
      const file = zplFile(zplLabels(1, 20_000));
      const { result } = await follow(queue, file, undefined, undefined, hasty);
      expect(result).toMatchObject({
        ok: false,
        fault: { kind: 'print-failed', reached: 'maybe' },
      });
      expect(activeJobs()).toBe('');
    },
  );

  it('reports that the queue was removed in the middle', async () => {
    const printer = await sink();
    printer.freeze();
    const queue = rawQueue(printer.port);
    const { result } = await follow(queue, zplFile(zplLabels(1, 20_000)), ({ state }) => {
      if (state === 'printing') cups.command('lpadmin', '-x', queue);
    });
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'printer-unavailable', reached: 'maybe', detail: 'the printer was removed' },
    });
  });

  it('reports that the printer was paused in the middle, if the rest would begin at the first label again', async () => {
    const printer = await sink();
    printer.freeze();
    const queue = rawQueue(printer.port);
    const { result } = await follow(queue, zplFile(zplLabels(1, 20_000)), ({ state }) => {
      if (state === 'printing') cups.command('cupsdisable', '-r', 'paper jam', queue);
    });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'print-failed', reached: 'maybe' } });
    expect(activeJobs()).toBe('');
  });

  it('cancels, by signal and by id', async () => {
    const printer = await sink();
    printer.freeze();
    const queue = rawQueue(printer.port);
    const stop = new AbortController();
    const bySignal = await follow(
      queue,
      zplFile(zplLabels(1, 20_000)),
      ({ state }) => state === 'printing' && stop.abort(),
      stop.signal,
    );
    expect(bySignal.result).toMatchObject({
      ok: false,
      fault: { kind: 'cancelled', reached: 'maybe' },
    });
    // A state may be reported again, with another reason; a job that has ended by then refuses
    // commands.
    let asked = false;
    const byId = await follow(queue, zplFile(zplLabels(1, 20_000)), ({ state, jobId }) => {
      if (state === 'printing' && !asked) cups.command('cancel', `${queue}-${jobId}`);
      asked ||= state === 'printing';
    });
    expect(byId.result).toEqual({ ok: true, value: 'cancelled' });
    expect(activeJobs()).toBe('');
  });

  it('waits in a held job and prints it once it is released', async () => {
    const printer = await sink();
    const queue = rawQueue(printer.port, ['-o', 'job-hold-until-default=indefinite']);
    let released = false;
    const { result, states } = await follow(queue, zplFile(), ({ state, jobId }) => {
      // The poll that saw it held may be reported after its release, and a job that has ended
      // cannot be released again.
      if (state === 'held' && !released)
        cups.command('lp', '-i', `${queue}-${jobId}`, '-H', 'resume');
      released ||= state === 'held';
    });
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(states).toContain('held');
    expect(printer.paper).toHaveLength(3);
  });

  it('prints 300 labels in six jobs, complete and in order', async () => {
    const printer = await sink();
    const queue = rawQueue(printer.port);
    for (let from = 1; from <= 300; from += 50) {
      expect((await follow(queue, zplFile(zplLabels(from, 50)))).result).toEqual({
        ok: true,
        value: 'done',
      });
    }
    const numbers = [
      ...printer
        .received()
        .toString('latin1')
        .matchAll(/Label (\d+)/g),
    ].map(([, number]) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    expect(printer.connections).toBe(6);
  });

  it('has a driver print a PDF label at its exact size, neither scaled nor turned', async () => {
    const printer = await sink();
    queues += 1;
    const queue = `driver-${queues}`;
    cups.addQueue(queue, printer.port, 'drv:///sample.drv/zebra.ppd');
    const sandbox = await startFaultySandbox({ formats: ['pdf'], shipments: 2 });
    const path = join(folder, 'label.pdf');
    writeFileSync(path, await sandbox.labelBytes(groupingIdOf(0), 0));
    await sandbox.close();
    const file = {
      path,
      kind: 'pdf' as const,
      title: 'Doca 1001',
      paper: { widthMm: 100, heightMm: 150 },
    };
    expect(await system.open(queue).print(file)).toEqual({ ok: true, value: 'done' });

    // The driver works at 203 dots an inch and in whole points: 283×425 points are 798×1198 dots.
    const raster = /~DGR:CUPS\.GRF,(\d+),(\d+),\s([^^]*)\^XA/.exec(
      printer.received().toString('latin1'),
    )!;
    const printed = unpackRuns(raster[3]!, Number(raster[2]));
    expect(Number(raster[1])).toBe(printed.rowBytes * printed.height);
    expect(printer.received().toString('latin1')).toContain('^PW798');
    expect(printed.height).toBe(1198);
    const label = toDots((await popplerRasterise(path, 1, 203))!);
    expect(Math.abs(label.width - 798)).toBeLessThanOrEqual(2);
    const area = { ...label, width: 798, height: 1198 };
    const shifts = [-2, -1, 0, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => ({ x, y })));
    const share = Math.min(...shifts.map((shift) => differingShare(area, printed, shift)));
    const scaled = Math.min(
      ...shifts.map((shift) => differingShare(area, shrunk(printed, 0.98), shift)),
    );
    const turned = differingShare(area, turnedAround(printed));
    const figures = {
      printed: share,
      'shrunk by 2 %': scaled,
      'turned around': turned,
      ink: inkShare(area),
    };
    console.log(
      Object.entries(figures)
        .map(([name, value]) => `${name}: ${(value * 100).toFixed(2)} %`)
        .join(', '),
    );
    // Two renderers never agree on every edge.
    expect(share).toBeLessThan(0.05);
    expect(scaled).toBeGreaterThan(3 * share);
    expect(turned).toBeGreaterThan(3 * share);
  });

  it('prints the test page with exact measures', async () => {
    const printer = await sink();
    queues += 1;
    const queue = `driver-${queues}`;
    cups.addQueue(queue, printer.port, 'drv:///sample.drv/zebra.ppd');
    const paper = { widthMm: 100, heightMm: 150 };
    const path = join(folder, 'test-page.pdf');
    writeFileSync(path, await drawTestPage({ language: 'en', printer: queue, nowMs: 0 }));
    expect(await system.open(queue).print({ path, kind: 'pdf', title: 'Doca', paper })).toEqual({
      ok: true,
      value: 'done',
    });
    const raster = /~DGR:CUPS\.GRF,\d+,(\d+),\s([^^]*)\^XA/.exec(
      printer.received().toString('latin1'),
    )!;
    const printed = unpackRuns(raster[2]!, Number(raster[1]));
    const tickAt = (mm: number): boolean =>
      [-1, 0, 1].some((x) => dotAt(printed, Math.round(((10 + mm) / 25.4) * 203) + x, 115));
    for (let mm = 0; mm <= 80; mm += 10) expect(tickAt(mm), `${mm} mm`).toBe(true);
    expect(tickAt(45)).toBe(false);
    const downAt = (mm: number): boolean =>
      [-1, 0, 1].some((y) => dotAt(printed, 115, Math.round(((20 + mm) / 25.4) * 203) + y));
    for (let mm = 0; mm <= 120; mm += 10) expect(downAt(mm), `${mm} mm`).toBe(true);
    expect(downAt(65)).toBe(false);
  });

  it('reports that the print service is gone', async () => {
    const lost = createCupsSystem({
      env: { ...cups.env, CUPS_SERVER: join(folder, 'nothing.sock') },
    });
    expect(await lost.list()).toMatchObject({ fault: { kind: 'printer-unavailable' } });
    expect(await lost.open('any').print(zplFile())).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
    lost.close();
  });
});

function redrawn(dots: Dots, from: (x: number, y: number) => readonly [number, number]): Dots {
  const bytes = new Uint8Array(dots.bytes.length);
  for (let y = 0; y < dots.height; y += 1) {
    for (let x = 0; x < dots.width; x += 1) {
      if (dotAt(dots, ...from(x, y))) bytes[y * dots.rowBytes + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return { ...dots, bytes };
}

function shrunk(dots: Dots, factor: number): Dots {
  return redrawn(dots, (x, y) => [Math.round(x / factor), Math.round(y / factor)]);
}

function turnedAround(dots: Dots): Dots {
  return redrawn(dots, (x, y) => [797 - x, dots.height - 1 - y]);
}
