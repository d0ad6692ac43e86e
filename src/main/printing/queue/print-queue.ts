import type { SpoolJobInfo } from '#shared/contract/print.ts';
import type { PlaceSpan } from '#shared/domain/printing.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { systemClock, type Clock } from '../../os/clock.ts';
import { Emitter } from '../../os/emitter.ts';
import type {
  LabelTally,
  PrintFile,
  Printer,
  SpoolEvent,
  SpoolOutcome,
  SpoolTicket,
  SpoolWork,
} from '../types.ts';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { readErrorCode } from '../../os/errors.ts';

/** The subject of a spool job. */
interface QueueSubject {
  readonly groupingId: number | null;
  /** As people call it. */
  readonly groupingName?: string;
  /** Labels in it, without copies. */
  readonly labels: number;
  readonly places?: readonly PlaceSpan[];
  readonly again?: number;
}

/** One spool job of Doca's own, running or ended. */
export interface QueueEntry
  extends
    QueueSubject,
    Pick<SpoolJobInfo, 'id' | 'printer' | 'startedAtMs' | 'endedAtMs' | 'stalled'> {
  /** The last event; its `state` says how it stands or ended. */
  readonly last: SpoolEvent;
}

/**
 * The data of the queue panel. Lives as long as the process: finished prints are in the journal.
 */
export type PrintQueue = ReturnType<typeof createPrintQueue>;

/** A job that was only announced. */
export const waiting: SpoolEvent = {
  jobId: null,
  state: 'queued',
  conditions: [],
  reason: null,
  labels: null,
};

export function createPrintQueue({
  clock = systemClock,
  keep = 50,
  stallMs = 60_000,
}: { clock?: Clock; keep?: number; stallMs?: number } = {}) {
  const changes = new Emitter<void>();
  const running = new Map<
    number,
    { readonly stop: AbortController; readonly watch: ReturnType<typeof watchStall> }
  >();
  let entries: readonly QueueEntry[] = [];
  let lastId = 0;

  const change = (id: number, part: Partial<QueueEntry>) => {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry));
    changes.emit();
  };

  const begin = (printer: string, subject: QueueSubject, stop: AbortController) => {
    lastId += 1;
    const entry = {
      id: lastId,
      printer,
      ...subject,
      startedAtMs: clock.now(),
      endedAtMs: null,
      last: waiting,
      stalled: false,
    };
    const past = entries.filter(({ id }) => !running.has(id)).slice(0, keep);
    entries = [entry, ...entries.filter((one) => running.has(one.id) || past.includes(one))];
    running.set(entry.id, {
      stop,
      watch: watchStall(clock, stallMs, (stalled) => change(entry.id, { stalled })),
    });
    changes.emit();
    return entry.id;
  };

  /** A job that waits for another one of the same printer is stalled only together with it. */
  const move = (printer: string) => {
    for (const entry of entries) if (entry.printer === printer) running.get(entry.id)?.watch.move();
  };

  const show =
    <T>(printer: string, subject: QueueSubject, work: SpoolWork<T>): SpoolWork<T> =>
    async (about, signal, onEvent) => {
      const stop = new AbortController();
      const id = begin(printer, subject, stop);
      const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
      try {
        const result = await work(about, both, (event) => {
          change(id, { last: event });
          move(printer);
          onEvent?.(event);
        });
        // Only a printer that counts labels tells its end by itself.
        const last = entries.find((entry) => entry.id === id)?.last ?? waiting;
        if (!ended.has(last.state)) change(id, { last: toOutcomeEvent(result, last.jobId) });
        return result;
      } finally {
        running.get(id)?.watch.stop();
        running.delete(id);
        move(printer);
        change(id, { endedAtMs: clock.now(), stalled: false });
      }
    };

  return {
    /**
     * Returns the same printer with each of its jobs in this queue, including followed jobs of an
     * earlier run.
     */
    watch: (printer: Printer, subject: QueueSubject): Printer => {
      const { name, earlier } = printer;
      const print = show<PrintFile>(name, subject, (...of) => printer.print(...of));
      if (earlier === undefined) return { name, print };
      const follow = show<SpoolTicket>(name, subject, (...of) => earlier.follow(...of));
      return { name, print, earlier: { ...earlier, follow } };
    },
    /** Newest first. */
    entries: () => entries,
    /** Returns false if the job is not running (any more). Its end still comes as it ends. */
    cancel: (id: number): boolean => {
      running.get(id)?.stop.abort();
      return running.has(id);
    },
    subscribe: changes.subscribe,
  };
}

/** Reports when nothing has moved for so long, and when something moves again. */
function watchStall(clock: Clock, afterMs: number, report: (isStalled: boolean) => void) {
  let waiting = new AbortController();
  let isStalled = false;
  const set = (isNow: boolean) => {
    if (isNow === isStalled) return;
    isStalled = isNow;
    report(isNow);
  };
  const stop = () => waiting.abort();
  const move = () => {
    stop();
    set(false);
    waiting = new AbortController();
    clock.sleep(afterMs, waiting.signal).then(
      () => set(true),
      () => undefined,
    );
  };
  move();
  return { move, stop };
}

const ended = new Set(['done', 'failed', 'cancelled', 'unknown']);

/** The last event of a spool job, equal to its result. */
export function toOutcomeEvent(
  result: Result<SpoolOutcome>,
  jobId: string | null,
  labels: LabelTally | null = null,
): SpoolEvent {
  const base = { jobId, conditions: [], labels };
  if (result.ok) return { ...base, state: result.value, reason: null };
  const { kind, detail } = result.fault;
  if (kind === 'cancelled') return { ...base, state: 'cancelled', reason: detail };
  return { ...base, state: kind === 'print-unknown' ? 'unknown' : 'failed', reason: detail };
}

export function refuseUnavailable(detail: string | null): Result<never> {
  return fail('printer-unavailable', { reached: 'no', detail });
}

/** Checks that the file is there: a missing one is not the printer's fault. */
export async function checkReadable(path: string): Promise<Result<void>> {
  try {
    await access(path, constants.R_OK);
    return ok();
  } catch (error) {
    return fail('disk', { detail: readErrorCode(error) });
  }
}
