import { asksAboutPaper, type Fault, type FaultKind } from '../faults/faults.ts';
import { type KindAgainst, listAgainstConclusion, type Problem } from '../faults/problems.ts';
import type { Decision } from './decision.ts';
import type { GroupingShare, RowShare } from './floor.ts';
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
  Volume,
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

/**
 * The places of a label's file. `late`: the ERP is making it, and is asked again by itself.
 * `failed`: another attempt may bring it; `refused`: it would not. `panel`: the ERP does not provide it; a
 * marketplace's is in its panel. `withheld`: it comes after the conclusion.
 */
export const labelFiles = [
  'missing',
  'late',
  'coming',
  'ready',
  'failed',
  'refused',
  'panel',
  'withheld',
] as const;
export type LabelFile = (typeof labelFiles)[number];

/** The reasons for which a label waits for a person's word; each is the fault that is shown. */
export const labelBlocks = [
  'label-of-another',
  'label-many-pages',
  'shipment-cancelled',
  'invoice-unauthorised',
  'printed-before',
] as const satisfies readonly FaultKind[];
export type LabelBlock = (typeof labelBlocks)[number];

/**
 * The packer's word that a shipment goes without its label or its print, that it stays here, or
 * that it keeps its paper of another grouping.
 */
export const waivers = ['without', 'stays', 'keeps'] as const;

export interface LabelSnapshot {
  readonly file: LabelFile;
  /** Of a file that is ready, or of a shipment that was put aside before its label came. */
  readonly block: LabelBlock | null;
  /** Why its file is not there, or is not there yet, or what its block says. */
  readonly fault: Fault | null;
  readonly waived: (typeof waivers)[number] | null;
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
  /**
   * Commands in its ZPL that no printer gets, such as `~JR`; `?` for other text. Known once its
   * files were read.
   */
  readonly leftOut: readonly string[];
  /** Its file is damaged and is printed as viewers show it. Known like `leftOut`. */
  readonly isMended: boolean;
  /**
   * Further links to a file with the same bytes, which is printed once. Known once its files were
   * found in this run of the program.
   */
  readonly twins: number;
  /**
   * Kinds of its files, such as `ZIP · ZPL`, each once. Known like
   * `leftOut`.
   */
  readonly kinds: readonly string[];
  /** When the oldest of its files was stored here, epoch ms; null unless known like `twins`. */
  readonly storedAtMs: number | null;
  readonly timesPrinted: number;
  /** The codes on its pages; null until they were read. */
  readonly reading: LabelReading | null;
  /**
   * The journal's number of the last spool job that had it, whatever its end; null before the
   * first.
   */
  readonly printRunId: number | null;
  /** All of its spool jobs wrote it into a folder, and none sent it to a printer. */
  readonly isSaved: boolean;
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
  /** Labels are being fetched, whatever the state: a concluded grouping fetches and prints too. */
  readonly collecting: boolean;
  readonly printing: boolean;
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
  /** The ERP's answer to the last request to conclude, if it was a refusal. */
  readonly refusal: FaultKind | null;
  /** When the ERP's list was read last in this run of the program (epoch milliseconds). */
  readonly readAtMs: number | null;
  /** Why the list was not read anew, or why the other stations are not known. */
  readonly listFault: FaultKind | null;
  /** Shipments whose invoices the ERP did not tell at the last fetch; omitted before the first. */
  readonly unreadInvoices?: readonly number[];
  /** The manifest was made since the grouping was opened. */
  readonly manifestSeen: boolean;
  /** Null if no file was brought in, or it was put away. */
  readonly imported: LabelImport | null;
  /** Requests sent to the ERP and to label hosts for this job in this run of the program. */
  readonly requests: number;
}

/** The ERP provides labels only after the conclusion, which is still to come. */
export function mustConcludeFirst(
  head: Pick<JobSnapshot, 'state' | 'labelsAfterConclusion'>,
): boolean {
  return head.labelsAfterConclusion && head.state !== 'concluded';
}

