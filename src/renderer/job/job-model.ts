import { isHeldElsewhere, isPrintedElsewhere, isTakenHere } from '../../shared/index.ts';
import type { JobChange, JobSnapshot, LabelSnapshot, OpenJob, ShipmentSnapshot } from '../../shared/index.ts';

export type JobHead = Omit<JobSnapshot, 'shipments'>;

/**
 * How many shipments are where; one that may go without its label or its print counts as `accepted` and nowhere else.
 * Kept up with each change, so that nothing counts 2,000 rows for one of them.
 */
export interface Tallies {
  readonly total: number;
  readonly pending: number;
  readonly locating: number;
  readonly downloading: number;
  /** Ready and not printed yet; those that another station has are not among them. */
  readonly ready: number;
  /** Those of `ready` that this station said it prints. */
  readonly taken: number;
  /** Ready, and another station has them. */
  readonly elsewhere: number;
  /** Here, or at another station. */
  readonly printed: number;
  /** Failed, and may be tried again as it is. */
  readonly retryable: number;
  /** Failed for good, or until somebody does something about it. */
  readonly undecided: number;
  /** The ERP has no label for these. */
  readonly without: number;
  readonly accepted: number;
  readonly checked: number;
}

export const noTallies: Tallies = {
  total: 0,
  pending: 0,
  locating: 0,
  downloading: 0,
  ready: 0,
  taken: 0,
  elsewhere: 0,
  printed: 0,
  retryable: 0,
  undecided: 0,
  without: 0,
  accepted: 0,
  checked: 0,
};

export interface JobModel {
  readonly revision: number;
  readonly head: JobHead;
  /** By position − 1; changed in place. */
  readonly rows: ShipmentSnapshot[];
  readonly tallies: Tallies;
}

export function openModel(job: OpenJob): JobModel {
  const { shipments, ...head } = job.snapshot;
  const tallies = { ...noTallies };
  for (const row of shipments) count(tallies, row, 1);
  return { revision: job.revision, head, rows: [...shipments], tallies };
}

export type Applied =
  /** `whole`: every row may be another one. */
  | { readonly outcome: 'applied'; readonly model: JobModel; readonly whole: boolean }
  /** It was in the model already. */
  | { readonly outcome: 'old' }
  /** A revision went missing: the whole job has to be read again. */
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
  const tallies = { ...model.tallies };
  for (const { position, label, checkedAtMs, scannedVolumes, share } of change.shipments) {
    const before = model.rows[position - 1];
    if (before === undefined) continue;
    const after = { ...before, label, checkedAtMs, scannedVolumes, share };
    count(tallies, before, -1);
    count(tallies, after, 1);
    model.rows[position - 1] = after;
  }
  return {
    outcome: 'applied',
    model: { revision: change.revision, head: change.head, rows: model.rows, tallies },
    whole: false,
  };
}

type Counting = { -readonly [K in keyof Tallies]: number };

function count(tallies: Counting, row: ShipmentSnapshot, by: 1 | -1): void {
  tallies.total += by;
  if (row.checkedAtMs !== null) tallies.checked += by;
  if (isPrintedElsewhere(row)) tallies.printed += by;
  else if (row.label.accepted) tallies.accepted += by;
  else if (row.label.state === 'ready' && isHeldElsewhere(row)) tallies.elsewhere += by;
  else countLabel(tallies, row.label, by);
  if (row.label.state === 'ready' && !row.label.accepted && isTakenHere(row)) tallies.taken += by;
}

function countLabel(tallies: Counting, label: LabelSnapshot, by: 1 | -1): void {
  if (label.state === 'none') tallies.without += by;
  else if (label.state !== 'failed') tallies[label.state] += by;
  else tallies[label.retryable ? 'retryable' : 'undecided'] += by;
}

/** Labels that are not going to change by themselves any more. */
export function countSettled(tallies: Tallies): number {
  return tallies.total - tallies.pending - tallies.locating - tallies.downloading;
}

/** Labels are on their way. A concluded grouping collects too, where its labels come only then. */
export function isCollecting(head: Pick<JobHead, 'state'>, tallies: Tallies): boolean {
  return head.state === 'collecting' || tallies.locating + tallies.downloading > 0;
}

/** Speed and time left, from what was done in the last seconds. */
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
