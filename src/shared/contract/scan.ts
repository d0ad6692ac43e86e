import { z } from 'zod';
import type { ReadVolumes } from '../domain/job.ts';
import type { GroupingName, HistoryRow } from '../domain/records.ts';
import type { Fault } from '../faults/faults.ts';
import { isAgainst, type KindAgainst, problemKinds } from '../faults/problems.ts';
import { id, job, takes, text } from './define.ts';

/** No symbol holds more; a part of a code would be another code. */
const scanText = text(8_000);

const checkKinds = problemKinds.filter((kind) => isAgainst('check', kind));

export const checkRequests = {
  /**
   * A scanned or typed code: tracking code, invoice number or 44-digit access key. `despite`: a
   * person answered `unlabelled` or `stopped` with the word that the parcel counts all the same; it
   * holds for that reason alone. `shipmentId`: the row that a person chose among those of the code,
   * or one that no code names alone; its scan is their word, `despite`.
   */
  'check.scan': takes(
    job.extend({
      code: scanText,
      despite: z.enum(checkKinds).optional(),
      shipmentId: id.exactOptional(),
    }),
  ).gives<ScanAnswer>(),
  'check.undo': takes(job).gives<ScanAnswer | null>(),
  /**
   * The last scans that counted and those that were undone, newest first. Wrong scans are not kept.
   */
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
    /** The chosen row has a code of its own. */
    | 'has-code'
    /**
     * The code is right; without a label on paper, or if it must not leave, it counts by a person's
     * word.
     */
    | 'unlabelled'
    | 'stopped'
    | 'undone';
  readonly code: string;
  readonly shipmentId: number | null;
  readonly recipient: string | null;
  readonly checked: number;
  readonly total: number;
  /** With `other-grouping`: the name of the parcel's grouping. */
  readonly otherGrouping?: string;
  /** Why a parcel with the right code is not right. */
  readonly problem?: KindAgainst<'check'>;
  /** With `ambiguous`: the rows that a person may choose from. */
  readonly shipmentIds?: readonly number[];
  /** For a shipment whose volumes have their own codes. */
  readonly volumes?: ReadVolumes;
}

/** The meaning of a scanned code on any screen, within the account in use. */
export const scanRequests = {
  /**
   * The meaning of a code, as this workstation and the ERP know it. On the Desk, whose field is for
   * groupings' numbers, the ERP's whole list is searched, and a number that it does not have is an
   * id, though not while the list cannot be read; on other screens only the ERP's answer at once
   * counts.
   */
  'scan.find': takes(z.strictObject({ code: scanText, isDesk: z.boolean() })).gives<ScanFindings>(),
  /**
   * Prints the label that the code names, in the order of the scans; a printed label's own code
   * checks its parcel. Answers what happens, before the label is on paper: a print that fails is an
   * `app.notice`. Fault `invalid-input` unless the settings say that scans print.
   */
  'scan.print': takes(
    z.strictObject({
      code: scanText,
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
  /** The code as a grouping's number; null if it is none. */
  readonly number: number | null;
  /** Those with that number; none if an invoice has it, except on the Desk. */
  readonly groupings: readonly GroupingChoice[];
  /** Shipments with this tracking code, invoice number or access key; limited to the first ones. */
  readonly parcels: readonly FoundParcel[];
}

/** A grouping that a person may mean by its number, which is not unique. */
export interface GroupingChoice extends GroupingName {
  /** How many of its shipments are known; null if none is. */
  readonly shipments: number | null;
}

export interface FoundParcel extends Pick<
  HistoryRow,
  'groupingId' | 'identification' | 'recipient'
> {
  readonly shipmentId: number;
}
