import type { z } from 'zod';
import type { HistoryRow, Shipment } from '#shared/domain/records.ts';
import type * as rows from './rows.ts';

/** This station's copy: the floor gave it, or the packer. */
export type ClaimRecord = Readonly<z.infer<typeof rows.claimRow>>;

export type JobHead = Readonly<Omit<z.infer<typeof rows.jobRow>, 'id' | 'floorSeq'>>;

/** The state of one shipment's label, as far as it must survive. */
export type LabelRecord = Readonly<z.infer<typeof rows.labelRow>>;

/** The data by which a spool job is found after the program has died. */
export type SpoolRecord = Readonly<z.infer<typeof rows.spoolSchema>>;
/** A spool job's labels by their places, and the total of its file. */
export type PlacedLabels = Readonly<SpoolRecord['placed']>;
export type LabelPlace = PlacedLabels['places'][number];
export type PrintOutcome = z.infer<typeof rows.printRunRow>['outcome'];

export type JournalEvent = Readonly<z.infer<typeof rows.eventRow>>;

export type JobSummary = Readonly<z.infer<typeof rows.summaryRow>>;

/** Who did something at another station, by the floor's clock. */
export interface DoneByOther {
  readonly station: string;
  readonly person: string | null;
  readonly atMs: number;
}

/** A deed for other stations, as the room `floor` describes it. */
interface NewDeed {
  readonly payload: { readonly kind: string };
  /** It happened without asking. */
  readonly alone: boolean;
}

interface ReceivedDeed extends NewDeed, Omit<DoneByOther, 'station'> {
  readonly id: string;
  readonly stationId: string;
}

/** The URL itself is signed, a secret, and not stored. */
export type FileRecord = Readonly<Omit<z.infer<typeof rows.fileRow>, 'shipmentId'>>;

export interface EntryRecord extends Readonly<
  Omit<z.infer<typeof rows.shipmentRow>, keyof LabelRecord>
> {
  readonly label: LabelRecord;
  readonly files: readonly FileRecord[];
}

export type OpenPrint = Readonly<z.infer<typeof rows.printRunRow>>;
export type NewPrint = Pick<OpenPrint, 'printer' | 'shipmentIds' | 'spool'>;

export interface JobRecord {
  readonly id: number;
  readonly company: string;
  readonly head: JobHead;
  readonly entries: readonly EntryRecord[];
  readonly openPrint: OpenPrint | null;
  /** The last event of the floor in here; null if the grouping was never shared. */
  readonly floorSeq: number | null;
  readonly claims: readonly ClaimRecord[];
}

/** The changes of one transaction; omitted fields stay. */
export interface JournalChange {
  readonly head?: JobHead | undefined;
  /** Shipments that came, moved, went or changed; labels and files of known ones stay. */
  readonly shipments?: readonly { readonly shipment: Shipment; readonly position: number | null }[];
  readonly labels?: readonly {
    readonly shipmentId: number;
    readonly label: LabelRecord;
    /** All files of the shipment, in place of those before. */
    readonly files?: readonly FileRecord[] | undefined;
  }[];
  readonly checks?: readonly ({ readonly shipmentId: number } & Pick<
    EntryRecord,
    'checkedAtMs' | 'scannedVolumes'
  >)[];
  readonly printRun?: { readonly id: number; readonly outcome: PrintOutcome } | undefined;
  readonly events?: readonly NewEvent[];
  readonly floor?: FloorRows | undefined;
}

/** A change's part in the work of several stations; omitted fields stay. */
export interface FloorRows {
  /** The last event of the floor that is in the job. */
  readonly seq?: number;
  readonly received?: readonly ReceivedDeed[];
  /** Given to this station; a known one is another copy now. */
  readonly claimed?: readonly ClaimRecord[];
  readonly unclaimed?: readonly number[];
  /** To be told to the others. */
  readonly deeds?: readonly NewDeed[];
}

/**
 * One line of history. No recipient's data: a shipment is named by its id, a parcel by its codes.
 */
export interface NewEvent {
  readonly kind: JournalEvent['kind'];
  readonly shipmentId?: number;
  /** Default: this station, now. */
  readonly by?: DoneByOther;
  readonly data?: JournalEvent['data'];
}

export interface JobFilter {
  readonly company?: string;
  /** Concluded ones only, or the others only. Default: both. */
  readonly concluded?: boolean;
  readonly groupingIds?: readonly number[];
  /** Its name or its id, as people type it. */
  readonly number?: string;
  readonly limit?: number;
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
