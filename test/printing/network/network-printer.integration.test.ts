import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createNetworkPrinters } from '../../../src/main/printing/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import type { LabelTally, PrintFile, SpoolEvent } from '../../../src/main/printing/index.ts';
import { drawnAhead, mostInDoubt, startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter, SimulatedPrinterOptions } from '../../support/network-printer.ts';

const folder = mkdtempSync(join(tmpdir(), 'doca-network-'));
const running: SimulatedPrinter[] = [];
/** A busy computer may delay the printer's answers: only a test about silence uses short limits. */
const patient = {
  connectMs: 60_000,
  firstStatusMs: 60_000,
  quietMs: 60_000,
  stallMs: 60_000,
  pollMs: 5,
};
/** For a printer that never reports its state: a short query misses nothing. */
const mute = { ...patient, firstStatusMs: 150 };

afterEach(async () => {
  await Promise.all(running.splice(0).map((printer) => printer.close()));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function simulate(options: SimulatedPrinterOptions = {}): Promise<SimulatedPrinter> {
  const printer = await startNetworkPrinter(options);
  running.push(printer);
  return printer;
}

/** Labels told apart by their numbers, padded to a size. */
function labels(
  count: number,
  bytes = 100,
): { path: string; kind: 'zpl'; title: string; labelEnds: readonly number[] } {
  const path = join(folder, `${Math.random()}.zpl`);
  const one = (index: number): string => `^XA^FDLabel ${index + 1}^FS^FX`.padEnd(bytes - 3, '.');
  writeFileSync(path, Array.from({ length: count }, (_, index) => `${one(index)}^XZ`).join('\n'));
  const labelEnds = Array.from({ length: count }, (_, index) => index * (bytes + 1) + bytes);
  return { path, kind: 'zpl', title: 'Doca 1001', labelEnds };
}

async function print(
  printer: SimulatedPrinter,
  file: ReturnType<typeof labels> & Pick<PrintFile, 'copies' | 'mayGoOn'>,
  options: {
    readonly when?: (event: SpoolEvent) => void;
    readonly signal?: AbortSignal;
    readonly timing?: typeof patient;
  } = {},
) {
  const { timing = patient } = options;
  const events: SpoolEvent[] = [];
  const target = createNetworkPrinters({ timing }).at({
    name: 'Zebra',
    host: '127.0.0.1',
    port: printer.port,
  });
  const result = await target.print(file, options.signal, (event) => {
    events.push(event);
    options.when?.(event);
  });
  return { result, events, tally: events.at(-1)!.labels! };
}

/** How many whole labels have reached it. */
const formatsIn = (printer: SimulatedPrinter): number =>
  printer.received().toString('latin1').split('^XZ').length - 1;

/** Compares the tally with the paper: printed labels are printed, missing ones are missing. */
function expectTrue(tally: LabelTally, printer: SimulatedPrinter, count: number): void {
  expect(tally.printed + tally.perhaps + tally.not).toBe(count);
  expect(printer.paper.length).toBeGreaterThanOrEqual(tally.printed);
  expect(printer.paper.length).toBeLessThanOrEqual(tally.printed + tally.perhaps);
  const numbers = printer.paper.map((label) => Number(/Label (\d+)/.exec(label)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

describe('a label printer that reports its status', () => {
  it('prints 300 labels, each once and in order, and knows that they are on paper', async () => {
    const printer = await simulate({ labelMs: 1 });
    const file = labels(300);
    const { result, events, tally } = await print(printer, file);
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(tally).toEqual({ printed: 300, perhaps: 0, not: 0 });
    expect(printer.paper).toHaveLength(300);
    expectTrue(tally, printer, 300);
    expect([...new Set(events.map(({ state }) => state))]).toEqual(['printing', 'done']);
  });

  it('asks before each label whether it may be sent, and leaves the rest when it may not', async () => {
    const printer = await simulate({ labelMs: 1 });
    const sent: number[] = [];
    const mayGoOn = (): Promise<Fault | null> => {
      sent.push(formatsIn(printer));
      return Promise.resolve(sent.length > 20 ? fault('floor-taken') : null);
    };
    const { result, tally } = await print(printer, { ...labels(60), mayGoOn });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'floor-taken', reached: 'maybe' } });
    expect(sent).toHaveLength(21);
    expect(tally.not).toBe(40);
    await vi.waitFor(() => expect(printer.paper).toHaveLength(20));
    expectTrue(tally, printer, 60);
  });

  it('is cancelled at once while it waits for that answer', async () => {
    const printer = await simulate({ labelMs: 1 });
    const cancel = new AbortController();
    const mayGoOn = (): Promise<Fault | null> => {
      cancel.abort();
      return new Promise(() => undefined);
    };
    const { result } = await print(printer, { ...labels(2), mayGoOn }, { signal: cancel.signal });
    expect(result).toMatchObject({ fault: { kind: 'cancelled', reached: 'no' } });
    expect(printer.received().toString('latin1')).not.toContain('^XA');
  });

  it('counts no label of which a connection that broke before it has had no byte', async () => {
    const printer = await simulate();
    const mayGoOn = async (): Promise<null> => {
      printer.unplug();
      await systemClock.sleep(100);
      return null;
    };
    const { result, tally } = await print(printer, { ...labels(3), mayGoOn });
    expect(result).toMatchObject({ fault: { kind: 'printer-unavailable', reached: 'no' } });
    expect(tally).toEqual({ printed: 0, perhaps: 0, not: 3 });
  });

  it('counts each label before it is sent, and printed ones soon after they came out', async () => {
    const printer = await simulate({ labelMs: 25 });
    const behind: number[] = [];
    const { events } = await print(printer, labels(60), {
      when: ({ labels: tally }) => {
        if (tally === null) return;
        expect(tally.printed + tally.perhaps + tally.not).toBe(60);
        expect(formatsIn(printer)).toBeLessThanOrEqual(tally.printed + tally.perhaps);
        expect(printer.paper.length).toBeGreaterThanOrEqual(tally.printed);
        behind.push(tally.perhaps);
      },
    });
    expect(events.filter(({ labels: tally }) => tally !== null).length).toBeGreaterThan(60);
    expect(Math.max(...behind)).toBeLessThanOrEqual(mostInDoubt);
  });

  it('sends no label that its listener does not want sent', async () => {
    const printer = await simulate();
    const stop = new AbortController();
    const { result, tally } = await print(printer, labels(20), {
      signal: stop.signal,
      when: ({ labels: seen }) => seen?.not === 14 && stop.abort(),
    });
    expect(result).toMatchObject({ fault: { kind: 'cancelled' } });
    // The sent data may have been lost with the connection.
    expect(formatsIn(printer)).toBeLessThanOrEqual(5);
    expect(tally.not).toBe(15);
  });

  it('shows after its program has died whether labels come out still, and is stayed with until they are', async () => {
    const printer = await simulate({
      labelMs: 2,
      onLabel: (count, self) => count === 5 && self.set({ paperOut: true }),
    });
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: printer.port,
    });
    const ticket = { title: 'Doca 1', jobId: null };
    expect(await target.earlier!.look(ticket)).toBeNull();
    const stop = new AbortController();
    await target.print(labels(12), stop.signal, ({ state }) => state === 'held' && stop.abort());
    expect(await target.earlier!.look(ticket)).toBe('there');
    const events: SpoolEvent[] = [];
    const stayed = target.earlier!.follow(ticket, undefined, (event) => {
      events.push(event);
      if (event.conditions.includes('paper-out'))
        setTimeout(() => printer.set({ paperOut: false }), 20);
    });
    expect(await stayed).toEqual({ ok: true, value: 'unknown' });
    expect(
      events.some(({ state, conditions }) => state === 'held' && conditions[0] === 'paper-out'),
    ).toBe(true);
    expect(printer.paper).toHaveLength(formatsIn(printer));
    expect(await target.earlier!.look(ticket)).toBeNull();
    printer.set({ paused: true });
    expect(await target.earlier!.follow(ticket, AbortSignal.abort())).toEqual({
      ok: true,
      value: 'unknown',
    });
    await printer.close();
    expect(await target.earlier!.look(ticket)).toBeNull();
    expect(await target.earlier!.follow(ticket)).toMatchObject({
      fault: { kind: 'print-unknown' },
    });
  });

  it('is left at once, though another batch is on its way to it', async () => {
    const printer = await simulate();
    printer.freeze();
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: printer.port,
    });
    const other = new AbortController();
    const printed = target.print(labels(1), other.signal);
    const stop = new AbortController();
    const stayed = target.earlier!.follow({ title: 'Doca 1', jobId: null }, stop.signal);
    stop.abort();
    const late = systemClock.sleep(2_000).then(() => 'late');
    const first = await Promise.race([stayed, late]);
    other.abort();
    expect(first).toEqual({ ok: true, value: 'unknown' });
    await printed;
  });

  // Zebra's manual: ~HS counts formats in the receive buffer, which drawn labels have left.
  it.each([
    [1, 9],
    [3, 1],
    [5, 3],
    [10, 8],
  ])(
    'counts none of %i labels that it has drawn before it is on paper, on a roll of %i',
    async (count, roll) => {
      const printer = await simulate({
        labelMs: 30,
        onLabel: (printed, self) => printed === roll && self.set({ paperOut: true }),
      });
      let stood = 0;
      const { result, tally } = await print(printer, labels(count), {
        when: ({ state, labels: seen }) => {
          expect(printer.paper.length).toBeGreaterThanOrEqual(seen?.printed ?? 0);
          if (state !== 'held') return;
          stood += 1;
          setTimeout(() => printer.set({ paperOut: false }), 20);
        },
      });
      expect(result).toEqual({ ok: true, value: 'done' });
      expect(printer.paper).toHaveLength(count);
      expect(stood > 0).toBe(count > roll);
      expectTrue(tally, printer, count);
    },
  );

  it('stopped while it prints the last labels: they may be on paper', async () => {
    const printer = await simulate({
      labelMs: 10,
      onLabel: (printed, self) => printed === 4 && self.set({ paperOut: true }),
    });
    const stop = new AbortController();
    const { result, tally } = await print(printer, labels(5), {
      signal: stop.signal,
      when: ({ state }) => state === 'held' && stop.abort(),
    });
    expect(result).toMatchObject({ fault: { kind: 'cancelled', reached: 'maybe' } });
    expect(tally).toEqual({ printed: 2, perhaps: 3, not: 0 });
    expectTrue(tally, printer, 5);
  });

  it('prints copies', async () => {
    const printer = await simulate();
    expect((await print(printer, { ...labels(2), copies: 3 })).tally.printed).toBe(6);
    expect(printer.paper.map((label) => /Label \d/.exec(label)![0])).toEqual(
      ['1', '2', '1', '2', '1', '2'].map((number) => `Label ${number}`),
    );
  });

  it('sends a file in its writer’s pieces, without reading it', async () => {
    const path = join(folder, 'own.zpl');
    writeFileSync(path, 'one ^XA^FDx^FS^XZ^XA^FDy^FS^XZ two, rest');
    const printer = await simulate({ answersStatus: false });
    const file = { path, kind: 'zpl' as const, title: 'Doca', copies: 2, labelEnds: [31, 35] };
    const { tally } = await print(printer, file, { timing: mute });
    expect(tally).toEqual({ printed: 0, perhaps: 4, not: 0 });
    expect(printer.received().toString().replace('~HS\r\n', '')).toBe(
      'one ^XA^FDx^FS^XZ^XA^FDy^FS^XZ two, rest'.repeat(2),
    );
  });

  it.each([
    [{ paperOut: true }, 'paper-out'],
    [{ headOpen: true }, 'open'],
    [{ paused: true }, 'paused'],
    [{ ribbonOut: true }, 'ribbon-out'],
  ])('refuses to begin with %o', async (state, condition) => {
    const printer = await simulate();
    printer.set(state);
    const { result, tally } = await print(printer, labels(5));
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
    if (!result.ok) expect(result.fault.detail).toContain(condition);
    expect(tally).toEqual({ printed: 0, perhaps: 0, not: 5 });
    printer.set({ paperOut: false, headOpen: false, paused: false, ribbonOut: false });
    expect(printer.received()).toHaveLength(0);
  });

  it.each([
    [{ paperOut: true }, { paperOut: false }, 'paper-out'],
    [{ headOpen: true }, { headOpen: false }, 'open'],
    [{ paused: true }, { paused: false }, 'paused'],
  ])('reports a stop in the middle (%o), and resumes from there', async (bad, good, condition) => {
    const printer = await simulate({ onLabel: (count, self) => count === 20 && self.set(bad) });
    // On a slow host an answer from the stop is told once more, after it.
    let isGood = false;
    const { result, events, tally } = await print(printer, labels(60), {
      when: ({ state }) => {
        if (state !== 'held' || isGood) return;
        isGood = true;
        expect(printer.paper).toHaveLength(20);
        setTimeout(() => printer.set(good), 20);
      },
    });
    expect(result).toEqual({ ok: true, value: 'done' });
    expect(events.find(({ state }) => state === 'held')!.conditions).toEqual([condition]);
    expectTrue(tally, printer, 60);
    expect(printer.paper).toHaveLength(60);
  });

  it('out of paper and cancelled: reports which labels are on paper, may be, and are not', async () => {
    const printer = await simulate({
      onLabel: (count, self) => count === 20 && self.set({ paperOut: true }),
    });
    const stop = new AbortController();
    const { result, tally } = await print(printer, labels(60), {
      signal: stop.signal,
      when: ({ state }) => state === 'held' && stop.abort(),
    });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'cancelled', reached: 'maybe' } });
    expectTrue(tally, printer, 60);
    expect(tally.not).toBeGreaterThanOrEqual(60 - 20 - 8 - drawnAhead);
    expect(tally.printed).toBeGreaterThan(0);
    printer.set({ paperOut: false });
    await expect.poll(() => printer.paper.length).toBeGreaterThan(20);
    expectTrue(tally, printer, 60);
  });

  it.each([1, 7, 50, 99])('switched off after label %i of 100: reports the truth', async (at) => {
    const printer = await simulate({
      labelMs: 1,
      onLabel: (count, self) => count === at && self.powerOff(),
    });
    const { result, tally } = await print(printer, labels(100));
    expect(result.ok).toBe(false);
    if (!result.ok) {
      expect(result.fault.kind).toBe(tally.not === 0 ? 'print-unknown' : 'print-failed');
      expect(result.fault.detail).toContain(
        `${tally.printed} printed, ${tally.perhaps} perhaps, ${tally.not} not`,
      );
    }
    expect(printer.paper).toHaveLength(at);
    expectTrue(tally, printer, 100);
    expect(tally.perhaps).toBeLessThanOrEqual(mostInDoubt);
  });

  it.each([10, 50])(
    'cable pulled after label %i of 100: the data in the printer is still printed',
    async (at) => {
      const printer = await simulate({
        labelMs: 1,
        onLabel: (count, self) => count === at && self.unplug(),
      });
      const { result, tally } = await print(printer, labels(100));
      expect(result).toMatchObject({
        ok: false,
        fault: { kind: 'print-failed', reached: 'maybe' },
      });
      await expect.poll(() => printer.paper.length).toBe(formatsIn(printer));
      expectTrue(tally, printer, 100);
    },
  );

  it('waits for a printer with a small memory', async () => {
    const printer = await simulate({ labelMs: 1, bufferBytes: 60_000 });
    const { result, tally } = await print(printer, labels(40, 40_000));
    expect(result).toEqual({ ok: true, value: 'done' });
    expectTrue(tally, printer, 40);
  });

  it('gives up on a printer that falls silent, and first asks the packer to look', async () => {
    const printer = await simulate({
      labelMs: 1,
      onLabel: (count, self) => count === 12 && self.freeze(),
    });
    const timing = { ...patient, quietMs: 60, stallMs: 300 };
    const { result, events, tally } = await print(printer, labels(60), { timing });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'print-failed', reached: 'maybe' } });
    expect(
      events.some(
        ({ state, conditions }) => state === 'held' && conditions[0] === 'needs-attention',
      ),
    ).toBe(true);
    expectTrue(tally, printer, 60);
  });

  it('serves one batch after the other', async () => {
    const printer = await simulate({ labelMs: 1 });
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: printer.port,
    });
    const results = await Promise.all([target.print(labels(30)), target.print(labels(30))]);
    expect(results.map((result) => result.ok && result.value)).toEqual(['done', 'done']);
    const numbers = printer.paper.map((label) => Number(/Label (\d+)/.exec(label)?.[1]));
    expect(numbers).toEqual([...Array(60).keys()].map((index) => (index % 30) + 1));
  });

  it('describes itself', async () => {
    const printer = await simulate();
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: printer.port,
    });
    expect(await target.describe()).toMatchObject({
      kind: 'network',
      state: 'ready',
      accepts: ['zpl'],
      conditions: [],
    });
    printer.set({ headOpen: true, paused: true });
    expect(await target.describe()).toMatchObject({
      state: 'stopped',
      conditions: ['open', 'paused'],
    });
    await printer.close();
    expect(await target.describe()).toMatchObject({ state: 'unknown', conditions: ['offline'] });
    expect(printer.received()).toHaveLength(0);
  });
});

