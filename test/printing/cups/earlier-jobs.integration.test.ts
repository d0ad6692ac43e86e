import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createCupsSystem } from '../../../src/main/printing/index.ts';
import type {
  SystemPrinters,
  EarlierJobs,
  SpoolEvent,
  SpoolTicket,
} from '../../../src/main/printing/index.ts';
import { cupsTools, startCups } from '../../support/cups.ts';
import type { TestCups } from '../../support/cups.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter, SimulatedPrinterOptions } from '../../support/network-printer.ts';
import { describeWithTools } from '../../support/tools.ts';

const timing = { pollMs: 25, unreachableMs: 60_000, lostMs: 60_000 };

describeWithTools(cupsTools, 'a spool job whose program has died, in CUPS', () => {
  let cups: TestCups;
  let system: SystemPrinters;
  let queues = 0;
  const folder = mkdtempSync(join(tmpdir(), 'doca-earlier-'));
  const printers: SimulatedPrinter[] = [];

  beforeAll(async () => {
    cups = await startCups();
    system = createCupsSystem({ env: cups.env, timing });
  });
  afterEach(async () => {
    await Promise.all(printers.splice(0).map((printer) => printer.close()));
  });
  afterAll(async () => {
    system.close();
    await cups.close();
    rmSync(folder, { recursive: true });
  });

  async function setUp(
    options: SimulatedPrinterOptions = {},
    queueOptions: readonly string[] = [],
  ) {
    const printer = await startNetworkPrinter({ answersStatus: false, ...options });
    printers.push(printer);
    queues += 1;
    const queue = `left-${queues}`;
    cups.addQueue(queue, printer.port, 'raw', queueOptions);
    const { earlier } = system.open(queue);
    if (earlier === undefined) throw new Error('CUPS finds no jobs again');
    return { printer, queue, earlier };
  }

  const write = (labels: number): string => {
    const path = join(folder, `${Math.random()}.zpl`);
    writeFileSync(path, `^XA^FDlabel^FS^FX${'.'.repeat(600)}^XZ\n`.repeat(labels));
    return path;
  };

  /** Leaves a job as a program does that has sent it and died. */
  const leave = (
    queue: string,
    title: string,
    labels: number,
    ...options: string[]
  ): SpoolTicket => {
    const said = cups.command(
      'lp',
      '-d',
      queue,
      '-t',
      title,
      '-o',
      'raw',
      ...options,
      '--',
      write(labels),
    );
    return { title, jobId: /-(\d+) \(/.exec(said)?.[1] ?? null };
  };

  const jobsIn = (queue: string): string => cups.command('lpstat', '-o', queue).trim();
  const seen = async (earlier: EarlierJobs, ticket: SpoolTicket, what: unknown): Promise<void> => {
    await expect.poll(() => earlier.look(ticket)).toEqual(what);
  };

  it('was reported before its first byte went to the printer, and nothing was sent after the listener’s veto', async () => {
    const { printer, queue } = await setUp();
    const file = { path: write(3), kind: 'zpl' as const, title: 'Doca 5' };
    let atFirst: string | null = null;
    const printed = await system.open(queue).print(file, undefined, ({ jobId }) => {
      if (jobId === null || atFirst !== null) return;
      // Blocks as a journal does that waits for its disk.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      atFirst = `${cups.command('lpstat', '-p', queue)} ${jobsIn(queue)}`;
    });
    expect(printed).toEqual({ ok: true, value: 'done' });
    expect(atFirst).toMatch(new RegExp(`is idle[^]*${queue}-\\d+ `));
    expect(printer.paper).toHaveLength(3);

    const stop = new AbortController();
    const stopped = await system
      .open(queue)
      .print(file, stop.signal, ({ jobId }) => jobId !== null && stop.abort());
    expect(stopped).toMatchObject({ ok: false, fault: { kind: 'cancelled', reached: 'no' } });
    expect(jobsIn(queue)).toBe('');
    expect(printer.connections).toBe(1);
  });

  it('has ended well since', async () => {
    const { queue, earlier } = await setUp();
    await seen(earlier, leave(queue, 'Doca 5 a', 3), { ok: true, value: 'done' });
  });

  it('is still running: it is followed to its end, or cancelled', async () => {
    const { printer, queue, earlier } = await setUp({ labelMs: 5, bufferBytes: 2000 });
    const ticket = leave(queue, 'Doca 5 b', 400);
    await seen(earlier, ticket, 'there');
    const events: SpoolEvent[] = [];
    expect(await earlier.follow(ticket, undefined, (event) => events.push(event))).toEqual({
      ok: true,
      value: 'done',
    });
    expect(events.map(({ state, jobId }) => `${state} ${jobId}`)).toContain(
      `printing ${ticket.jobId}`,
    );
    await expect.poll(() => printer.paper.length).toBe(400);

    printer.freeze();
    const other = leave(queue, 'Doca 5 c', 4000);
    await expect.poll(() => cups.command('lpstat', '-p', queue)).toContain('now printing');
    expect(await earlier.look(other)).toBe('there');
    expect(await earlier.withdraw?.(other)).toMatchObject({
      ok: false,
      fault: { kind: 'cancelled', reached: 'maybe' },
    });
    expect(jobsIn(queue)).toBe('');
    await seen(earlier, other, expect.objectContaining({ ok: false }));
    expect(await earlier.look(other)).toMatchObject({
      fault: { kind: 'print-failed', reached: 'maybe' },
    });
  });

  it('was never begun: no part of it is on paper', async () => {
    const { printer, queue, earlier } = await setUp();
    cups.command('cupsdisable', queue);
    const ticket = leave(queue, 'Doca 5 d', 3);
    expect(await earlier.look(ticket)).toBe('there');
    expect(await earlier.withdraw?.(ticket)).toMatchObject({
      fault: { kind: 'cancelled', reached: 'no' },
    });
    expect(await earlier.look(ticket)).toMatchObject({
      fault: { kind: 'print-failed', reached: 'no' },
    });
    expect(printer.connections).toBe(0);
  });

  it('was never released: it is cancelled, by its number or by its name', async () => {
    const { printer, queue, earlier } = await setUp();
    const known = leave(queue, 'Doca 5 e', 3, '-H', 'hold');
    const nothing = { ok: false, fault: { kind: 'print-failed', reached: 'no' } };
    expect(await earlier.look(known)).toMatchObject(nothing);
    leave(queue, 'Doca 5 f', 3, '-H', 'hold');
    const others = leave(queue, 'Doca 6 f', 3, '-H', 'hold');
    expect(await earlier.look({ title: 'Doca 5 f', jobId: null })).toMatchObject(nothing);
    expect(jobsIn(queue)).toContain(`${queue}-${others.jobId}`);
    expect(jobsIn(queue).split('\n')).toHaveLength(1);
    expect(await earlier.look({ title: 'Doca 5 f', jobId: null })).toMatchObject(nothing);
    expect(printer.connections).toBe(0);
  });

  it('waits in a queue that holds all jobs for a person, and is left there', async () => {
    const { queue, earlier } = await setUp({}, ['-o', 'job-hold-until-default=indefinite']);
    const ticket = leave(queue, 'Doca 5 g', 3);
    expect(await earlier.look(ticket)).toBe('there');
    cups.command('lp', '-i', `${queue}-${ticket.jobId}`, '-H', 'resume');
    expect(await earlier.follow(ticket)).toEqual({ ok: true, value: 'done' });
  });

  it('is unknown, if its number is another job’s or no job’s, or CUPS does not answer', async () => {
    const { queue, earlier } = await setUp();
    const { jobId } = leave(queue, 'Doca 7', 3);
    expect(await earlier.look({ title: 'Doca 5 h', jobId })).toBeNull();
    expect(await earlier.look({ title: 'Doca 5 h', jobId: '99999' })).toBeNull();
    const env = { ...cups.env, CUPS_SERVER: join(folder, 'nothing.sock') };
    const lost = createCupsSystem({ env, timing: { ...timing, lostMs: 100 } });
    const gone = lost.open(queue).earlier;
    for (const id of [jobId, null])
      expect(await gone?.look({ title: 'Doca 7', jobId: id })).toBeNull();
    const ticket = { title: 'Doca 7', jobId };
    expect(await gone?.follow(ticket)).toMatchObject({ fault: { kind: 'print-unknown' } });
    expect(await gone?.withdraw?.(ticket)).toMatchObject({ fault: { kind: 'print-unknown' } });
    lost.close();
  });
});
