import { z } from 'zod';
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
  /** Which pages of these labels are printed; `null`: as the shipping method's rule says. They are read anew. */
  'job.choose-pages': takes(job().extend({ shipmentIds: ids(), choice: pageChoiceSchema.nullable() })).gives(),
  /** These have fewer labels than volumes, and that is right. */
  'job.accept-fewer': takes(job().extend({ shipmentIds: ids() })).gives(),
  /** These labels were stopped as another shipment's, and are right. */
  'job.confirm': takes(job().extend({ shipmentIds: ids() })).gives(),
  'job.open-tracking': takes(job().extend({ shipmentId: id() })).gives(),
  'job.conclude': takes(job().extend({ beforeLabels: z.boolean(), acceptDifference: z.boolean() })).gives(),
  'job.resolve-conclusion': takes(job().extend({ concluded: z.boolean() })).gives(),
};

export const jobEvents = {
  'job.changed': tells<JobChange>(),
};

export interface GroupingSummary {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly date: string | null;
  readonly shippingMethod: string | null;
  readonly state: JobState;
  readonly shipments: number;
  readonly ready: number;
  readonly printed: number;
  readonly failed: number;
  readonly updatedAtMs: number;
}

export interface DeskList {
  readonly unfinished: readonly GroupingSummary[];
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
  }[];
  readonly whole: JobSnapshot | null;
}