describe('a label printer without status', () => {
  it('gets exactly the file, and the result is unknown', async () => {
    const printer = await simulate({ answersStatus: false });
    const { result, tally } = await print(printer, labels(300), { timing: mute });
    expect(result).toEqual({ ok: true, value: 'unknown' });
    expect(tally).toEqual({ printed: 0, perhaps: 300, not: 0 });
    await expect.poll(() => printer.paper.length).toBe(300);
  });

  it.each([3, 40])('breaks off after label %i of 200: reports the truth', async (at) => {
    // Its memory holds a few labels, and the way there far fewer than all.
    const options = { answersStatus: false, bufferBytes: 300_000 };
    const printer = await simulate({
      ...options,
      onLabel: (count, self) => count === at && self.powerOff(),
    });
    const { result, tally } = await print(printer, labels(200, 100_000), { timing: mute });
    expect(result).toMatchObject({ ok: false, fault: { kind: 'print-failed', reached: 'maybe' } });
    expect(printer.paper).toHaveLength(at);
    expectTrue(tally, printer, 200);
    expect(tally.not).toBeGreaterThan(0);
  });

  it('takes no more data: gives up, and cancels immediately on request', async () => {
    const frozen = await simulate({ answersStatus: false });
    frozen.freeze();
    const first = await print(frozen, labels(200, 100_000), { timing: { ...mute, stallMs: 300 } });
    expect(first.result).toMatchObject({
      ok: false,
      fault: { kind: 'print-failed', reached: 'maybe' },
    });
    const stop = new AbortController();
    const second = await print(frozen, labels(200, 100_000), {
      timing: mute,
      signal: stop.signal,
      when: () => setTimeout(() => stop.abort(), 100),
    });
    expect(second.result).toMatchObject({
      ok: false,
      fault: { kind: 'cancelled', reached: 'maybe' },
    });
  });
});

