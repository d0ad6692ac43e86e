import { readState } from '#shared/domain/job.ts';
import { rm } from 'node:fs/promises';
import { openGrouping } from '../../src/main/dispatch/index.ts';
import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { createNetworkPrinters } from '../../src/main/printing/index.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { startNetworkPrinter } from '../support/network-printer.ts';
import { printOn } from '../support/print-on.ts';
import { makeTerminal } from '../support/terminal.ts';
import { startErp } from './job.ts';
import { openBenchServices } from './programs/services.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const labels = size(300, 4);
const labelsPerJob = 50;
const labelMs = size(1000, 50);
const mostLateMs = 2000;

/**
 * Labels that come by 60 requests a minute, and a printer that takes a second for each: when the
 * last one is on paper, printed as they come and, as it was before, when all have come. In real
 * time: it takes a quarter of an hour.
 */
export async function loadingBench(): Promise<BenchRow[]> {
  const asTheyCome = await measure(true);
  const afterwards = await measure(false);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const lateMs = asTheyCome.lastMs - asTheyCome.leastMs;
  return [
    benchRow(
      `${labels} labels, 60 requests a minute, a label a second: printed as they come, last on paper`,
      `${seconds(asTheyCome.lastMs)} s in ${asTheyCome.spoolJobs} spool jobs, ${seconds(lateMs)} s after the least; the first after ${seconds(asTheyCome.firstMs)} s`,
      `at most ${mostLateMs / 1000} s after the least`,
      lateMs <= mostLateMs,
    ),
    benchRow(
      'the same, printed when all have come',
      `${seconds(afterwards.lastMs)} s in ${afterwards.spoolJobs} spool jobs; the first after ${seconds(afterwards.firstMs)} s`,
    ),
  ];
}

/**
 * `lastMs`: from the click on the grouping to the last label on paper; `leastMs`: if each were
 * printed as it comes.
 */
async function measure(whileLoading: boolean) {
  const erp = await startErp({
    shipments: labels,
    formats: ['zpl'],
    contractOnly: true,
    rateLimitPerMinute: 60,
  });
  const { baseUrl, token, groupingId } = JSON.parse(erp.ready) as Record<
    'baseUrl' | 'token',
    string
  > & {
    readonly groupingId: number;
  };
  const codesProgram = new URL('../../src/main/labels/codes/process.ts', import.meta.url);
  const terminal = {
    ...makeTerminal({}),
    startLabelProcess,
    startCodeProcess: () => forkProgram(codesProgram),
  };
  const { services, dir } = await openBenchServices(terminal, { baseUrl, token }, true);
  const onPaperMs: number[] = [];
  const printer = await startNetworkPrinter({
    labelMs,
    onLabel: () => onPaperMs.push(performance.now() - startedMs),
  });
  const target = createNetworkPrinters().at({
    name: 'bench',
    host: '127.0.0.1',
    port: printer.port,
  });
  const startedMs = performance.now();
  try {
    const opened = await openGrouping(services.job, groupingId);
    if (!opened.ok) throw new Error(opened.fault.kind);
    const job = opened.value;
    const cameMs = watchArrivals(job, startedMs);
    const collected = job.labels.collect();
    if (!whileLoading) await collected;
    const ids = job.snapshot().shipments.map(({ shipment }) => shipment.id);
    while (whileLoading && !job.overview().collecting)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const how = { labelsPerJob, language: 'zpl', whileLoading } as const;
    const printed = await printOn(job, target, ids, undefined, how);
    if (!printed.ok || onPaperMs.length !== labels) throw new Error('not all labels were printed');
    const spoolJobs = new Set(job.snapshot().shipments.map(({ label }) => label.printRunId)).size;
    const leastMs = ids.reduce((atMs, id) => Math.max(atMs, cameMs.get(id) ?? 0) + labelMs, 0);
    await job.close();
    return { lastMs: onPaperMs.at(-1) ?? NaN, firstMs: onPaperMs[0] ?? NaN, leastMs, spoolJobs };
  } finally {
    await printer.close();
    await services.close();
    erp.end();
    await erp.lines.next();
    await rm(dir, { recursive: true, force: true });
  }
}

/** Returns when each label was ready to print. */
function watchArrivals(job: GroupingJob, startedMs: number): ReadonlyMap<number, number> {
  const cameMs = new Map<number, number>();
  job.subscribe(() => {
    for (const { shipment, label } of job.snapshot().shipments) {
      if (readState(label) === 'ready' && !cameMs.has(shipment.id))
        cameMs.set(shipment.id, performance.now() - startedMs);
    }
  });
  return cameMs;
}
