import { z } from 'zod';
import { exceptionKinds } from '../domain/decision.ts';
import type { NextStep } from '../domain/decision.ts';
import type { RowShare } from '../domain/floor.ts';
import type { JobSnapshot, JobState, LabelSnapshot, ScannedVolumes } from '../domain/job.ts';
import { pageChoiceSchema } from '../domain/page-choice.ts';
import { id, ids, job, nothing, takes, tells } from './define.ts';

export const jobRequests = {
  'desk.list': takes(nothing()).gives<DeskList>(),
  /** Opens the grouping, resumes its job if there is one, and starts to collect its labels. */
  'job.open': takes(job()).gives<OpenJob>(),
  'job.close': takes(job()).gives(),
  /** Answers when the work is under way; its progress and its end come as `job.changed`. So does `job.retry`. */
  'job.collect': takes(job()).gives(),
  'job.cancel': takes(job()).gives(),
  'job.retry': takes(job().extend({ shipmentIds: ids().nullable() })).gives(),
  'job.accept': takes(job().extend({ shipmentIds: ids() })).gives(),
  /** They are wanted after all. Fault `not-ready` once the grouping is being printed or concluded. */
  'job.take-back': takes(job().extend({ shipmentIds: ids() })).gives(),
  /** Which pages of these labels are printed; `null`: as the shipping method's rule says. They are read anew. */
  'job.choose-pages': takes(job().extend({ shipmentIds: ids(), choice: pageChoiceSchema.nullable() })).gives(),
  /** These have fewer labels than volumes, and that is right. */
  'job.accept-fewer': takes(job().extend({ shipmentIds: ids() })).gives(),
  /** These labels were stopped as another shipment's, and are right. */
  'job.confirm': takes(job().extend({ shipmentIds: ids() })).gives(),
  /**
   * Corrects a shipment in the ERP, where the settings allow it and the ERP takes it; what is null stays as it is. Answers when
   * the ERP has taken it; a label that has to be had anew comes as `job.changed`.
   */
  'job.correct': takes(
    job().extend({
      shipmentId: id(),
      grossWeightKg: z.number().min(0).max(100_000).nullable(),
      trackingCode: z.string().trim().max(60).nullable(),
    }),
  ).gives(),
  'job.open-tracking': takes(job().extend({ shipmentId: id() })).gives(),
  /** `seen`: the exceptions that were on the screen, and go so; anything newer is a fault and changes nothing. */
  'job.conclude': takes(
    job().extend({
      beforeLabels: z.boolean(),
      seen: z.array(z.object({ kind: z.enum(exceptionKinds), shipmentIds: ids() })),
    }),
  ).gives(),
  'job.resolve-conclusion': takes(job().extend({ concluded: z.boolean() })).gives(),
  'job.labels-anyway': takes(job()).gives(),
};

export const jobEvents = {
  'job.changed': tells<JobChange>(),
};

export interface GroupingSummary {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: string | null;
  /** Of a grouping that is not open, as it would come when it is opened. */
  readonly state: JobState;
  /**
   * How many of them are where; one that may go without its label or its print counts as `accepted` and nowhere else.
   * Those that are left of `shipments` have no label yet.
   */
  readonly shipments: number;
  /** Ready and not printed yet. */
  readonly ready: number;
  readonly printed: number;
  readonly failed: number;
  /** Those of `failed` that may be tried again as they are. */
  readonly retryable: number;
  /** The ERP has no label for these. */
  readonly without: number;
  readonly accepted: number;
  readonly checked: number;
  readonly step: NextStep;
  /** As `JobSnapshot.labelsAfterConclusion`. */
  readonly labelsAfterConclusion: boolean;
  /** Of some labels it is not known whether they are on paper. */
  readonly asksAboutPaper: boolean;
  /** Its work stands still until there is another token. */
  readonly waitsForToken: boolean;
  /** Null where it is not concluded. */
  readonly concludedAtMs: number | null;
  readonly updatedAtMs: number;
}

/** What was done at this workstation since midnight. */
export interface DayTally {
  /** Shipments whose label was printed; one that was printed twice counts once. */
  readonly labels: number;
  /** Parcels, which a shipment has one or more of; what was taken back does not count. */
  readonly parcels: number;
  /** Groupings concluded. */
  readonly groupings: number;
}

export interface DeskList {
  readonly today: DayTally;
  /** The last changed first, and not all of them where there are very many: `unfinishedTotal` is how many there are. */
  readonly unfinished: readonly GroupingSummary[];
  readonly unfinishedTotal: number;
  readonly recent: readonly GroupingSummary[];
}

export interface OpenJob {
  readonly revision: number;
  readonly snapshot: JobSnapshot;
}

/**
 * What changed in a job since the revision before. When a revision is missing, or `whole` is given, the renderer takes
 * the whole snapshot instead (`whole`, or `job.open` again, which only reads when the job is open already).
 */
export interface JobChange {
  readonly groupingId: number;
  readonly revision: number;
  /** Everything but the shipments. */
  readonly head: Omit<JobSnapshot, 'shipments'>;
  /** Only the labels and checks that changed. */
  readonly shipments: readonly {
    readonly position: number;
    readonly label: LabelSnapshot;
    readonly checkedAtMs: number | null;
    readonly scannedVolumes: ScannedVolumes | null;
    readonly share: RowShare | null;
  }[];
  readonly whole: JobSnapshot | null;
}

export const groupingRequests = {
  /**
   * The ERP's own list of groupings; null where the service lists none: then a scan is the way to all of them. `wanted`: somebody
   * came to see it, and does not wait for the next look.
   */
  'desk.groupings': takes(z.strictObject({ wanted: z.boolean() })).gives<GroupingList | null>(),
};

/** A grouping as the ERP lists it, opened here before or not. */
export interface ListedGrouping {
  readonly groupingId: number;
  readonly identification: string | null;
  /** As the ERP sends it; usually `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly shippingMethod: string | null;
  /** Null where it was never opened at this workstation. */
  readonly known: GroupingSummary | null;
}

/**
 * Both newest first. The list does not say which of them are concluded, so of the days before today those are left out that
 * were concluded here.
 */
export interface GroupingList {
  readonly today: readonly ListedGrouping[];
  readonly earlier: readonly ListedGrouping[];
  /** How many days before today were asked for. */
  readonly earlierDays: number;
  /** The ERP has more than are listed here. */
  readonly isCut: boolean;
}
