import { failed, fault, ok, type Result } from '../../../shared/index.ts';
import { openGrouping, type JobServices } from '../../dispatch/index.ts';
import { throwFault } from '../../os/errors.ts';
import { followJob, type OpenedJob, type OpenedJobOptions } from './opened-job.ts';

/** The open groupings of one ERP: one job for each, however often it is requested. */
export class JobRegistry {
  readonly #services: JobServices;
  readonly #options: OpenedJobOptions;
  readonly #open = new Map<number, OpenedJob>();
  readonly #opening = new Map<number, Promise<Result<OpenedJob>>>();
  readonly #closing = new Map<number, Promise<void>>();
  readonly #closed = new AbortController();

  constructor(services: JobServices, options: OpenedJobOptions) {
    this.#services = services;
    this.#options = options;
  }

  async open(groupingId: number): Promise<Result<OpenedJob>> {
    if (this.#closed.signal.aborted) return failed(fault('cancelled'));
    const known = this.#open.get(groupingId);
    if (known !== undefined) return ok(known);
    const underWay = this.#opening.get(groupingId);
    if (underWay !== undefined) return underWay;
    const opening = this.#openFresh(groupingId).finally(() => this.#opening.delete(groupingId));
    this.#opening.set(groupingId, opening);
    return opening;
  }

  find(groupingId: number): OpenedJob | undefined {
    return this.#open.get(groupingId);
  }

  /** Throws the fault `invalid-input` if the grouping is not open. */
  opened(groupingId: number): OpenedJob {
    const detail = 'the grouping is not open';
    return this.find(groupingId) ?? throwFault('invalid-input', { detail });
  }

  all(): readonly OpenedJob[] {
    return [...this.#open.values()];
  }

  close(groupingId: number): Promise<void> {
    const opened = this.#open.get(groupingId);
    if (opened === undefined) return this.#closing.get(groupingId) ?? Promise.resolve();
    this.#open.delete(groupingId);
    const closing = opened.close().finally(() => this.#closing.delete(groupingId));
    this.#closing.set(groupingId, closing);
    return closing;
  }

  /** Closes everything and opens nothing more. */
  async closeAll(): Promise<void> {
    this.#closed.abort();
    await Promise.allSettled(this.#opening.values());
    await Promise.all([...this.#open.keys()].map((groupingId) => this.close(groupingId)));
    await Promise.all(this.#closing.values());
  }

  async #openFresh(groupingId: number): Promise<Result<OpenedJob>> {
    await this.#closing.get(groupingId);
    const job = await openGrouping(this.#services, groupingId, this.#closed.signal);
    if (!job.ok) return job;
    if (this.#closed.signal.aborted) {
      await job.value.close();
      return failed(fault('cancelled'));
    }
    const opened = followJob(job.value, this.#options);
    this.#open.set(groupingId, opened);
    opened.collectWanted();
    return ok(opened);
  }
}
