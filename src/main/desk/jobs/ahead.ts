import { ok, type Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { Serial } from '../../os/serial.ts';
import type { JobRegistry } from './jobs.ts';

/**
 * If scans print: keeps begun groupings open that no window shows, so that their labels are here
 * before the scan.
 */
export class Ahead {
  readonly #jobs: JobRegistry;
  readonly #list: () => Promise<readonly number[]>;
  readonly #log: Log;
  readonly #kept = new Set<number>();
  readonly #turns = new Serial();

  /** `list`: the groupings to keep open, the newest first; none if scans do not print. */
  constructor(jobs: JobRegistry, list: () => Promise<readonly number[]>, log: Log) {
    this.#jobs = jobs;
    this.#list = list;
    this.#log = log;
  }

  /** Its labels are fetched in the background: nobody waits for them. */
  has(groupingId: number): boolean {
    return this.#kept.has(groupingId);
  }

  /**
   * Call it when a window shows the grouping: what still waits for the ERP is requested in the
   * work's turn.
   */
  release(job: GroupingJob, groupingId: number): void {
    if (this.#kept.delete(groupingId)) job.askAgain();
    void this.follow();
  }

  /** Call it when a window leaves the grouping while scans print: it may stay open. */
  keep(groupingId: number): void {
    this.#kept.add(groupingId);
    void this.follow();
  }

  /** Call it when the list may have changed. */
  follow(): Promise<unknown> {
    return this.#turns.run(() => catchAll('ahead', this.#log, () => this.#follow()));
  }

  async #follow(): Promise<Result<void>> {
    const jobs = this.#jobs;
    const wanted = await this.#list();
    for (const id of this.#kept) {
      if (wanted.includes(id)) continue;
      const job = jobs.find(id)?.job;
      // Work under way goes on, as in any grouping that the window leaves.
      if (job?.isWorking() === true) {
        this.#followAfterWork(job);
        continue;
      }
      this.#kept.delete(id);
      await jobs.close(id);
    }
    for (const id of wanted) {
      if (jobs.find(id) !== undefined) continue;
      this.#kept.add(id);
      if (!(await jobs.open(id)).ok) this.#kept.delete(id);
    }
    return ok();
  }

  #followAfterWork(job: GroupingJob): void {
    const stop = job.subscribe(() => {
      if (job.isWorking()) return;
      stop();
      void this.follow();
    });
  }
}
