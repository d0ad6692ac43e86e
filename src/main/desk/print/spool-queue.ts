import type { SpoolJobInfo } from '#shared/contract/print.ts';
import type { Clock } from '../../os/clock.ts';
import { need, throwFault } from '../../os/errors.ts';
import type { PrintQueue, Printers, QueueEntry } from '../../printing/index.ts';
import { throttle } from '../jobs/throttle.ts';

const reportIntervalMs = 100;
/** More would not be read in a line of the queue. */
const mostSpans = 4;

/** Doca's own spool jobs for the queue panel. */
export function createSpoolQueue({
  queue,
  printers,
  clock,
  report,
  signal,
}: {
  readonly queue: PrintQueue;
  readonly printers: Printers;
  readonly clock: Clock;
  readonly report: (jobs: readonly SpoolJobInfo[]) => void;
  readonly signal: AbortSignal;
}) {
  /** Printers on which a job failed and that were found paused then. */
  const paused = new Set<string>();
  let inspected = new Set<number>();

  const canResume = ({ id, printer, endedAtMs, last }: QueueEntry): boolean => {
    if (endedAtMs === null)
      return (
        last.state === 'held' && last.conditions.includes('paused') && printers.canResume(printer)
      );
    return (
      paused.has(printer) && queue.entries().find((entry) => entry.printer === printer)?.id === id
    );
  };

  const list = (): readonly SpoolJobInfo[] =>
    queue.entries().map((entry) => {
      const { last, groupingName = null, places = [], again = 0, ...rest } = entry;
      const { state, conditions, reason, labels: tally, pages = null } = last;
      const seen = { state, conditions, reason, tally, pages, canResume: canResume(entry) };
      return { ...rest, groupingName, places: places.slice(0, mostSpans), again, ...seen };
    });

  const reportSoon = throttle(() => report(list()), reportIntervalMs, clock, signal);

  /** A system removes a job from a paused printer: the remedy is not the job's to say. */
  const noteIfPaused = async (printer: string) => {
    if (!(await printers.isPaused(printer))) return;
    paused.add(printer);
    reportSoon();
  };

  queue.subscribe(() => {
    const ended = queue.entries().filter(({ endedAtMs }) => endedAtMs !== null);
    for (const { id, printer, last } of ended) {
      if (inspected.has(id)) continue;
      paused.delete(printer);
      if (last.state === 'failed') void noteIfPaused(printer);
    }
    inspected = new Set(ended.map(({ id }) => id));
    reportSoon();
  });

  return {
    list,
    cancel(queueEntryId: number): void {
      const isCancelled = queue.cancel(queueEntryId);
      if (!isCancelled) throwFault('not-ready', { detail: 'the spool job has ended' });
    },
    async resume(printer: string): Promise<void> {
      need(await printers.resume(printer));
      paused.delete(printer);
      reportSoon();
    },
  };
}
