import { tellState } from '../../support/tell-state.ts';
import { cp, rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../src/main/os/clock.ts';
import { createIppClient } from '../../../src/main/printing/cups/ipp-client.ts';
import { groupTags, operations, readNumber } from '../../../src/main/printing/cups/ipp.ts';
import { createCupsSystem } from '../../../src/main/printing/index.ts';
import type { PrintSystem } from '../../../src/main/printing/index.ts';
import { cupsTools, startCups } from '../../support/cups.ts';
import type { TestCups } from '../../support/cups.ts';
import { startNetworkPrinter } from '../../support/network-printer.ts';
import type { SimulatedPrinter } from '../../support/network-printer.ts';
import { describeWithTools } from '../../support/tools.ts';
import {
  connectedWorkstation,
  isSettled,
  openWorkstation,
  printRequest,
  valueOf,
} from '../support/harness.ts';
import { cupsTiming } from '../support/printers.ts';

describeWithTools(cupsTools, 'the desk on CUPS', () => {
  let cups: TestCups;
  let station: Awaited<ReturnType<typeof connectedWorkstation>>;
  let sink: SimulatedPrinter;
  beforeAll(async () => {
    cups = await startCups();
  });
  afterAll(() => cups.close());
  afterEach(async () => {
    await station.close();
    await sink.close();
  });

  async function collected(format: 'zpl' | 'pdf', system: PrintSystem): Promise<void> {
    station = await connectedWorkstation(
      { shipments: 6, formats: [format] },
      { printSystem: system },
    );
    valueOf(await station.ask('settings.change', { change: { labelsPerJob: 2 } }));
    valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
    await station.until(station.groupingId, isSettled);
  }

  const print = async (printer: string) =>
    station.ask(
      'print.start',
      await printRequest(station, station.groupingId, 'unprinted', { printer }),
    );

  const states = async (): Promise<string[]> => {
    const { snapshot } = valueOf(await station.ask('job.open', { groupingId: station.groupingId }));
    return snapshot.shipments.map(({ label }) => tellState(label));
  };

  it('prints ZPL on a raw queue until the printer breaks down, and knows which labels are printed', async () => {
    sink = await startNetworkPrinter({ answersStatus: false });
    cups.addQueue('raw', sink.port, 'raw');
    const system = createCupsSystem({ env: cups.env, timing: cupsTiming });
    // Pauses the printer after the first spool job.
    let jobs = 0;
    const pausing: PrintSystem = {
      list: () => system.list(),
      open: (name) => ({
        name,
        print: async (file, signal, onEvent) => {
          jobs += 1;
          if (jobs === 2) cups.command('cupsdisable', '-r', 'paper jam', name);
          return system.open(name).print(file, signal, onEvent);
        },
      }),
    };
    await collected('zpl', { ...pausing });
    const result = await print('raw');
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'printer-unavailable', detail: 'paper jam' },
    });
    expect(await states()).toEqual(['printed', 'printed', 'ready', 'ready', 'ready', 'ready']);
    expect(sink.received().toString('latin1').split('^XA').length - 1).toBe(2);
    const listed = valueOf(await station.ask('print.printers'));
    expect(listed.find(({ name }) => name === 'raw')).toMatchObject({
      state: 'stopped',
      reason: 'paper jam',
    });

    cups.command('cupsenable', 'raw');
    valueOf(await print('raw'));
    expect(await states()).toEqual(Array(6).fill('printed'));
    expect(sink.received().toString('latin1').split('^XA').length - 1).toBe(6);
    system.close();
  });

  it('counts ended jobs as on paper, and never ones that the queue has only drawn', async () => {
    sink = await startNetworkPrinter({ answersStatus: false });
    cups.addQueue('counting', sink.port, 'drv:///sample.drv/zebra.ppd');
    await collected('pdf', createCupsSystem({ env: cups.env, timing: cupsTiming }));
    const open = async () =>
      valueOf(await station.ask('job.open', { groupingId: station.groupingId })).snapshot;
    const printing = print('counting');
    await expect.poll(async () => (await open()).printProgress).toEqual({ printed: 2, of: 6 });
    sink.freeze();
    const ipp = createIppClient({ socketPath: cups.env['CUPS_SERVER'] ?? '' });
    const sheets = async (): Promise<number | null> => {
      const jobId = /counting-(\d+)/.exec(cups.command('lpstat', '-o'))?.[1];
      if (jobId === undefined) return null;
      const values = [`ipp://localhost/jobs/${jobId}`];
      const { groups } = await ipp.ask({
        operation: operations.getJobAttributes,
        attributes: [{ name: 'job-uri', tag: 'uri', values }],
      });
      const job = groups.find(({ tag }) => tag === groupTags.job)?.attributes;
      return job === undefined ? null : readNumber(job, 'job-media-sheets-completed');
    };
    await expect.poll(sheets).toBe(2);
    const { printed = 0 } = (await open()).printProgress ?? {};
    const labelsOut = (await states()).filter((state) => state === 'printed').length;
    expect(labelsOut).toBe(printed);
    expect(valueOf(await station.ask('print.queue'))[0]).toMatchObject({
      places: [{ from: printed + 1, to: printed + 2 }],
      again: 0,
      tally: null,
      pages: null,
      endedAtMs: null,
    });
    ipp.close();
    cups.command('cancel', '-a', 'counting');
    expect(await printing).toMatchObject({ fault: { kind: 'print-unknown' } });
    expect((await open()).printProgress).toBeNull();
  });

  it('finds the spool job of a program that died, and stays with it in its queue before it asks', async () => {
    sink = await startNetworkPrinter({ answersStatus: false });
    sink.freeze();
    cups.addQueue('frozen', sink.port, 'raw');
    await collected('zpl', createCupsSystem({ env: cups.env, timing: cupsTiming }));
    const printing = print('frozen');
    await expect
      .poll(async () => valueOf(await station.ask('print.queue'))[0]?.state)
      .toBe('printing');
    // The folder as a killed program leaves it; this program continues unaware.
    const left = `${station.home}-left`;
    await cp(station.home, left, { recursive: true });
    const tokens = new Map([[new URL(station.sandbox.baseUrl).origin, station.sandbox.token]]);
    const printSystem = createCupsSystem({ env: cups.env, timing: cupsTiming });
    const again = await openWorkstation(left, tokens, { printSystem });
    const ref = { groupingId: station.groupingId };
    const open = async () => valueOf(await again.ask('job.open', ref)).snapshot;
    expect((await open()).interruptedPrint).toEqual({ printer: 'frozen', canWithdraw: true });
    expect(await again.ask('print.resolve', { ...ref, printed: true })).toMatchObject({
      fault: { kind: 'not-ready' },
    });

    const waiting = again.ask('print.wait', ref);
    await expect
      .poll(async () => valueOf(await again.ask('print.queue'))[0])
      .toMatchObject({
        printer: 'frozen',
        groupingId: station.groupingId,
        labels: 2,
        endedAtMs: null,
      });
    expect(await open()).toMatchObject({ state: 'printing', interruptedPrint: null });
    cups.command('cancel', '-a', 'frozen');
    expect(await waiting).toMatchObject({ fault: { kind: 'print-unknown' } });
    const ids = (await open()).shipments.map(({ shipment }) => shipment.id);
    expect((await open()).printVerdict).toEqual({
      printed: [],
      perhaps: ids.slice(0, 2),
      not: ids.slice(2),
    });
    valueOf(await again.ask('print.resolve', { ...ref, printed: ids.slice(1, 2) }));
    expect((await open()).shipments.map(({ label }) => label.timesPrinted)).toEqual([
      0, 1, 0, 0, 0, 0,
    ]);
    expect(await again.ask('print.withdraw', ref)).toMatchObject({ fault: { kind: 'not-ready' } });
    await printing;
    await again.close();
    await rm(left, { recursive: true });
  });

  it('prints PDF through a driver, and a test page in ZPL on a printer without driver', async () => {
    sink = await startNetworkPrinter({ answersStatus: false });
    cups.addQueue('driver', sink.port, 'drv:///sample.drv/zebra.ppd');
    cups.addQueue('plain', sink.port, 'raw');
    await collected('pdf', createCupsSystem({ env: cups.env, timing: cupsTiming }));
    valueOf(await print('driver'));
    expect(await states()).toEqual(Array(6).fill('printed'));
    expect(sink.received().length).toBeGreaterThan(1_000);
    valueOf(await station.ask('print.test-page', { printer: 'plain' }));
    expect(sink.received().toString('latin1')).toContain('^CI28');
  });

  it('offers the file printer within two seconds if the print service hangs', async () => {
    sink = await startNetworkPrinter({ answersStatus: false });
    const hanging: PrintSystem = {
      list: () => new Promise(() => undefined),
      open: () => {
        throw new Error('nothing was listed');
      },
    };
    const sleep = vi.spyOn(systemClock, 'sleep');
    onTestFinished(() => sleep.mockRestore());
    station = await connectedWorkstation({ shipments: 1 }, { printSystem: hanging });
    // Upkeep has swept, and sleeps until its next time; from here on only the request sleeps.
    await expect.poll(() => sleep.mock.calls.map(([ms]) => ms)).toContain(15 * 60_000);
    sleep.mockClear();
    expect(valueOf(await station.ask('print.printers'))).toMatchObject([
      { name: 'PDF', kind: 'file' },
    ]);
    expect(sleep.mock.calls.map(([ms]) => ms)).toEqual([2_000]);
  });
});
