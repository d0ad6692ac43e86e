import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createJobServices,
  openGrouping,
  type GroupingJob,
  type JobServices,
} from '../../src/main/dispatch/index.ts';
import { leftFloor } from '../../src/main/floor/index.ts';
import type { DownloadLimits } from '../../src/main/labels/index.ts';
import type { Clock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { createMergedFilePrinter } from '../../src/main/printing/index.ts';
import {
  startFaultySandbox,
  type FaultySandbox,
  type FaultySandboxOptions,
} from './faulty-erp/index.ts';
import { hurriedClock, hurry } from './hurried-clock.ts';
import { openJournalIn } from './journal-in.ts';
import { readLabelsHere } from './label-process/here.ts';
import type { Result } from '#shared/faults/faults.ts';
import { testPrinting } from './print-on.ts';

/**
 * The engine wired as in the product, over a sandbox, in a folder of its own; only waits are
 * shortened.
 */
export interface Engine {
  readonly sandbox: FaultySandbox;
  readonly services: JobServices;
  readonly dir: string;
  token: string;
  open(groupingId?: number): Promise<GroupingJob>;
  tryOpen(groupingId?: number): Promise<Result<GroupingJob>>;
  readonly printer: ReturnType<typeof createMergedFilePrinter>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly sandbox?: FaultySandboxOptions;
  readonly erpTimeoutMs?: number;
  readonly downloadLimits?: Partial<DownloadLimits>;
  readonly clock?: Clock;
  /** The folder of the engine's files, to open a second engine on the same one. */
  readonly dir?: string;
  readonly on?: FaultySandbox;
}

/** A minute of real time: only a hanging test takes longer, on a busy machine too. */
const patienceMs = 60_000 * hurry;

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const sandbox =
    options.on ??
    (await startFaultySandbox({ shipments: 4, formats: ['pdf'], ...options.sandbox }));
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'doca-engine-')));
  const clock = options.clock ?? hurriedClock;
  const { journal } = openJournalIn(dir, { clock });
  const jobs: GroupingJob[] = [];
  const engine: Engine = {
    sandbox,
    dir,
    token: sandbox.token,
    printer: createMergedFilePrinter(),
    services: createJobServices({
      baseUrl: sandbox.baseUrl,
      token: () => Promise.resolve(engine.token),
      fetch: (url, init) => fetch(url, init),
      journal,
      openLeftFloor: () => Promise.resolve(leftFloor),
      dataDir: dir,
      stationDir: join(dir, 'station'),
      outDir: join(dir, 'out'),
      printing: testPrinting,
      startLabelProcess: readLabelsHere,
      version: '1.2.3-test',
      clock,
      log: silentLog,
      erp: { timeoutMs: options.erpTimeoutMs ?? patienceMs },
      labels: {
        limits: {
          headerTimeoutMs: patienceMs,
          stallTimeoutMs: patienceMs,
          totalTimeoutMs: patienceMs,
          ...options.downloadLimits,
        },
      },
    }),
    tryOpen: async (groupingId = sandbox.firstGroupingId) => {
      const job = await openGrouping(engine.services, groupingId);
      if (job.ok) jobs.push(job.value);
      return job;
    },
    open: async (groupingId) => {
      const job = await engine.tryOpen(groupingId);
      if (!job.ok) throw new Error(`${job.fault.kind}: ${job.fault.detail ?? ''}`);
      return job.value;
    },
    close: async () => {
      for (const job of jobs) await job.close();
      journal.close();
      if (options.on === undefined) await sandbox.close();
      if (options.dir === undefined) await rm(dir, { recursive: true, force: true });
    },
  };
  return engine;
}