/** Returns the problems that a person sees before the conclusion, and accepts with it. */
export function listExceptions(
  head: Pick<JobSnapshot, 'state' | 'labelsAfterConclusion' | 'problems'>,
): readonly Problem<KindAgainst<'conclusion'>>[] {
  if (head.state === 'concluded') return [];
  return listAgainstConclusion(head.problems, mustConcludeFirst(head));
}

/** A person has to say whether some labels are on paper. */
export function isPrintUnknown(
  head: Pick<JobSnapshot, 'state' | 'printing' | 'fault' | 'printVerdict'>,
): boolean {
  const doubtful = (head.printVerdict?.perhaps.length ?? 0) > 0 || asksAboutPaper(head.fault);
  return doubtful && head.state !== 'concluding' && !head.printing;
}

export interface Totals {
  readonly shipments: number;
  readonly volumes: number;
  readonly weightKg: number;
  /** Shipments for which the ERP has no weight. */
  readonly unweighed: number;
}

/** Returns the number of parcels of a shipment, at least 1; null if the ERP does not say. */
export function countVolumes(volume: Pick<Volume, 'quantity'> | null): number | null {
  const quantity = volume?.quantity ?? null;
  return quantity === null ? null : Math.max(1, Math.round(quantity));
}

/** A shipment without a quantity counts as one parcel. */
export function addTotals(shipments: Iterable<Shipment>): Totals {
  let count = 0;
  let volumes = 0;
  let weightKg = 0;
  let unweighed = 0;
  for (const { volume } of shipments) {
    const weight = volume?.grossWeight ?? null;
    count += 1;
    volumes += countVolumes(volume) ?? 1;
    weightKg += weight ?? 0;
    if (weight === null) unweighed += 1;
  }
  return { shipments: count, volumes, weightKg, unweighed };
}

/**
 * Returns the numbers of a label with fewer pages than volumes; null if it has enough, or its files
 * are gone.
 */
export function findFewerLabels({
  shipment,
  label,
}: Pick<ShipmentSnapshot, 'shipment' | 'label'>): SeenVolumes | null {
  const volumes = countVolumes(shipment.volume);
  return hasLabel(label) && volumes !== null && label.pages > 0 && label.pages < volumes
    ? { volumes, pages: label.pages }
    : null;
}

/**
 * Counts the papers that the label's printer prints; papers of invoices too, unless they have their
 * own printer.
 */
export function countPapers(
  { pages, danfes }: Pick<LabelSnapshot, 'pages' | 'danfes'>,
  danfesApart: boolean,
): number {
  return danfesApart ? pages : pages + danfes;
}

type LabelFacts = Pick<LabelSnapshot, 'file' | 'block' | 'timesPrinted'>;

/** Its pages are there, and nothing is against them. */
export function hasLabel({ file, block }: Pick<LabelFacts, 'file' | 'block'>): boolean {
  return file === 'ready' && block === null;
}

/** Nothing is left to fetch for it. */
export function isSettled({ file, block }: Pick<LabelFacts, 'file' | 'block'>): boolean {
  return block !== null || (file !== 'missing' && file !== 'late' && file !== 'coming');
}

/** It cannot be printed as it is, and nothing more comes by itself. */
export function isStuck(label: Pick<LabelFacts, 'file' | 'block'>): boolean {
  return isSettled(label) && !hasLabel(label);
}

/** A label's facts in one word; `printed`: it is here, and on paper. */
export type LabelState = LabelFile | 'printed' | 'blocked';

export function readState({ file, block, timesPrinted }: LabelFacts): LabelState {
  if (block !== null) return 'blocked';
  return file === 'ready' && timesPrinted > 0 ? 'printed' : file;
}

/** It has fewer labels than volumes, and nobody has accepted these numbers. */
export function lacksLabels(entry: Pick<ShipmentSnapshot, 'shipment' | 'label'>): boolean {
  const fewer = findFewerLabels(entry);
  const { fewerSeen } = entry.label;
  return (
    fewer !== null && (fewer.volumes !== fewerSeen?.volumes || fewer.pages !== fewerSeen.pages)
  );
}
