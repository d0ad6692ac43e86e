import { afterEach, describe, expect, it } from 'vitest';
import type { Shipment } from '#shared/domain/records.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { createNetworkPrinters } from '../../src/main/printing/index.ts';
import { startEngine, type Engine } from '../support/engine.ts';
import { startNetworkPrinter, type SimulatedPrinter } from '../support/network-printer.ts';
import { printOn } from '../support/print-on.ts';

const shipmentCount = 11;
const timing = {
  connectMs: 2_000,
  firstStatusMs: 2_000,
  quietMs: 2_000,
  stallMs: 4_000,
  pollMs: 5,
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function bench(onLabel: (printed: number, printer: SimulatedPrinter) => void) {
  const engine: Engine = await startEngine({
    sandbox: { shipments: shipmentCount, formats: ['zpl', 'zip'] },
  });
  closing.push(() => engine.close());
  const simulated = await startNetworkPrinter({ labelMs: 4, onLabel });
  closing.push(() => simulated.close());
  const printer = createNetworkPrinters({ timing }).at({
    name: 'dock',
    host: '127.0.0.1',
    port: simulated.port,
  });
  const job = await engine.open();
  await job.labels.collect();
  return { engine, simulated, printer, job };
}

/** Returns the shipments whose labels the printer printed, read from the labels. */
function onPaper(job: GroupingJob, { paper }: SimulatedPrinter): Set<number> {
  const text = paper.join('\n');
  // One without a tracking code has its own id on its label.
  const codeOf = ({ id, logistics }: Shipment) => logistics?.trackingCode ?? `EXP${id}`;
  const { shipments } = job.snapshot();
  return new Set(
    shipments
      .map(({ shipment }) => shipment)
      .filter((shipment) => text.includes(codeOf(shipment)))
      .map(({ id }) => id),
  );
}

/** Compares every report about the print with the paper. */
function expectTruth(job: GroupingJob, simulated: SimulatedPrinter): void {
  const { printVerdict, shipments, fault } = job.snapshot();
  if (printVerdict === null) throw new Error('the print ended well');
  const out = onPaper(job, simulated);
  const ids = shipments.map(({ shipment }) => shipment.id);
  expect([...printVerdict.printed, ...printVerdict.perhaps, ...printVerdict.not]).toEqual(ids);
  expect(printVerdict.printed.filter((id) => !out.has(id))).toEqual([]);
  expect(printVerdict.not.filter((id) => out.has(id))).toEqual([]);
  expect(fault?.kind === 'print-unknown').toBe(printVerdict.perhaps.length > 0);
  const counted = shipments
    .filter(({ label }) => label.timesPrinted > 0)
    .map(({ shipment }) => shipment.id);
  expect(counted).toEqual(printVerdict.printed);
}

const options = { copies: 1, sheet: null, labelsPerJob: 4, language: 'zpl' } as const;

describe('a label printer on the network, through the whole engine', () => {
  it('prints every label of a grouping once, in order, in three spool jobs', async () => {
    const { job, simulated, printer } = await bench(() => undefined);
    expect(await printOn(job, printer, undefined, undefined, options)).toEqual({
      ok: true,
      value: undefined,
    });
    expect(onPaper(job, simulated).size).toBe(shipmentCount);
    expect(job.snapshot()).toMatchObject({ state: 'printed', printVerdict: null });
    expect(simulated.connections).toBe(3);
  });

  it.each<[string, (printer: SimulatedPrinter) => void]>([
    ['is switched off', (printer) => printer.powerOff()],
    ['loses its cable', (printer) => printer.unplug()],
  ])(
    'that %s in the middle: the report matches the paper, also after a restart',
    async (_name, breakDown) => {
      const { engine, job, simulated, printer } = await bench((printed, self) => {
        if (printed === 6) breakDown(self);
      });
      expect((await printOn(job, printer, undefined, undefined, options)).ok).toBe(false);
      // The labels in its buffer are still printed.
      await expect.poll(() => simulated.paper.length, { interval: 100 }).toBeGreaterThanOrEqual(6);
      const { printVerdict } = job.snapshot();
      expect(printVerdict?.printed.length).toBeGreaterThanOrEqual(4);
      expect(printVerdict?.not.length).toBeGreaterThanOrEqual(2);
      expectTruth(job, simulated);
      await job.close();
      const again = await engine.open();
      expect(again.snapshot().printVerdict).toEqual(printVerdict);
      expectTruth(again, simulated);
    },
  );

  it('that runs out of paper and is cancelled: the packer is asked about a few labels, not about all', async () => {
    const cancel = new AbortController();
    const { job, simulated, printer } = await bench((printed, self) => {
      if (printed !== 6) return;
      self.set({ paperOut: true });
      setTimeout(() => cancel.abort(), 50);
    });
    expect((await printOn(job, printer, undefined, cancel.signal, options)).ok).toBe(false);
    expectTruth(job, simulated);
    // The printer keeps its buffer: after the roll is changed it prints that.
    simulated.set({ paperOut: false });
    const doubt = job.snapshot().printVerdict?.perhaps ?? [];
    expect(doubt.length).toBeGreaterThan(0);
    expect(doubt.length).toBeLessThan(7);
    await expect.poll(() => doubt.every((id) => onPaper(job, simulated).has(id))).toBe(true);
    expect((await job.prints.resolve(true)).ok).toBe(true);
    const rest = job.snapshot().printVerdict?.not ?? [];
    expect(await printOn(job, printer, rest, undefined, options)).toMatchObject({ ok: true });
    expect(onPaper(job, simulated).size).toBe(shipmentCount);
    const texts = simulated.paper.filter((text) => text.includes('^FD'));
    expect(new Set(texts).size).toBe(texts.length);
    expect(job.snapshot().state).toBe('printed');
  });
});
