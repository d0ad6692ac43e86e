import { z } from 'zod';
import type { ReadVolumes } from '../domain/job.ts';
import { job, takes, text } from './define.ts';

/** Why a parcel with the right code is not right: it must not leave, or its label is not on paper. */
const unfits = ['cancelled', 'stopped', 'unprinted', 'none'] as const;
export type Unfit = (typeof unfits)[number];

export const checkRequests = {
  /**
   * A scanned or typed code: tracking code, invoice number or 44-digit access key. `despite`: a person answered
   * `unlabelled` or `stopped` with the word that the parcel counts all the same; it holds for that reason alone.
   */
  'check.scan': takes(job.extend({ code: text(200), despite: z.enum(unfits).optional() })).gives<ScanAnswer>(),
  'check.undo': takes(job).gives<ScanAnswer | null>(),
  /** The last scans that counted and those that were undone, newest first. Wrong scans are not kept. */
  'check.recent': takes(job).gives<readonly ScanAnswer[]>(),
};

export interface ScanAnswer {
  readonly result:
    | 'ok'
    | 'already'
    | 'volume'
    | 'volume-again'
    | 'which-volume'
    | 'unknown'
    | 'other-grouping'
    | 'ambiguous'
    /** The code is right; without a label on paper, or if it must not leave, it counts by a person's word. */
    | 'unlabelled'
    | 'stopped'
    | 'undone';
  readonly code: string;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly checked: number;
  readonly total: number;
  /** With `other-grouping`: the grouping of the parcel. */
  readonly otherGroupingId?: number;
  readonly unfit?: Unfit;
  /** For a shipment whose volumes have their own codes. */
  readonly volumes?: ReadVolumes;
}
