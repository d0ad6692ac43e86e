import { z } from 'zod';
import type { Cutoff, NextStep } from '../domain/decision.ts';
import { problemKinds } from '../faults/problems.ts';
import type { DayTally } from '../domain/floor.ts';
import { mostImportBytes, type OfferedFile } from '../domain/import.ts';
import type { JobSnapshot, JobState, ShipmentSnapshot } from '../domain/job.ts';
import {
  type GroupingCounts,
  type GroupingName,
  type HistoryRow,
  pageChoiceSchema,
} from '../domain/records.ts';
import { id, ids, job, nothing, takes, text } from './define.ts';

export const jobRequests = {
  /** Opens the grouping, resumes its job if there is one, and starts to collect its labels. */
  'job.open': takes(job).gives<OpenJob>(),
  /**
   * No screen shows it any more; null: none shows any. Each is closed once its work has ended, and
   * `job.closed` comes.
   */
  'job.leave': takes(z.strictObject({ groupingId: id.nullable() })).gives(),
  /**
   * Answers when the work has started; progress and end come as `job.changed`. So does `job.retry`.
   */
  'job.collect': takes(job).gives(),
  'job.cancel': takes(job).gives(),
  'job.retry': takes(job.extend({ shipmentIds: ids.nullable() })).gives(),
  'job.accept': takes(job.extend({ shipmentIds: ids })).gives(),
  /** Undoes `job.accept`. Fault `not-ready` once the grouping is being printed or concluded. */
  'job.take-back': takes(job.extend({ shipmentIds: ids })).gives(),
  /**
   * The pages of these labels to print; `null`: by the shipping method's rule. The files are read
   * again.
   */
  'job.choose-pages': takes(
    job.extend({ shipmentIds: ids, choice: pageChoiceSchema.nullable() }),
  ).gives(),
  /** These shipments have fewer labels than volumes, and a person says that this is right. */
  'job.accept-fewer': takes(job.extend({ shipmentIds: ids })).gives(),
  /** These labels were stopped as another shipment's, and a person says that they are right. */
  'job.confirm': takes(job.extend({ shipmentIds: ids })).gives(),
  /**
   * Answers when the ERP has taken it; null leaves a field as it is. A label that changes comes as
   * `job.changed`.
   */
  'job.correct': takes(
    job.extend({
      shipmentId: id,
      grossWeightKg: z.number().min(0).max(100_000).nullable(),
      trackingCode: z.string().trim().max(60).nullable(),
    }),
  ).gives(),
  'job.open-tracking': takes(job.extend({ shipmentId: id })).gives(),
  /**
   * `seen`: the problems that the person saw and accepts; any newer one is a fault, and nothing
   * changes.
   */
  'job.conclude': takes(
    job.extend({
      beforeLabels: z.boolean(),
      seen: z.array(z.object({ kind: z.enum(problemKinds), shipmentIds: ids })),
    }),
  ).gives(),
  'job.resolve-conclusion': takes(job.extend({ concluded: z.boolean() })).gives(),
  'job.labels-anyway': takes(job).gives(),
  /** The last conclusion in the journal; null if there is none. */
  'job.conclusion': takes(job).gives<Pick<HistoryRow, 'atMs' | 'person' | 'station'> | null>(),
};

export const importRequests = {
  /** Puts the labels of a file on their rows; progress and leftovers come as `job.changed`. */
  'import.take': takes(
    job.extend({
      name: text(1_000),
      bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.byteLength <= mostImportBytes),
    }),
  ).gives(),
  'import.offers': takes(nothing).gives<readonly OfferedFile[]>(),
  /** The same as `import.take` with one of these. */
  'import.take-offer': takes(job.extend({ id })).gives(),
  'import.drop-offer': takes(z.strictObject({ id })).gives(),
  'import.put': takes(job.extend({ id, shipmentId: id })).gives(),
  /** Returns the pages of a leftover as a PDF. */
  'import.show': takes(job.extend({ id })).gives<Uint8Array>(),
  /** Opens the training marketplace's panel in the browser. */
  'import.panel': takes(job).gives(),
  'import.dismiss': takes(job).gives(),
};

/** Documents that open in the system's PDF viewer. */
export const documentRequests = {
  /** Writes the pick-up manifest (romaneio). */
  'manifest.open': takes(job).gives(),
  /** Prints the manifest on this printer; it stays in the queue until it ends. */
  'manifest.print': takes(job.extend({ printer: text(300) })).gives(),
  /**
   * Saves a grouping's record at a place that the person chooses: who did what, when and where, by
   * the journal alone.
   */
  'record.save': takes(job.extend({ as: z.enum(['pdf', 'csv']) })).gives<{
    readonly saved: boolean;
  }>(),
  'commands.sheet': takes(nothing).gives(),
};

export interface GroupingSummary extends GroupingName, GroupingCounts {
  /** The state of a grouping that is not open, as it will be once opened. */
  readonly state: JobState;
  /** Those of `failed` that may be retried. */
  readonly retryable: number;
  readonly step: NextStep;
  /** As `JobSnapshot.labelsAfterConclusion`. */
  readonly labelsAfterConclusion: boolean;
  /** A person has to say whether some labels are on paper. */
  readonly asksAboutPaper: boolean;
  readonly concludedAtMs: number | null;
  /** Null for a concluded grouping, and if the shipping method has none. */
  readonly cutoff: Cutoff | null;
}

export interface DeskList {
  /** The work at this workstation since midnight. */
  readonly today: DayTally;
  /** Parcels checked here in the last hour. */
  readonly pace: number;
  /** Conclusions in doubt first, then the last changed, limited; `unfinishedTotal` counts all. */
  readonly unfinished: readonly GroupingSummary[];
  readonly unfinishedTotal: number;
  readonly recent: readonly GroupingSummary[];
}

export interface OpenJob {
  readonly revision: number;
  readonly snapshot: JobSnapshot;
}

/**
 * If a revision is missing, or `whole` is given, the renderer takes the whole snapshot; `job.open`
 * only reads it.
 */
export interface JobChange {
  readonly groupingId: number;
  readonly revision: number;
  readonly head: Omit<JobSnapshot, 'shipments'>;
  /** Only the labels and checks that changed. */
  readonly shipments: readonly Omit<ShipmentSnapshot, 'shipment'>[];
  readonly whole: JobSnapshot | null;
}

export const groupingRequests = {
  'desk.list': takes(nothing).gives<DeskList>(),
  /**
   * The ERP's own list of groupings; null if it has none: scans open any. `wanted`: somebody looks
   * at it now.
   */
  'desk.groupings': takes(z.strictObject({ wanted: z.boolean() })).gives<GroupingList | null>(),
};

/** A grouping in the ERP's list, opened here before or not. */
export interface ListedGrouping extends GroupingName {
  /** Null if it was never opened at this workstation. */
  readonly known: GroupingSummary | null;
  readonly cutoff: Cutoff | null;
}

/**
 * Newest first; without those of earlier days that were concluded here, which the list does not
 * tell.
 */
export interface GroupingList {
  readonly today: readonly ListedGrouping[];
  readonly earlier: readonly ListedGrouping[];
  /** How many days before today were asked for. */
  readonly earlierDays: number;
  /** The ERP has more than are listed here. */
  readonly isCut: boolean;
}
