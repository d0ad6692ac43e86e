import type { Decision } from './decision.ts';
import type { GroupingShare, RowShare } from './floor.ts';
import type { Fault } from '../faults/faults.ts';
import type { LabelImport } from './import.ts';
import type { LabelFormat } from './labels.ts';
import type {
  Grouping,
  GroupingDifference,
  LabelReading,
  PageChoice,
  Paper,
  PrintVerdict,
  ScannedVolumes,
  SeenVolumes,
  Shipment,
} from './records.ts';

/** `conclusion-unknown`: the POST was sent, its answer was lost, and a person has to decide. */
export const jobStates = [
  'loaded',
  'collecting',
  'ready',
  'printing',
  'printed',
  'concluding',
  'concluded',
  'conclusion-unknown',
] as const;
export type JobState = (typeof jobStates)[number];

/** The states of a label. `none`: the ERP does not provide it; a marketplace's is in its panel. */
export const labelStates = [
  'pending',
  'locating',
  'downloading',
  'ready',
  'printed',
  'failed',
  'none',
] as const;
export type LabelState = (typeof labelStates)[number];

export interface LabelSnapshot {
  readonly state: LabelState;
  /** Why it failed, the ERP's words for `none`, or why Doca still waits for it. */
  readonly fault: Fault | null;
  readonly retryable: boolean;
  /**
   * The packer said that this shipment may go without its label (`failed`), or with one from
   * elsewhere (`none`).
   */
  readonly accepted: boolean;
  /** Formats of the files as they came, in the order of the ERP's URL list. */
  readonly formats: readonly LabelFormat[];
  /** Pages to print, without `danfes`. */
  readonly pages: number;
  /** Papers of invoices in its ZPL: printed with it, or on the printer chosen for them. */
  readonly danfes: number;
  /** All pages of its files, chosen or not. */
  readonly filePages: number;
  /** Printed pages that were cropped to the label on a part of a sheet. */
  readonly croppedPages: number;
  /** The smallest paper on which each of its pages fits; null until its files were read. */
  readonly paper: Paper | null;
  /** A ZPL printer can get all of it as it came. */
  readonly hasZpl: boolean;
  /** The choice of pages with which its files were read. */
  readonly choice: PageChoice;
  /** The packer's choice for this shipment alone. */
  readonly ownChoice: PageChoice | null;
  /** The packer's word that it goes with fewer labels than volumes; it holds for these numbers. */
  readonly fewerSeen: SeenVolumes | null;
  /** The packer's word that so many pages of these files are to be printed, or null. */
  readonly manySeen: string | null;
  readonly bytes: number;
  /**
   * Commands in its ZPL that no printer gets, such as `~JR`; `?` for other text. Known once its
   * files were read.
   */
  readonly leftOut: readonly string[];
  /** Its file is damaged and is printed as viewers show it. Known like `leftOut`. */
  readonly isMended: boolean;
  /** Further links to a file with the same bytes, which is printed once. Known like `leftOut`. */
  readonly twins: number;
  /**
   * Kinds of its files, such as `ZIP · ZPL` or `PDF` with its producer, each once. Known like
   * `leftOut`.
   */
  readonly kinds: readonly string[];
  /** When the oldest of its files was stored here, epoch ms; null unless known like `leftOut`. */
  readonly storedAtMs: number | null;
  readonly timesPrinted: number;
  /** The codes on its pages; null until they were read. */
  readonly reading: LabelReading | null;
  /**
   * The journal's number of the last spool job that had it, whatever its end; null before the
   * first.
   */
  readonly printRunId: number | null;
}

/** The volumes of a shipment that were read, by their numbers from 1. */
export interface ReadVolumes {
  readonly read: readonly number[];
  readonly of: number;
  /** The volume of this scan; null if its code does not tell, or there was no scan. */
  readonly at: number | null;
}

export interface ShipmentSnapshot {
  /** 1-based place in the list, and in the print. */
  readonly position: number;
  readonly shipment: Shipment;
  readonly label: LabelSnapshot;
  /** When the parcel was checked by scanning it (epoch milliseconds). */
  readonly checkedAtMs: number | null;
  /** The volumes that were scanned by their own codes; null before the first. */
  readonly scannedVolumes: ScannedVolumes | null;
  /** The station that has it, if several share the grouping. */
  readonly share: RowShare | null;
}

/** Why a running job pauses, and until when (epoch milliseconds) if that is known. */
type JobPause =
  | { readonly reason: 'token' }
  | { readonly reason: 'rate-limit'; readonly untilMs: number };

/**
 * Returns which labels in doubt are on paper if this one of them was the last to come out: a
 * printer keeps the order of the print. Null if that is unknown, or the label is not in doubt.
 */
export function listOutUpTo(
  { fault, printVerdict }: Pick<JobSnapshot, 'fault' | 'printVerdict'>,
  lastId: number,
): readonly number[] | null {
  const perhaps = printVerdict?.perhaps ?? [];
  const isKnown = perhaps.includes(lastId) && fault?.kind !== 'paper-unknown';
  return isKnown ? perhaps.slice(0, perhaps.indexOf(lastId) + 1) : null;
}

/**
 * A spool job of before that goes on: the packer waits for it, or withdraws it, before doubts are
 * answered.
 */
interface InterruptedPrint {
  readonly printer: string;
  readonly canWithdraw: boolean;
}

/**
 * The progress of a print, in shipments whose whole label is on paper, as printers count and spool
 * jobs end.
 */
export interface PrintProgress {
  readonly printed: number;
  readonly of: number;
  /**
   * Places in the list that it has left open because their labels were not there; omitted if there
   * are none.
   */
  readonly open?: readonly number[];
}

/** All data of one grouping's job. The journal keeps it, the renderer shows it. */
export interface JobSnapshot extends Decision {
  readonly grouping: Omit<Grouping, 'shipments'>;
  readonly state: JobState;
  readonly shipments: readonly ShipmentSnapshot[];
  readonly pause: JobPause | null;
  /** True while the ERP refuses labels before the grouping's conclusion. */
  readonly labelsAfterConclusion: boolean;
  readonly difference: GroupingDifference | null;
  readonly printVerdict: PrintVerdict | null;
  readonly interruptedPrint: InterruptedPrint | null;
  readonly printProgress: PrintProgress | null;
  /** Null if it is not shared, or not known yet. */
  readonly share: GroupingShare | null;
  /** The last fault of the job as a whole. */
  readonly fault: Fault | null;
  /** The manifest was made since the grouping was opened. */
  readonly manifestSeen: boolean;
  /**
   * The ERP did not confirm the conclusion, but has given labels since that it had withheld until
   * then.
   */
  readonly concludedByLabels: boolean;
  /** Null if no file was brought in, or it was put away. */
  readonly imported: LabelImport | null;
  readonly pdfPath: string | null;
  readonly zplPath: string | null;
  /** Requests sent to the ERP and to label hosts for this job in this run of the program. */
  readonly requests: number;
}
