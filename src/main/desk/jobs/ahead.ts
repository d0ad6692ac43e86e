import { ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { catchAll } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { Serial } from '../../os/serial.ts';
import type { JobRegistry } from './jobs.ts';

interface Parts {
  readonly jobs: JobRegistry;
  readonly isOn: () => boolean;
  /** The groupings that scans may be about, the newest first. */
  readonly list: () => Promise<readonly number[]>;
  readonly log: Log;
}

/** Where scans print: keeps begun groupings open that no window shows, so that their labels are here before the scan. */
export class Ahead {
  readonly #parts: Parts;
  readonly #turns = new Serial();
  readonly #kept = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Its labels are fetched in the background: nobody waits for them. */
  has(groupingId: number): boolean {
    return this.#kept.has(groupingId);
  }

  /** Call it when a window has opened the grouping: what still waits for the ERP comes in that turn. */
  release(job: GroupingJob, groupingId: number): void {
    if (this.#kept.delete(groupingId)) job.askAgain();
    void this.follow();
  }

  /** Call it when a window leaves the grouping, which may stay open. */
  async leave(groupingId: number): Promise<void> {
    const { jobs, isOn } = this.#parts;
    if (!isOn()) return jobs.close(groupingId);
    this.#kept.add(groupingId);
    void this.follow();
  }

  /** Call it when the settings may have changed too. */
  async follow(): Promise<void> {
    const { jobs, isOn, list, log } = this.#parts;
    const follow = async (): Promise<Result<void>> => {
      const wanted = isOn() ? await list() : [];
      for (const id of this.#kept) if (!wanted.includes(id)) await this.#close(id);
      for (const id of wanted) {
        if (!isOn() || jobs.opened(id).ok) continue;
        this.#kept.add(id);
        if (!(await jobs.open(id)).ok) this.#kept.delete(id);
      }
      return ok();
    };
    await this.#turns.run(() => catchAll('ahead', log, follow));
  }

  async #close(id: number): Promise<void> {
    const { jobs } = this.#parts;
    const opened = jobs.opened(id);
    // What a scan has sent for comes out first.
    if (this.#parts.isOn() && opened.ok && opened.value.job.isWorking()) return;
    this.#kept.delete(id);
    await jobs.close(id);
  }
}
