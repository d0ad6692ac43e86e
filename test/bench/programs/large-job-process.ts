import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startJobFeed } from '../../../src/main/desk/jobs/job-feed.ts';
import { openGrouping } from '../../../src/main/dispatch/index.ts';
import type { GroupingJob } from '../../../src/main/dispatch/index.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { keepHeapSmall } from '../../../src/main/os/process.ts';
import type { CodeReader } from '../../../src/main/labels/index.ts';
import type { Printer } from '../../../src/main/printing/index.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';
import { makeTerminal } from '../../support/terminal.ts';
import { openBenchServices } from './services.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import { printBy } from '../../support/print-on.ts';

/**
 * The cost of one stretch of work. `mainMs`: core time in this process alone; `readersMs`: in the
 * processes of labels and codes.
 */
export interface Stretch {
  readonly ms: number;
  readonly mainMs: number;
  readonly readersMs: number;
  readonly stallP99Ms: number;
  readonly stallMaxMs: number;
}

export interface LargeJob {
  readonly baseUrl: string;
  readonly token: string;
  readonly groupingId: number;
  /**
   * The code process reads the codes, or they are returned immediately: then only the work in main
   * is measured.
   */
  readonly drawsCodes: boolean;
}

export interface LargeJobFigures {
  readonly collect: Stretch;
  readonly read: Stretch;
  readonly open: Stretch;
  readonly check: Stretch;
  readonly print: Stretch;
  readonly peakMb: number;
  readonly heapMb: number;
}

/**
 * Runs one large grouping from its opening to its last check, with a window's feed attached, in a
 * process without other work: labels and codes are read in their own. The printer accepts
 * everything immediately.
 */
const { baseUrl, token, groupingId, drawsCodes } = JSON.parse(process.argv[2] ?? '{}') as LargeJob;
// As main does.
keepHeapSmall();
const codesProgram = new URL('../../../src/main/labels/codes/process.ts', import.meta.url);
const terminal = {
  ...makeTerminal({}),
  startLabelProcess,
  startCodeProcess: () => forkProgram(codesProgram),
};
const { services, dir } = await openBenchServices(terminal, { baseUrl, token }, true);
const { job: jobServices } = services;
let heapMb = 0;
setInterval(() => (heapMb = Math.max(heapMb, process.memoryUsage().heapUsed / 1e6)), 200).unref();

let readsNow = false;
let given = 0;
const givenCodes: CodeReader = {
  read: () =>
    Promise.resolve({
      codes: [{ symbology: 'Code128', text: `BENCH${given++ + 10_000}`, page: 1 }],
      pages: 1,
      dpi: 203,
      looked: true,
    }),
  readText: () => Promise.resolve(''),
  close: () => Promise.resolve(),
};
const codes = drawsCodes ? jobServices.codes : givenCodes;
const watched = { ...jobServices, codes, readsLabels: () => readsNow };
const watch = (job: GroupingJob): (() => void) => {
  const feed = startJobFeed(job, systemClock, (change) => {
    structuredClone(change);
  });
  return () => {
    feed.stop();
  };
};

const first = must(await openGrouping(watched, groupingId));
const stop = watch(first);
const collect = await measure(async () => {
  must(await first.labels.collect());
});
readsNow = true;
const read = await measure(() => first.labels.finishReading());
stop();
await first.close();

let job: GroupingJob = first;
const open = await measure(async () => {
  job = must(await openGrouping(watched, groupingId));
  must(await job.labels.collect());
  await job.labels.finishReading();
});
const stopAgain = watch(job);
const ids = job.snapshot().shipments.map(({ shipment }) => shipment.id);
const printer: Printer = { name: 'bench', print: () => Promise.resolve(ok('done')) };
const print = await measure(async () => {
  const plan = () => ok([{ printer, kind: 'pdf' as const, shipmentIds: ids }]);
  must(await printBy(job, plan, ids));
});
const check = await measure(async () => {
  for (const id of ids) {
    must(job.checks.mark(id, true));
    await new Promise(setImmediate);
  }
});
stopAgain();
await job.close();
await services.close();
process.stdout.write(
  `${JSON.stringify({
    collect,
    read,
    open,
    check,
    print,
    peakMb: process.resourceUsage().maxRSS / 1024,
    heapMb,
  })}\n`,
);
await rm(dir, { recursive: true });

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.fault.kind} ${result.fault.detail ?? ''}`);
  return result.value;
}

async function measure(work: () => Promise<void>): Promise<Stretch> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [startMs, before, readersBefore] = [performance.now(), process.cpuUsage(), readReadersMs()];
  delay.enable();
  await work();
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  return {
    ms: performance.now() - startMs,
    mainMs: (user + system) / 1000,
    readersMs: readReadersMs() - readersBefore,
    stallP99Ms: delay.percentile(99) / 1e6,
    stallMaxMs: delay.max / 1e6,
  };
}

/** Returns the core time of this process's children so far. */
function readReadersMs(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const ticks = children.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}
