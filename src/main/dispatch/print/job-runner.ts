import { fail, failed, ok, type Result } from '#shared/faults/faults.ts';
import { JournalError } from '../../journal/index.ts';
import { FaultError } from '../../os/errors.ts';
import type { JobModel } from '../state/job-model.ts';
import type { JobServices } from '../types.ts';

/** The end of work that gives nothing back. */
export type Done = Promise<Result<void>>;

/**
 * Runs the calls of one job: a fault that is thrown inside ends a call in a `Result`, and closing
 * waits for it. After closing, every call is refused.
 */
export class JobRunner {
  readonly #log;
  readonly #model;
  readonly #underWay = new Set<Promise<unknown>>();
  #cancelling = new AbortController();
  #working = 0;
  #isClosed = false;

  constructor({ log }: Pick<JobServices, 'log'>, model: JobModel) {
    this.#log = log;
    this.#model = model;
  }

  /** True for work that quitting would interrupt: collecting, printing, concluding. */
  get isWorking(): boolean {
    return this.#working > 0;
  }

  /** Counts as such work until it ends, which is published like a change. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#model.view.forget();
    }
  }

  work(work: (joined: AbortSignal) => Promise<void>, signal?: AbortSignal): Done {
    return this.hold(() => this.run(work, signal));
  }

  /** The work's signal aborts when the caller's or `cancel` does. */
  async run<T>(
    work: (joined: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    if (this.#isClosed) return refuseClosed();
    const cancelled = this.#cancelling.signal;
    const joined = signal === undefined ? cancelled : AbortSignal.any([signal, cancelled]);
    const running = this.#doAll(() => work(joined));
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** A change that is made at once. */
  change(work: () => void): Result<void> {
    if (this.#isClosed) return refuseClosed();
    try {
      work();
      return ok();
    } catch (error) {
      return this.#readFailure(error);
    }
  }

  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** Cancels all work, and waits for its ends. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.cancel();
    await Promise.allSettled(this.#underWay);
  }

  async #doAll<T>(work: () => Promise<T>): Promise<Result<T>> {
    try {
      return ok(await work());
    } catch (error) {
      return this.#readFailure(error);
    }
  }

  /** If the journal failed, nothing went on, and the packer has to know why. */
  #readFailure(error: unknown): Result<never> {
    if (!(error instanceof FaultError)) throw error;
    const { kind } = error.fault;
    if (error instanceof JournalError) {
      this.#log.warn('journal-failed', { grouping: this.#model.grouping.id, kind });
      this.#model.remember(this.#model.core, error.fault);
    }
    return failed(error.fault);
  }
}

function refuseClosed(): Result<never> {
  return fail('not-ready', { detail: 'the job is closed' });
}
