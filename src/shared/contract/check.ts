import { z } from 'zod';
import type { ReadVolumes } from '../domain/job.ts';
import { job, takes, text } from './define.ts';

/** What is not right with a parcel whose code is right: it must not leave, or its label is not on paper. */
const unfits = ['cancelled', 'stopped', 'unprinted', 'none'] as const;
export type Unfit = (typeof unfits)[number];

export const checkRequests = {
  /**
   * One scanned or typed code: tracking code, invoice number or 44-digit access key. `despite`: a person's word, in answer to
   * `unlabelled` or `stopped`, that the parcel counts although it is so; it holds for nothing else.
   */
  'check.scan': takes(job().extend({ code: text(200), despite: z.enum(unfits).optional() })).gives<ScanAnswer>(),
  'check.undo': takes(job()).gives<ScanAnswer | null>(),
  /** The last scans that counted, and what was taken back, newest first; wrong scans are not remembered. */
  'check.recent': takes(job()).gives<readonly ScanAnswer[]>(),
};

/** The big answer of the Check screen. */
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
    /** The right code; the parcel counts only by a person's word, as it has no label on paper or must not leave. */
    | 'unlabelled'
    | 'stopped'
    | 'undone';
  readonly code: string;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly checked: number;
  readonly total: number;
  /** With `other-grouping`: the grouping the parcel belongs to. */
  readonly otherGroupingId?: number;
  readonly unfit?: Unfit;
  /** Of a shipment whose volumes have codes of their own. */
  readonly volumes?: ReadVolumes;
}
