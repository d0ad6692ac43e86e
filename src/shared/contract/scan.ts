import { z } from 'zod';
import { id, takes, text } from './define.ts';

/** What a scanned code stands for, wherever it is scanned. Only what the account in use has is told. */
export const scanRequests = {
  /** What this workstation knows by the code. `number`: the code read as a grouping's number, if it can be one. */
  'scan.find': takes(z.strictObject({ code: text(200), number: id().nullable() })).gives<ScanFindings>(),
  /**
   * The groupings that the ERP has under this number, which this workstation does not know. `wait`: as long as it takes, and a
   * number that the ERP's list does not have is taken for an id; else only what the ERP says at once.
   */
  'scan.search': takes(z.strictObject({ number: id(), wait: z.boolean() })).gives<readonly GroupingChoice[]>(),
};

export interface ScanFindings {
  /** The groupings of that number that were opened here before. */
  readonly groupings: readonly GroupingChoice[];
  /** Shipments with this tracking code, invoice number or access key; of many, the first ones. */
  readonly parcels: readonly FoundParcel[];
}

/** A grouping that a person may mean by its number: several can have the same. */
export interface GroupingChoice {
  readonly groupingId: number;
  readonly identification: string | null;
  /** As the ERP sends it; usually `YYYY-MM-DD`. */
  readonly date: string | null;
  readonly shippingMethod: string | null;
  /** How many of its shipments are known; null if none is. */
  readonly shipments: number | null;
}

export interface FoundParcel {
  readonly groupingId: number;
  readonly identification: string | null;
  readonly shipmentId: number;
  readonly recipient: string | null;
}
