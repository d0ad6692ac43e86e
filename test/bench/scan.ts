import type { Shipment } from '#shared/domain/records.ts';
import { ok } from '#shared/faults/faults.ts';
import { createCupsSystem } from '../../src/main/printing/index.ts';
import type { PrintSystem } from '../../src/main/printing/index.ts';
import { connectedWorkstation, isSettled, valueOf } from '../desk/support/harness.ts';
import { cupsTools, startCups } from '../support/cups.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { startNetworkPrinter } from '../support/network-printer.ts';
import { hasTool } from '../support/tools.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const lists = [size(50, 5), size(2_000, 8)];
const scans = size(30, 3);
const mostOwnMs = 50;
const mostMs = 200;
const queue = 'label-printer';

/** Called when the spooler has the label. */
type OnSpooler = () => void;

/**
 * From the scan of an order to the label's file at the spooler, in a desk on disk, with the label
 * fetched.
 */
export async function scanBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const shipments of lists) {
    const ms = await timeScans(shipments, (onSpooler) => takeAtOnce(onSpooler));
    const what = `A scan in a grouping of ${shipments}: Doca's part, until the spooler is called`;
    rows.push(
      benchRow(what, spread(ms), `p95 at most ${mostOwnMs} ms`, percentile(ms, 95) <= mostOwnMs),
    );
  }
  if (!cupsTools.every(hasTool)) return rows;
  const cups = await startCups();
  const printer = await startNetworkPrinter({ answersStatus: false });
  try {
    cups.addQueue(queue, printer.port, 'drv:///sample.drv/zebra.ppd');
    const system = createCupsSystem({ env: cups.env, timing: { pollMs: 50 } });
    const ms = await timeScans(size(50, 5), (onSpooler) => noteQueued(system, onSpooler));
    const what = 'A scan, until CUPS has queued the label';
    rows.push(benchRow(what, spread(ms), `p95 at most ${mostMs} ms`, percentile(ms, 95) <= mostMs));
  } finally {
    await cups.close();
    await printer.close();
  }
  return rows;
}

async function timeScans(
  shipments: number,
  makeSystem: (onSpooler: OnSpooler) => PrintSystem,
): Promise<number[]> {
  let onSpooler: OnSpooler = () => undefined;
  const printSystem = makeSystem(() => onSpooler());
  const options = { shipments, groupings: 1, formats: ['pdf'] } as const;
  const station = await connectedWorkstation(options, { printSystem, startLabelProcess });
  try {
    const { ask, groupingId } = station;
    valueOf(await ask('settings.change', { change: { printer: queue, printsOnScan: true } }));
    valueOf(await ask('job.open', { groupingId }));
    const { shipments: list } = await station.until(groupingId, isSettled);
    const times: number[] = [];
    for (const { shipment } of list.slice(0, scans)) {
      const startMs = performance.now();
      const spooled = new Promise<void>((resolve) => (onSpooler = resolve));
      valueOf(
        await ask('scan.print', { code: orderOf(shipment), here: groupingId, isCheck: false }),
      );
      await spooled;
      times.push(performance.now() - startMs);
      await station.until(groupingId, ({ state }) => state !== 'printing');
    }
    // The first one also loads code.
    return times.slice(1);
  } finally {
    await station.close();
  }
}

function orderOf(shipment: Shipment): string {
  return String(shipment.sale?.number);
}

function takeAtOnce(onSpooler: OnSpooler): PrintSystem {
  const about = { isDefault: true, state: 'ready', conditions: [], reason: null } as const;
  const described = { ...about, name: queue, kind: 'system', accepts: ['pdf'] } as const;
  return {
    list: () => Promise.resolve(ok([described])),
    open: (name) => ({
      name,
      print: () => {
        onSpooler();
        return Promise.resolve(ok('done' as const));
      },
    }),
  };
}

/** The system, with a call when a job has its number there. */
function noteQueued(system: PrintSystem, onSpooler: OnSpooler): PrintSystem {
  return {
    ...system,
    open: (name) => {
      const printer = system.open(name);
      return {
        ...printer,
        print: (file, signal, onEvent) =>
          printer.print(file, signal, (event) => {
            if (event.jobId !== null) onSpooler();
            onEvent?.(event);
          }),
      };
    },
  };
}

function spread(times: readonly number[]): string {
  return `p50 ${percentile(times, 50).toFixed(1)} ms, p95 ${percentile(times, 95).toFixed(1)} ms`;
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return (
    sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
  );
}
