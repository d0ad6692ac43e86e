import { z } from 'zod';
import type { GroupingName } from '../domain/records.ts';
import type { Fault } from '../faults/faults.ts';
import type { ScanAnswer } from './check.ts';
import { id, takes, text } from './define.ts';
import type { HistoryRow } from './history.ts';

/** The meaning of a scanned code on any screen, within the account in use. */
export const scanRequests = {
  /** Everything that this workstation knows by the code. `number`: the code as a grouping's number, if it is one. */
  'scan.find': takes(z.strictObject({ code: text(200), number: id.nullable() })).gives<ScanFindings>(),
  /**
   * The ERP's groupings with this number that this workstation does not know. `wait`: wait for the answer, and take a
   * number that the list does not have for an id; else only what the ERP says at once.
   */
  'scan.search': takes(z.strictObject({ number: id, wait: z.boolean() })).gives<readonly GroupingChoice[]>(),
  /**
   * Prints the label that the code names, in the order of the scans; a printed label's own code checks its parcel.
   * Answers what happens, before the label is on paper: a print that fails is an `app.notice`. Fault `invalid-input`
   * unless the settings say that scans print.
   */
  'scan.print': takes(
    z.strictObject({
      code: text(200),
      /** The grouping on the screen, where the code is looked for first. */
      here: id.nullable(),
      /** On the Check screen, where a label of another grouping does not count as checked. */
      isCheck: z.boolean(),
      /** A person's choice. */
      parcel: z.strictObject({ groupingId: id, shipmentId: id }).exactOptional(),
      /** A person's word on `again`, with the number of prints that it names. */
      again: z.int().min(0).exactOptional(),
    }),
  ).gives<PrintScanAnswer>(),
};

/** `again` and `several` are questions: nothing is printed unless a person answers. */
export interface PrintScanAnswer extends Omit<ScanAnswer, 'result'> {
  readonly result: ScanAnswer['result'] | 'printing' | 'waiting' | 'again' | 'several' | 'refused';
  readonly groupingId: number | null;
  /** Before this scan. */
  readonly timesPrinted?: number;
  /** Why it is `refused`. */
  readonly fault?: Fault;
  readonly choices?: readonly FoundParcel[];
}

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
