import type { ReadVolumes } from '../domain/job.ts';
import { job, takes, text } from './define.ts';

export const checkRequests = {
  /** One scanned or typed code: tracking code, invoice number or 44-digit access key. */
  'check.scan': takes(job().extend({ code: text(200) })).gives<ScanAnswer>(),
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
    | 'undone';
  readonly code: string;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly checked: number;
  readonly total: number;
  /** With `other-grouping`: the grouping the parcel belongs to. */
  readonly otherGroupingId?: number;
  /** Of a shipment whose volumes have codes of their own. */
  readonly volumes?: ReadVolumes;
}