it('breaks off in the middle of a label, after its end and before its resets: it may be on paper', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).pause();
    setTimeout(() => socket.resetAndDestroy(), 500);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const file = labels(2, 20_000_000);
  const target = createNetworkPrinters({ timing: mute }).at({ name: 'Z', host: '127.0.0.1', port });
  const events: SpoolEvent[] = [];
  const result = await target.print(file, undefined, (event) => events.push(event));
  expect(result).toMatchObject({ ok: false, fault: { reached: 'maybe' } });
  // Windows takes any write at once: then the next label has begun too.
  const { printed, perhaps, not } = events.at(-1)!.labels!;
  expect([printed, perhaps + not]).toEqual([0, 2]);
  expect(perhaps).toBeGreaterThan(0);
  server.close();
});

describe('a label printer without status that never closes its connection', () => {
  /** It takes everything at once, as a print server does; `onLabels` hears how many it has. */
  const startDeaf = async (onLabels: (count: number) => void = () => undefined) => {
    const sockets: Socket[] = [];
    let text = '';
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        text += data.toString('latin1');
        onLabels(text.split('^XZ').length - 1);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    // Nothing here waits until it is given up.
    const target = createNetworkPrinters({ timing: { ...mute, stallMs: 3_600_000 } }).at({
      name: 'Elgin',
      host: '127.0.0.1',
      port,
    });
    const close = () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    };
    return { target, close, count: () => text.split('^XZ').length - 1 };
  };

  it('gets one batch after the other, long before a silent connection is given up', async () => {
    const deaf = await startDeaf();
    const ended = await Promise.all([deaf.target.print(labels(3)), deaf.target.print(labels(2))]);
    expect(ended).toEqual(Array.from({ length: 2 }, () => ({ ok: true, value: 'unknown' })));
    expect(deaf.count()).toBe(5);
    deaf.close();
  });

  it('is cancelled when all is sent: what it has may be on paper', async () => {
    const stop = new AbortController();
    const deaf = await startDeaf((count) => count === 3 && stop.abort());
    const events: SpoolEvent[] = [];
    const first = deaf.target.print(labels(3), stop.signal, (event) => events.push(event));
    const next = deaf.target.print(labels(1));
    expect(await first).toMatchObject({ fault: { kind: 'cancelled', reached: 'maybe' } });
    expect(events.at(-1)!.labels).toEqual({ printed: 0, perhaps: 3, not: 0 });
    expect(await next).toEqual({ ok: true, value: 'unknown' });
    deaf.close();
  });
});

