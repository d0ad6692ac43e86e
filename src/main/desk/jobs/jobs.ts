import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { openGrouping, type JobServices } from '../../dispatch/index.ts';
import { nameOf, refuse } from '../../os/errors.ts';
import { followJob, type OpenedJob, type OpenedJobOptions } from './opened-job.ts';

interface JobRegistryOptions extends OpenedJobOptions {
  /** A grouping that was left has ended. */
  readonly closed: (groupingId: number) => void;
}

/**
 * The open groupings of one ERP: one job for each, however often it is requested. It alone ends
 * them: one that was left, once its work has ended.
 */
export class JobRegistry {
  readonly #services: JobServices;
  readonly #options: JobRegistryOptions;
  readonly #open = new Map<number, OpenedJob>();
  readonly #opening = new Map<number, Promise<Result<OpenedJob>>>();
  readonly #closing = new Map<number, Promise<void>>();
  readonly #left = new Set<number>();
  readonly #closed = new AbortController();

  constructor(services: JobServices, options: JobRegistryOptions) {
    this.#services = services;
    this.#options = options;
  }

  async open(groupingId: number): Promise<Result<OpenedJob>> {
    if (this.#closed.signal.aborted) return fail('cancelled');
    this.#left.delete(groupingId);
    const known = this.find(groupingId);
    if (known !== undefined) return ok(known);
    const underWay = this.#opening.get(groupingId);
    if (underWay !== undefined) return underWay;
    const begun = this.#openFresh(groupingId).finally(() => this.#opening.delete(groupingId));
    this.#opening.set(groupingId, begun);
    return begun;
  }

  find(groupingId: number): OpenedJob | undefined {
    return this.#open.get(groupingId);
  }

  /** Throws the fault `invalid-input` if the grouping is not open. */
  opened(groupingId: number): OpenedJob {
    return this.find(groupingId) ?? refuse('not open');
  }

  all(): readonly OpenedJob[] {
    return [...this.#open.values()];
  }

  /**
   * Call it when nobody looks at the grouping any more. Resolves when it is closed, or at once if
   * it has work under way, after which it is closed.
   */
  async leave(groupingId: number): Promise<void> {
    this.#left.add(groupingId);
    await this.#opening.get(groupingId);
    await this.#endIfIdle(groupingId);
  }

  /** Closes everything, whatever is under way, and opens nothing more. */
  async closeAll(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#open.keys()].map((id) => this.#close(id)));
    await Promise.all(this.#closing.values());
  }

  async #openFresh(groupingId: number): Promise<Result<OpenedJob>> {
    await this.#closing.get(groupingId);
    const job = await openGrouping(this.#services, groupingId, this.#closed.signal);
    if (!job.ok) return job;
    if (this.#closed.signal.aborted) {
      await job.value.close();
      return fail('cancelled');
    }
    const opened = followJob(job.value, this.#options);
    this.#open.set(groupingId, opened);
    // After what the end of work leads to, such as a print of labels that have come.
    job.value.subscribe(() => {
      this.#endIfIdle(groupingId).catch((error: unknown) =>
        this.#options.log.warn('job.not-closed', { error: nameOf(error) }),
      );
    });
    opened.collectWanted();
    return ok(opened);
  }

  async #endIfIdle(groupingId: number): Promise<void> {
    const isIdle = this.find(groupingId)?.job.isWorking() === false;
    if (!isIdle || !this.#left.has(groupingId)) return;
    await this.#close(groupingId);
    if (!this.#opening.has(groupingId)) this.#options.closed(groupingId);
  }

  #close(groupingId: number): Promise<void> {
    const opened = this.find(groupingId);
    if (opened === undefined) return this.#closing.get(groupingId) ?? Promise.resolve();
    this.#open.delete(groupingId);
    const end = opened.close().finally(() => this.#closing.delete(groupingId));
    this.#closing.set(groupingId, end);
    return end;
  }
}
