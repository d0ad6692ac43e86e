import { z } from 'zod';
import type { GroupingName } from '../domain/grouping.ts';
import { id, takes, text } from './define.ts';
import type { HistoryRow } from './history.ts';

/** The meaning of a scanned code on any screen, within the account in use. */
export const scanRequests = {
  /**
   * Everything that this workstation knows by the code. `number`: the code as a grouping's number, if it can be one.
   */
  'scan.find': takes(z.strictObject({ code: text(200), number: id().nullable() })).gives<ScanFindings>(),
  /**
   * The ERP's groupings with this number that this workstation does not know. `wait`: wait for the answer, and take a
   * number that the list does not have for an id; else only what the ERP says at once.
   */
  'scan.search': takes(z.strictObject({ number: id(), wait: z.boolean() })).gives<readonly GroupingChoice[]>(),
};

export interface ScanFindings {
  /** Groupings with that number that were opened here before. */
  readonly groupings: readonly GroupingChoice[];
  /** Shipments with this tracking code, invoice number or access key; limited to the first ones. */
  readonly parcels: readonly FoundParcel[];
}

/** A grouping that a person may mean by its number, which is not unique. */
export interface GroupingChoice extends GroupingName {
  /** How many of its shipments are known; null if none is. */
  readonly shipments: number | null;
}

export interface FoundParcel extends Pick<HistoryRow, 'groupingId' | 'identification' | 'recipient'> {
  readonly shipmentId: number;
}