describe('no label printer', () => {
  it('reports it, before anything was sent', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port,
    });
    expect(await target.print(labels(1))).toMatchObject({
      fault: { kind: 'printer-unavailable', reached: 'no' },
    });
  });

  it('refuses unprintable files', async () => {
    const printer = await simulate();
    const target = createNetworkPrinters({ timing: patient }).at({
      name: 'Zebra',
      host: '127.0.0.1',
      port: printer.port,
    });
    expect(await target.print({ ...labels(1), path: join(folder, 'gone') })).toMatchObject({
      fault: { kind: 'disk' },
    });
    expect(await target.print(labels(1), AbortSignal.abort())).toMatchObject({
      fault: { kind: 'cancelled' },
    });
    expect(printer.received()).toHaveLength(0);
  });
});

describe('a printer that several batches are meant for', () => {
  const at = (printer: SimulatedPrinter) => {
    const printers = createNetworkPrinters({ clock: systemClock, timing: patient });
    return (name: string) => printers.at({ name, host: '127.0.0.1', port: printer.port });
  };
  const numbers = ({ paper }: SimulatedPrinter) =>
    paper.map((label) => Number(/Label (\d+)/.exec(label)?.[1]));

  it('takes them one after the other, under any of its names', async () => {
    const printer = await simulate({ labelMs: 2 });
    const named = at(printer);
    const results = await Promise.all([
      named('Zebra').print(labels(5)),
      named('Dock 3').print(labels(3)),
    ]);
    expect(results).toEqual([
      { ok: true, value: 'done' },
      { ok: true, value: 'done' },
    ]);
    expect(numbers(printer)).toEqual([1, 2, 3, 4, 5, 1, 2, 3]);
  });

  it('gets no other status query during a batch: the batch reports it', async () => {
    const printer = await simulate({
      labelMs: 2,
      onLabel: (count, one) => one.set({ paperOut: count === 2 }),
    });
    const named = at(printer);
    const printing = named('Zebra').print(labels(6));
    await expect.poll(() => printer.connections).toBe(1);
    await expect
      .poll(() => named('Dock 3').describe())
      .toMatchObject({ state: 'stopped', conditions: ['paper-out'] });
    expect(printer.connections).toBe(1);
    printer.set({ paperOut: false });
    expect(await printing).toEqual({ ok: true, value: 'done' });
    expect(await named('Zebra').describe()).toMatchObject({
      name: 'Zebra',
      state: 'ready',
      conditions: [],
    });
  });

  it('gets none while a program stays with the labels of an earlier one, either', async () => {
    const printer = await simulate({
      labelMs: 2,
      onLabel: (count, one) => one.set({ paperOut: count === 2 }),
    });
    const named = at(printer);
    const stop = new AbortController();
    const begun = named('Zebra').print(labels(6), stop.signal, ({ state }) => {
      if (state === 'held') stop.abort();
    });
    await begun;
    const staying = named('Zebra').earlier!.follow({ title: 'Doca 1', jobId: null });
    await expect.poll(() => printer.connections).toBe(2);
    await expect
      .poll(() => named('Dock 3').describe())
      .toMatchObject({ state: 'stopped', conditions: ['paper-out'] });
    expect(printer.connections).toBe(2);
    printer.set({ paperOut: false });
    expect(await staying).toEqual({ ok: true, value: 'unknown' });
  });

  it('drops a waiting batch immediately, and prints nothing of it later', async () => {
    const printer = await simulate({ onLabel: (count, one) => one.set({ paused: count === 1 }) });
    const named = at(printer);
    const first = named('Zebra').print(labels(2));
    const stop = new AbortController();
    const events: SpoolEvent[] = [];
    const second = named('Zebra').print(labels(4), stop.signal, (event) => events.push(event));
    await expect.poll(() => printer.paper.length).toBe(1);
    stop.abort();
    expect(await second).toMatchObject({ fault: { kind: 'cancelled', reached: 'no' } });
    expect(events.at(-1)!.labels).toEqual({ printed: 0, perhaps: 0, not: 4 });
    printer.set({ paused: false });
    expect(await first).toEqual({ ok: true, value: 'done' });
    expect(await named('Zebra').print(labels(1))).toEqual({ ok: true, value: 'done' });
    expect(numbers(printer)).toEqual([1, 2, 1]);
  });
});
