import type { JobChange, JobSnapshot, OpenJob, ShipmentSnapshot } from '../../shared/index.ts';

export type JobHead = Omit<JobSnapshot, 'shipments'>;

export interface JobModel {
  readonly revision: number;
  readonly head: JobHead;
  /** By position − 1; changed in place. */
  readonly rows: ShipmentSnapshot[];
}

export function openModel(job: OpenJob): JobModel {
  const { shipments, ...head } = job.snapshot;
  return { revision: job.revision, head, rows: [...shipments] };
}

export type Applied =
  /** `whole`: every row may have changed. */
  | { readonly outcome: 'applied'; readonly model: JobModel; readonly whole: boolean }
  /** It was in the model already. */
  | { readonly outcome: 'old' }
  /** A revision is missing: the whole job has to be read again. */
  | { readonly outcome: 'missed' };

export function applyChange(model: JobModel, change: JobChange): Applied {
  if (change.revision <= model.revision) return { outcome: 'old' };
  if (change.whole !== null) {
    return {
      outcome: 'applied',
      model: openModel({ revision: change.revision, snapshot: change.whole }),
      whole: true,
    };
  }
  if (change.revision !== model.revision + 1) return { outcome: 'missed' };
  const known = change.shipments.every(({ position }) => model.rows[position - 1] !== undefined);
  if (!known) return { outcome: 'missed' };
  for (const { position, label, checkedAtMs, scannedVolumes, share } of change.shipments) {
    const before = model.rows[position - 1];
    if (before === undefined) continue;
    model.rows[position - 1] = { ...before, label, checkedAtMs, scannedVolumes, share };
  }
  return {
    outcome: 'applied',
    model: { revision: change.revision, head: change.head, rows: model.rows },
    whole: false,
  };
}

export interface Progress {
  readonly perSecond: number | null;
  readonly secondsLeft: number | null;
}

const windowMs = 15_000;

export class ProgressMeter {
  #samples: { readonly atMs: number; readonly done: number }[] = [];

  add(atMs: number, done: number): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && done < last.done) this.#samples = [];
    this.#samples.push({ atMs, done });
    while (this.#samples.length > 2 && atMs - (this.#samples[1]?.atMs ?? atMs) > windowMs) this.#samples.shift();
  }

  read(atMs: number, total: number): Progress {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined) return { perSecond: null, secondsLeft: null };
    const elapsedMs = atMs - first.atMs;
    const done = last.done - first.done;
    if (elapsedMs < 1000 || done <= 0) return { perSecond: null, secondsLeft: null };
    const perSecond = (done / elapsedMs) * 1000;
    return { perSecond, secondsLeft: (total - last.done) / perSecond };
  }
}
