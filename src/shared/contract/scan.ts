import { z } from 'zod';
import { id, job, takes, text } from './define.ts';

/** What a scanned code stands for, wherever it is scanned. Only what the account in use has is told. */
export const scanRequests = {
  /** What this workstation knows by the code. `groupingId`: the code read as a grouping's number, where it can be one. */
  'scan.find': takes(z.strictObject({ code: text(200), groupingId: id().nullable() })).gives<ScanFindings>(),
  /** Whether the ERP has a grouping of this number: no, too, where it does not say so at once. */
  'scan.is-grouping': takes(job()).gives<boolean>(),
};

export interface ScanFindings {
  /** The grouping of that number was opened here before. */
  readonly isGrouping: boolean;
  /** Shipments with this tracking code, invoice number or access key; of many, the first ones. */
  readonly parcels: readonly FoundParcel[];
}

export interface FoundParcel {
  readonly groupingId: number;
  readonly shipmentId: number;
  readonly recipient: string | null;
}
