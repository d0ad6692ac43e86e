import type { Decision } from './decision.ts';
import type { GroupingShare, RowShare } from './floor.ts';
import type { Grouping, Shipment } from './grouping.ts';
import type { Fault } from '../faults/faults.ts';
import type { FileFormat, Paper } from './labels.ts';
import type { PageChoice } from './page-choice.ts';
import type { LabelReading } from './reading.ts';

/** One grouping's way. `conclusion-unknown`: the POST went out, its answer was lost, a person has to decide. */
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

/** One label's way. `none`: the ERP does not give it; a marketplace's is in its panel. */
export const labelStates = ['pending', 'locating', 'downloading', 'ready', 'printed', 'failed', 'none'] as const;
export type LabelState = (typeof labelStates)[number];

/** Where one shipment's label stands. */
export interface LabelSnapshot {
  readonly state: LabelState;
  /** Why it failed, the ERP's words for `none`, or why it is still waited for. */
  readonly fault: Fault | null;
  readonly retryable: boolean;
  /** The packer said that this shipment may go without its label (`failed`), or with one from elsewhere (`none`). */
  readonly accepted: boolean;
  /** Formats of the files as they came, in the order of the ERP's URL list. */
  readonly formats: readonly FileFormat[];
  /** Pages that are printed, without `danfes`. */
  readonly pages: number;
  /** Papers of invoices in its ZPL: printed with it, or on the printer that is chosen for them. */
  readonly danfes: number;
  /** Pages of its files, chosen or not. */
  readonly filePages: number;
  /** Printed pages that were cut down to the label on a part of a sheet. */
  readonly croppedPages: number;
  /** The smallest paper on which each of its pages fits; null where its files were not read since Doca keeps it. */
  readonly paper: Paper | null;
  /** A printer of ZPL can have all of it as it came. */
  readonly hasZpl: boolean;
  /** How its pages were chosen when its files were read. */
  readonly choice: PageChoice;
  /** What the packer chose for this shipment alone. */
  readonly ownChoice: PageChoice | null;
  /** The packer's word that it goes with fewer labels than volumes; it holds for these numbers. */
  readonly fewerSeen: SeenVolumes | null;
  /** The packer's word that so many pages of these files are to be printed; null before it. */
  readonly manySeen: string | null;
  readonly bytes: number;
  /**
   * What its ZPL asked of a printer besides drawing, such as `~JR`, and does not get; `?` stands for text that is no ZPL.
   * Known once its files were read in this run of the program.
   */
  readonly leftOut: readonly string[];
  /** Its file is damaged and was printed as viewers show it. Known like `leftOut`. */
  readonly isMended: boolean;
  /** Links beside the first to a file with the same bytes, which is printed once. Known like `leftOut`. */
  readonly twins: number;
  /** What its files are, such as `ZIP · ZPL` or `PDF` with its producer, each once; known as `leftOut` is. */
  readonly kinds: readonly string[];
  /** When the oldest of its files was stored here, epoch ms. Known like `leftOut`, else null. */
  readonly storedAtMs: number | null;
  readonly timesPrinted: number;
  /** What stands on its pages; null until they were read. */
  readonly reading: LabelReading | null;
  /** The journal's number of the last spool job that it was in, whatever became of that; null before the first. */
  readonly printRunId: number | null;
}

export interface SeenVolumes {
  readonly volumes: number;
  readonly pages: number;
}

export interface ScannedVolumes {
  /** One code of each, in the order in which they were scanned. */
  readonly codes: readonly string[];
  /** How many volumes there are. */
  readonly of: number;
}

/** Which volumes of a shipment were read, by their numbers from 1. */
export interface ReadVolumes {
  readonly read: readonly number[];
  readonly of: number;
  /** The one that was scanned now; null where its code does not tell, or none was. */
  readonly at: number | null;
}

export interface ShipmentSnapshot {
  /** 1-based place in the list, which is the place in the print. */
  readonly position: number;
  readonly shipment: Shipment;
  readonly label: LabelSnapshot;
  /** When the parcel was checked by scanning it (epoch milliseconds). */
  readonly checkedAtMs: number | null;
  /** The volumes that were scanned by codes of their own; null before the first. */
  readonly scannedVolumes: ScannedVolumes | null;
  /** Who has it, where several stations share the grouping. */
  readonly share: RowShare | null;
}

/** Why a running job stands still, and until when (epoch milliseconds) where that is known. */
type JobPause = { readonly reason: 'token' } | { readonly reason: 'rate-limit'; readonly untilMs: number };

/** What changed in the ERP since the labels were printed. */
export interface GroupingDifference {
  readonly added: readonly Shipment[];
  readonly removed: readonly Shipment[];
  /** Issued anew: the label on paper is an old one. */
  readonly changed: readonly Shipment[];
}

/**
 * What became of a print that did not end well, by shipment: on paper for sure, perhaps, certainly not. It stays until the
 * next print begins, or until the packer's answer leaves nothing missing; where `perhaps` is not empty, the packer is asked
 * about those. Shipments that left the grouping since are still in it.
 */
export interface PrintVerdict {
  readonly printed: readonly number[];
  readonly perhaps: readonly number[];
  readonly not: readonly number[];
}

/**
 * A spool job that Doca sent before it was closed in the middle, and that goes on by itself. The packer waits for it or,
 * where it stands in a queue, withdraws it; only then what is in doubt can be answered.
 */
export interface LeftPrint {
  readonly printer: string;
  readonly canWithdraw: boolean;
}

/** How far a print under way has come, in shipments whose whole label is on paper: as its printers count, and as spool jobs end. */
export interface PrintProgress {
  readonly printed: number;
  readonly of: number;
}

/** Everything there is to know of one grouping's job, as plain data. The journal keeps it, the renderer shows it. */
export interface JobSnapshot extends Decision {
  readonly grouping: Omit<Grouping, 'shipments'>;
  readonly state: JobState;
  readonly shipments: readonly ShipmentSnapshot[];
  readonly pause: JobPause | null;
  /** Set while the ERP refuses labels before the grouping's conclusion. */
  readonly labelsAfterConclusion: boolean;
  readonly difference: GroupingDifference | null;
  readonly printVerdict: PrintVerdict | null;
  readonly leftPrint: LeftPrint | null;
  /** Null while nothing is printed. */
  readonly printProgress: PrintProgress | null;
  /** Null where it is not shared, or nothing is known of that yet. */
  readonly share: GroupingShare | null;
  /** The last fault of the job as a whole. */
  readonly fault: Fault | null;
  /** The manifest was made since the grouping was opened. */
  readonly manifestSeen: boolean;
  /** The ERP did not confirm the conclusion, and gave labels since that it had held back until then. */
  readonly concludedByLabels: boolean;
  readonly pdfPath: string | null;
  readonly zplPath: string | null;
  /** Requests sent to the ERP and to label hosts for this job in this run of the program. */
  readonly requests: number;
}
