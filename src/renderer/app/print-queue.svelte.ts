import type { SpoolJobInfo } from '#shared/contract/print.ts';
import { type Fault, isNotReady, type Result } from '#shared/faults/faults.ts';
import type { Window } from './window.ts';

/** Doca's spool jobs from main, and which of them the packer has seen. */
export class PrintQueue {
  readonly #app: Window;
  jobs = $state.raw<readonly SpoolJobInfo[]>([]);
  shown = $state(false);
  /** Ended jobs that were in the panel while it was open. */
  #seen = $state.raw<readonly number[]>([]);
  /** Why the last request for a job failed, by its number. */
  faults = $state.raw<readonly { readonly jobId: number; readonly fault: Fault }[]>([]);
  asking = $state<number | null>(null);

  readonly running = $derived(this.jobs.filter(({ endedAtMs }) => endedAtMs === null));
  readonly recent = $derived(this.jobs.filter(({ endedAtMs }) => endedAtMs !== null));
  /**
   * Visible on every screen: a printer that waits for a person, one that does not go on, then an
   * unseen failure.
   */
  readonly trouble = $derived(
    this.running.find(({ state }) => state === 'held') ??
      this.running.find(({ stalled }) => stalled) ??
      this.recent.find(({ id, state }) => state === 'failed' && !this.#seen.includes(id)) ??
      null,
  );

  constructor(app: Window) {
    this.#app = app;
  }

  /** Returns true if a person has to go to a printer now who did not have to before. */
  take(jobs: readonly SpoolJobInfo[]): boolean {
    const before = this.jobs.filter(needsLook).map(({ id }) => id);
    this.jobs = jobs;
    if (this.shown) this.#see();
    return jobs.some((job) => needsLook(job) && !before.includes(job.id));
  }

  show(shown: boolean): void {
    // Jobs in the panel count as seen, when it opens as well as when it closes.
    this.#see();
    this.shown = shown;
  }

  async cancel(queueEntryId: number): Promise<void> {
    await this.#ask(queueEntryId, this.#app.request('print.cancel', { queueEntryId }));
  }

  async resume({ id, printer }: SpoolJobInfo): Promise<void> {
    await this.#ask(id, this.#app.request('print.resume', { printer }));
  }

  async #ask(id: number, asked: Promise<Result<void>>): Promise<void> {
    this.asking = id;
    const answer = await asked;
    this.asking = null;
    const others = this.faults.filter((one) => one.jobId !== id);
    this.faults =
      answer.ok || isNotReady(answer.fault)
        ? others
        : [...others, { jobId: id, fault: answer.fault }];
  }

  #see(): void {
    this.#seen = this.recent.map(({ id }) => id);
  }
}

function needsLook({ state, stalled }: SpoolJobInfo): boolean {
  return state === 'held' || stalled;
}
