import type { JobChange, OpenJob } from '#shared/contract/job.ts';
import type { JobSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';

export type JobHead = Omit<JobSnapshot, 'shipments'>;

export interface JobModel {
  readonly revision: number;
  readonly head: JobHead;
  /** By position − 1. */
  readonly rows: readonly ShipmentSnapshot[];
}

export function openModel(job: OpenJob): JobModel {
  const { shipments, ...head } = job.snapshot;
  return { revision: job.revision, head, rows: shipments };
}

/**
 * Returns the same model if it has the change already, and null if a revision is missing: the job
 * has to be read again.
 */
export function applyChange(model: JobModel, change: JobChange): JobModel | null {
  if (change.revision <= model.revision) return model;
  if (change.whole !== null)
    return openModel({ revision: change.revision, snapshot: change.whole });
  if (change.revision !== model.revision + 1) return null;
  const rows = [...model.rows];
  for (const { position, ...news } of change.shipments) {
    const before = rows[position - 1];
    if (before === undefined) return null;
    rows[position - 1] = { ...before, ...news };
  }
  return { revision: change.revision, head: change.head, rows };
}

const windowMs = 15_000;
/** Nothing was heard for so long: the computer slept, or labels were waited for. */
const breakMs = 60_000;

export class ProgressMeter {
  #samples: { readonly atMs: number; readonly done: number }[] = [];

  add(atMs: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && (done < last.done || atMs - last.atMs > breakMs)) this.restart();
    this.#samples.push({ atMs, done });
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) > windowMs)
      this.#samples.shift();
  }

  /** A pause says nothing about the pace. */
  restart(): void {
    this.#samples = [];
  }

  /** Returns the seconds that the rest takes at the present pace, if there is one. */
  read(atMs: number, left: number): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return null;
    const elapsedMs = atMs - first.atMs;
    const done = last.done - first.done;
    if (elapsedMs < 1000 || done <= 0 || atMs - last.atMs > breakMs) return null;
    return (left * elapsedMs) / done / 1000;
  }
}
