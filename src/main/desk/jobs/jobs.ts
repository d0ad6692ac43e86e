import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, JobChange, JobSnapshot, OpenJob, Result } from '../../../shared/index.ts';
import { openGrouping } from '../../dispatch/index.ts';
import type { GroupingJob, JobServices } from '../../dispatch/index.ts';
import type { Clock } from '../../os/clock.ts';
import type { Log } from '../../os/log.ts';
import { inBackground } from '../background.ts';
import { startJobFeed } from './job-feed.ts';
import type { JobFeed } from './job-feed.ts';

/** A grouping that is open at this workstation. */
export interface OpenedJob {
  readonly job: GroupingJob;
  current(): OpenJob;
  /** Runs work that `cancel` and `close` may end at any time. */
  run(work: (signal: AbortSignal) => Promise<Result<void>>): Promise<Result<void>>;
  /** Starts to get labels and answers at once; its end is told as changes of the job. */
  start(work: (signal: AbortSignal) => Promise<Result<void>>): Promise<Result<void>>;
  /** Runs work that must come to its own end, because nobody would know how it went. */
  finish(work: () => Promise<Result<void>>): Promise<Result<void>>;
  /** Starts to collect the labels that nobody asked for yet, or of which an earlier run did not see the end. */
  collectWanted(): void;
  cancel(): void;
}

/** The open groupings of one ERP: one job for each, however often it is asked for. */
export interface JobRegistry {
  open(groupingId: number): Promise<Result<OpenedJob>>;
  /** Fault `invalid-input` where the grouping is not open. */
  opened(groupingId: number): Result<OpenedJob>;
  all(): readonly OpenedJob[];
  close(groupingId: number): Promise<void>;
  /** Lets go of everything and opens nothing more. */
  closeAll(): Promise<void>;
  running(): number;
}

interface Entry extends OpenedJob {
  readonly feed: JobFeed;
  readonly working: Set<Promise<unknown>>;
}

export function createJobRegistry(options: {
  readonly services: JobServices;
  readonly clock: Clock;
  readonly log: Log;
  readonly tell: (change: JobChange) => void;
  /** The labels that could be had are there: they were collected, or are there from before. */
  readonly collected: (opened: OpenedJob) => void;
  /** Faults of work in the background that no snapshot shows. */
  readonly notice: (fault: Fault) => void;
}): JobRegistry {
  const { services } = options;
  const entries = new Map<number, Entry>();
  const opening = new Map<number, Promise<Result<OpenedJob>>>();
  const closing = new Map<number, Promise<void>>();
  const closed = new AbortController();

  const openFresh = async (groupingId: number): Promise<Result<OpenedJob>> => {
    await closing.get(groupingId);
    const opened = await openGrouping(services, groupingId, closed.signal);
    if (!opened.ok) return opened;
    if (closed.signal.aborted) {
      await opened.value.close();
      return failed(fault('cancelled'));
    }
    const entry = createEntry(opened.value, options);
    entries.set(groupingId, entry);
    // A grouping that is opened gets its labels.
    entry.collectWanted();
    return ok(entry);
  };

  const closeEntry = async (groupingId: number, entry: Entry): Promise<void> => {
    entries.delete(groupingId);
    entry.cancel();
    await Promise.allSettled(entry.working);
    await entry.job.close();
    entry.feed.stop();
  };

  const close = (groupingId: number): Promise<void> => {
    const entry = entries.get(groupingId);
    if (entry === undefined) return closing.get(groupingId) ?? Promise.resolve();
    const done = closeEntry(groupingId, entry).finally(() => closing.delete(groupingId));
    closing.set(groupingId, done);
    return done;
  };

  return {
    async open(groupingId) {
      if (closed.signal.aborted) return failed(fault('cancelled'));
      const known = entries.get(groupingId);
      if (known !== undefined) return ok(known);
      const underWay = opening.get(groupingId);
      if (underWay !== undefined) return underWay;
      const open = openFresh(groupingId).finally(() => opening.delete(groupingId));
      opening.set(groupingId, open);
      return open;
    },
    opened(groupingId) {
      const entry = entries.get(groupingId);
      return entry === undefined
        ? failed(fault('invalid-input', { detail: 'the grouping is not open' }))
        : ok<OpenedJob>(entry);
    },
    all: () => [...entries.values()],
    close,
    async closeAll() {
      closed.abort();
      await Promise.allSettled(opening.values());
      await Promise.all([...entries.keys()].map(close));
      await Promise.all(closing.values());
    },
    running: () => [...entries.values()].filter((entry) => entry.working.size > 0).length,
  };
}

function wantsLabels({ state, shipments }: JobSnapshot): boolean {
  if (state === 'concluding' || state === 'conclusion-unknown' || state === 'printing') return false;
  return shipments.some(({ label }) => ['pending', 'locating', 'downloading'].includes(label.state));
}

function createEntry(
  job: GroupingJob,
  { clock, log, tell, collected, notice }: Omit<Parameters<typeof createJobRegistry>[0], 'services'>,
): Entry {
  const working = new Set<Promise<unknown>>();
  const cancels = new Set<AbortController>();
  const feed = startJobFeed(job, clock, tell);

  /** Whatever happens inside, somebody waits for a fault: a defect is logged and becomes one. */
  const track = async (work: () => Promise<Result<void>>): Promise<Result<void>> => {
    const running = work().catch((error: unknown) => {
      log.warn('job.defect', { error: error instanceof Error ? error.name : 'unknown' });
      return failed(fault('internal', { detail: error instanceof Error ? error.name : null, reached: 'maybe' }));
    });
    working.add(running);
    try {
      return await running;
    } finally {
      working.delete(running);
      // Whoever counts running work, to keep the computer awake for it, looks when a job tells something.
      if (working.size === 0) feed.tell();
    }
  };

  const run = async (work: (signal: AbortSignal) => Promise<Result<void>>): Promise<Result<void>> => {
    const cancel = new AbortController();
    cancels.add(cancel);
    try {
      return await track(() => work(cancel.signal));
    } finally {
      cancels.delete(cancel);
    }
  };

  const collecting = async (work: (signal: AbortSignal) => Promise<Result<void>>): Promise<Result<void>> => {
    const ended = await run(work);
    if (ended.ok) collected(entry);
    return ended;
  };

  const start = (work: (signal: AbortSignal) => Promise<Result<void>>): Promise<Result<void>> =>
    inBackground(collecting(work), (fault) => {
      if (fault.kind !== 'cancelled' && job.snapshot().fault === null) notice(fault);
    });

  const entry: Entry = {
    job,
    feed,
    working,
    current: () => feed.current(),
    run,
    start,
    finish: track,
    collectWanted() {
      if (wantsLabels(job.snapshot())) void start((signal) => job.collect(signal));
      else collected(entry);
    },
    cancel() {
      for (const cancel of cancels) cancel.abort();
    },
  };
  return entry;
}
