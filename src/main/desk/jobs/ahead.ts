import { ok } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { Serial } from '#shared/serial.ts';
import type { JobRegistry } from './jobs.ts';

/**
 * If scans print: keeps begun groupings open that no window shows, so that their labels are here
 * before the scan, fetched in the background. `kept`: the groupings that are kept now. `list`:
 * those to keep open, the newest first; none if scans do not print.
 */
export function createAhead(
  jobs: JobRegistry,
  kept: Set<number>,
  list: () => Promise<readonly number[]>,
  log: Log,
) {
  /** Those that a window shows. */
  const shown = new Set<number>();
  const turns = new Serial();

  /** Call it when the list may have changed. */
  const follow = () => turns.run(() => catchAll('ahead', log, followList));

  const followList = async () => {
    const wanted = await list();
    for (const id of kept) {
      if (wanted.includes(id)) continue;
      kept.delete(id);
      await jobs.leave(id);
    }
    for (const id of wanted) {
      if (jobs.find(id) !== undefined) continue;
      kept.add(id);
      if (!(await jobs.open(id)).ok) kept.delete(id);
    }
    return ok();
  };

  return {
    follow,
    /**
     * Call it when a window shows the grouping: what still waits for the ERP is requested in the
     * work's turn.
     */
    show(job: GroupingJob, groupingId: number): void {
      shown.add(groupingId);
      if (kept.delete(groupingId)) job.labels.askAgain();
      void follow();
    },
    /** Call it when the window leaves the grouping. */
    hide(groupingId: number): void {
      shown.delete(groupingId);
    },
    /** Keeps it open while scans print its labels, unless a window shows it. */
    keep(groupingId: number): void {
      if (!shown.has(groupingId)) kept.add(groupingId);
      void follow();
    },
  };
}
