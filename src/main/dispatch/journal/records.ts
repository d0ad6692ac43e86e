import { historyKinds } from '../../../shared/index.ts';
import type { PreparedLabel } from '../../labels/index.ts';
import type { FloorEvent, FloorPayload } from '../../floor/index.ts';
import type {
  Fault,
  FaultKind,
  Grouping,
  GroupingDifference,
  HistoryRow,
  JobState,
  LabelState,
  LabelTally,
  PageChoice,
  PrintVerdict,
  ScannedVolumes,
  SeenVolumes,
  Shipment,
} from '../../../shared/index.ts';

/** Who did something at another station, by the floor's clock. */
export interface DoneElsewhere {
  readonly station: string;
  readonly person: string | null;
  readonly atMs: number;
}

/** This station's copy: the floor gave it, or the packer. */
export interface ClaimRecord {
  readonly shipmentId: number;
  readonly copy: number;
  /** It stays this station's if it was not printed after all. */
  readonly isKept: boolean;
  /** It may be sent to a printer; its end has to be reported. */
  readonly isPrinting: boolean;
  /** By the packer's word, while the floor could not be asked. */
  readonly isAlone: boolean;
}

/** An event for the floor; `alone`: it happened without asking. */
export interface NewOutboxEntry {
  readonly payload: FloorPayload;
  readonly alone: boolean;
}

/** The job as a whole, without its shipments. */
export interface JobHead {
  readonly grouping: Omit<Grouping, 'shipments'>;
  readonly state: JobState;
  readonly difference: GroupingDifference | null;
  readonly fault: Fault | null;
  readonly pdfPath: string | null;
  readonly zplPath: string | null;
  /**
   * During a print, the verdict if the program died now: labels that are being sent are perhaps on paper, those of
   * later spool jobs are not.
   */
  readonly printVerdict: PrintVerdict | null;
}

/** The result of reading a label file, without its notes on the file itself. */
export interface FileContent extends Omit<PreparedLabel, 'leftOut' | 'isMended' | 'kind'> {
  readonly sha256: string;
  readonly bytes: number;
  readonly choice: PageChoice;
}

/** One file of a shipment's label: the ERP's link, and the result of reading it. */
export interface FileRecord {
  /** 0-based place in the ERP's list. */
  readonly ordinal: number;
  /** SHA-256 of the URL: the URL itself is signed, a secret, and not stored. */
  readonly urlHash: string;
  readonly content: FileContent | null;
}

/** `locating` and `downloading` are not stored: work that a process leaves is pending. */
export const storedLabelStates = [
  'pending',
  'ready',
  'printed',
  'failed',
  'none',
] as const satisfies readonly LabelState[];
type StoredLabelState = (typeof storedLabelStates)[number];

/** The states of a print run. `running` after a restart means that its end is unknown. */
export const printOutcomes = ['running', 'done', 'failed', 'cancelled', 'unknown'] as const;
export type PrintOutcome = (typeof printOutcomes)[number];

/** The state of one shipment's label, as far as it must survive. */
export interface LabelRecord {
  readonly state: StoredLabelState;
  readonly fault: Fault | null;
  readonly accepted: boolean;
  readonly timesPrinted: number;
  readonly ownChoice: PageChoice | null;
  readonly fewerSeen: SeenVolumes | null;
  readonly manySeen: string | null;
}

export interface EntryRecord {
  readonly shipment: Shipment;
  /** 1-based place in the list; null once the shipment has left the grouping. */
  readonly position: number | null;
  readonly checkedAtMs: number | null;
  readonly scannedVolumes: ScannedVolumes | null;
  readonly label: LabelRecord;
  readonly files: readonly FileRecord[];
}

/** The place of a shipment's label in a printed file, in the printer's count: from `first` to before `end`. */
export interface LabelPlace {
  readonly shipmentId: number;
  readonly first: number;
  readonly end: number;
}

/** A spool job's labels by their places, and the total of its file. */
export interface PlacedLabels {
  readonly places: readonly LabelPlace[];
  readonly total: number;
}

/** The data by which a spool job is found after the program has died. */
export interface SpoolRecord {
  readonly title: string;
  /** The printer's kind of system; null if a spool job cannot be found again. */
  readonly system: string | null;
  /** Null until the system's id was reported, which is before anything can be on paper. */
  readonly jobId: string | null;
  /** When the computer was started (epoch milliseconds): a count need not have survived a power cut. */
  readonly bootedAtMs: number;
  readonly placed: PlacedLabels;
}

export interface NewPrint {
  readonly printer: string;
  readonly shipmentIds: readonly number[];
  readonly spool: SpoolRecord;
}

/** A print run whose end is not known yet. */
export interface OpenPrint extends NewPrint {
  readonly id: number;
  readonly outcome: PrintOutcome;
  /** The last report: any part of the file that was not sent by it had not been sent when the program died. */
  readonly tally: LabelTally | null;
}

export interface JobRecord {
  readonly id: number;
  readonly company: string;
  readonly head: JobHead;
  readonly entries: readonly EntryRecord[];
  readonly openPrint: OpenPrint | null;
  /** The last event of the floor in here; null if the grouping was never shared. */
  readonly floorSeq: number | null;
  readonly claims: readonly ClaimRecord[];
  /** The last print run of each shipment that was in one. */
  readonly printRunIds: ReadonlyMap<number, number>;
}

/** The changes of one transaction; omitted fields stay. */
export interface JournalChange {
  readonly head?: JobHead;
  /** Shipments that came, moved, went or changed; labels and files of known ones stay. */
  readonly shipments?: readonly { readonly shipment: Shipment; readonly position: number | null }[];
  readonly labels?: readonly { readonly shipmentId: number; readonly label: LabelRecord }[];
  /** The whole file list of a shipment, replacing the one before. */
  readonly files?: readonly { readonly shipmentId: number; readonly files: readonly FileRecord[] }[];
  readonly checks?: readonly {
    readonly shipmentId: number;
    readonly checkedAtMs: number | null;
    readonly scannedVolumes: ScannedVolumes | null;
  }[];
  readonly printRun?: { readonly id: number; readonly outcome: PrintOutcome };
  readonly events?: readonly NewEvent[];
  readonly floorSeq?: number;
  /** The floor's events that it includes. */
  readonly heard?: readonly FloorEvent[];
  /** Given to this station; a known one is another copy now. */
  readonly claimed?: readonly ClaimRecord[];
  /** The shipments whose claim is over. */
  readonly unclaimed?: readonly number[];
  readonly outbox?: readonly NewOutboxEntry[];
}

/** Further events of a grouping's own record. */
export const eventKinds = [
  ...historyKinds,
  'opened',
  'list-changed',
  'label-failed',
  'label-none',
  'label-stopped',
  'label-confirmed',
  'print-started',
  'print-ended',
  'print-resolved',
  'difference-accepted',
  'concluding',
  'conclusion-refused',
  'conclusion-resolved',
  'pages-chosen',
  'fewer-seen',
  'taken-back',
  'volume-checked',
  'volume-unchecked',
  'corrected',
] as const;
type EventKind = (typeof eventKinds)[number];

/** One line of history. No personal data: a shipment is named by its id. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly shipmentId?: number;
  /** Default: this station, now. */
  readonly by?: DoneElsewhere;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

export interface JournalEvent {
  readonly id: number;
  readonly atMs: number;
  readonly kind: EventKind;
  readonly shipmentId: number | null;
  /** Null: this one. */
  readonly station: string | null;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export interface JobFilter {
  readonly company?: string;
  /** Concluded ones only, or the others only. Default: both. */
  readonly concluded?: boolean;
  /** These and no others. */
  readonly groupingIds?: readonly number[];
  readonly limit?: number;
}

export interface JobSummary {
  readonly company: string;
  readonly grouping: Omit<Grouping, 'shipments'>;
  readonly state: JobState;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** When it was concluded last; null if never. */
  readonly concludedAtMs: number | null;
  /** A print with an unknown end, or one that runs. */
  readonly hasOpenPrint: boolean;
  /** A print ended, and it is not known whether some of its labels are on paper. */
  readonly hasDoubt: boolean;
  readonly shipments: number;
  /** Labels that are there and not printed yet; without accepted ones, like those below. */
  readonly ready: number;
  readonly printed: number;
  readonly failed: number;
  /** The faults of the failed ones. */
  readonly failedBy: readonly FaultKind[];
  readonly without: number;
  readonly accepted: number;
  /** Failed, accepted or not, because the ERP provides them only after the conclusion. */
  readonly heldBack: number;
  readonly checked: number;
}

export interface HistoryFilter {
  readonly company?: string;
  /** Default: everything. */
  readonly kinds?: readonly HistoryRow['kind'][];
  /** Each shipment once, by its last matching event; events without a shipment are left out. */
  readonly eachOnce?: boolean;
  /** The end is excluded. */
  readonly fromMs?: number | null;
  readonly toMs?: number | null;
  /** Rows before this one. */
  readonly before?: number | null;
  readonly limit?: number;
}
