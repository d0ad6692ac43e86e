import type {
  Fault,
  FloorState,
  FloorTally,
  GroupingShare,
  Result,
  RowShare,
  ScannedVolumes,
} from '../../shared/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';

/**
 * The floor: what the stations of a warehouse know of each other, in a PostgreSQL that they share. A station's journal stays
 * the guard of its own effects; the floor is asked before an effect on something that others share, and told afterwards.
 */

/** A grouping of a company. */
export interface FloorScope {
  /** The company's key, as the journal has it. */
  readonly company: string;
  readonly groupingId: number;
}

/**
 * One print of a label: the first that the floor hears of is copy 1. Of each copy there is one row, so that two stations that
 * know of the same prints cannot both begin the next one.
 */
export interface LabelCopy {
  readonly shipmentId: number;
  readonly copy: number;
}

/** What a station did, as it tells it. Its effect on claims and on the conclusion comes with it, in one transaction. */
export type FloorTelling =
  /** The copy is on paper. `digest`: of the label's files, to tell labels that differ. */
  | {
      readonly kind: 'printed';
      readonly shipmentId: number;
      readonly copy: number;
      readonly digest: string | null;
      /** As the floor took it: its station had counted so, and did not know of another print; or it is another's paper. */
      readonly toldCopy?: number | undefined;
      readonly onePaper?: boolean | undefined;
    }
  /** Nobody knows whether it is; this station is to say so. */
  | { readonly kind: 'doubt'; readonly shipmentId: number; readonly copy: number }
  /** It is not, for sure: the claim ends, or is as `take` left it. */
  | { readonly kind: 'unprinted'; readonly shipmentId: number; readonly copy: number }
  | { readonly kind: 'checked' | 'unchecked'; readonly shipmentId: number; readonly volumes: ScannedVolumes | null }
  | { readonly kind: 'accepted' | 'taken-back'; readonly shipmentId: number }
  | { readonly kind: 'concluded' | 'conclusion-unknown' | 'conclusion-refused' }
  /** A person looked in the ERP: it is concluded, or it is not. */
  | { readonly kind: 'conclusion-resolved'; readonly concluded: boolean };

/** A telling that waits at its station until the floor has it. */
export interface OutboxEntry extends FloorScope {
  /** Grows; what is told first has the smaller one. */
  readonly number: number;
  /** Unique among all stations: told twice, it counts once. */
  readonly id: string;
  /** Whose it is; null: this one's own. */
  readonly station: string | null;
  readonly telling: FloorTelling;
  readonly person: string | null;
  /** By the station's clock; it is told as an age, because that clock may be wrong. */
  readonly atMs: number;
  /** It was done without asking the floor, by the packer's word: of a copy, it had no claim, and ends none. */
  readonly alone: boolean;
}

/** Another station, as long as it can know of anything. */
export interface KnownStation {
  readonly id: string;
  readonly name: string;
}

/** What a station remembers of the floor's database, to know when that was put back from a copy or is another one. */
export interface FloorMemory {
  /** The last that the floor counted for this station; one that has counted less has forgotten something. */
  readonly mark: number;
  /** The database's life in which it has heard all that is known here; null: none has. */
  readonly life: string | null;
  readonly stations: readonly KnownStation[];
}

/** Where a station keeps what it has to tell, and has heard: its journal, in the transaction of what was done. */
export interface Outbox {
  recall(): FloorMemory;
  remember(memory: FloorMemory): void;
  /** All that is known here, of other stations too, waits to be told. */
  rewind(): void;
  /** The first of those that are waiting. */
  peek(limit: number): readonly OutboxEntry[];
  count(): number;
  /** The floor has them. */
  drop(throughNumber: number): void;
}

/** A telling as all stations get it, numbered without gaps within its grouping. */
export interface FloorEvent {
  readonly id: string;
  readonly seq: number;
  readonly stationId: string;
  readonly station: string;
  readonly person: string | null;
  /** By the server's clock. */
  readonly atMs: number;
  readonly alone: boolean;
  readonly telling: FloorTelling;
}

/** Where one shipment stands on the floor. */
export interface RowOnFloor extends Omit<RowShare, 'differs'> {
  readonly shipmentId: number;
  /** The last copy that anybody claimed or printed. */
  readonly copy: number;
  /** This station has printed it, maybe with another journal. */
  readonly isOutHere: boolean;
  /** Of the label that was printed last; null where nobody said. */
  readonly digest: string | null;
}

/** What a station knows of a grouping on the floor. */
export interface GroupingNews {
  /** Of the last event in `events`, or the one before them. */
  readonly seq: number;
  /** The events since the one that was asked for, in their order; this station's own as well. */
  readonly events: readonly FloorEvent[];
  readonly rows: ReadonlyMap<number, RowOnFloor>;
  readonly share: GroupingShare;
}

/** What this station gets of what another one had. */
export interface TakenOver {
  /** Nobody has sent these to a printer. */
  readonly free: readonly number[];
  /** These may be on paper: this station is to say so. */
  readonly inDoubt: readonly LabelCopy[];
}

/**
 * One grouping, as this station shares it. Requests answer with fault `floor-away` where the server does not answer in time;
 * what a request that got no answer did is known with the next news, and the same request may be sent again.
 */
export interface SharedGrouping {
  /** The last that came; null before the first. */
  news(): GroupingNews | null;
  /** Asks now; news come to the listener as well. */
  refresh(signal?: AbortSignal): Promise<Result<GroupingNews>>;
  /**
   * All of these or none, in one statement, before anything of them is sent to a printer. Those that this station has taken
   * or claimed already are its own. Fault `floor-taken`.
   */
  claim(copies: readonly LabelCopy[], signal?: AbortSignal): Promise<Result<void>>;
  /** Keeps rows for this station. Fault `floor-taken`. */
  take(copies: readonly LabelCopy[]): Promise<Result<void>>;
  /** Gives back what was taken and not claimed since. */
  giveBack(shipmentIds: readonly number[]): Promise<Result<void>>;
  /** Fault `floor-printing` where that station is alive and printing. */
  takeOver(stationId: string): Promise<Result<TakenOver>>;
  /**
   * The one row of the grouping, taken only when no label is claimed or in doubt elsewhere. Faults `floor-concluding`,
   * `floor-busy`. Of a station that died in the middle of it: fault `conclusion-unknown`, and this station is to say how it is.
   */
  beginConclusion(): Promise<Result<void>>;
  /**
   * Right before what was claimed is sent, or with no copies the request that concludes: whether it is still this station's,
   * which may have slept. For 15 s after a yes nobody takes it over. Faults `floor-taken`, `floor-concluding`.
   */
  hold(copies: readonly LabelCopy[]): Promise<Result<void>>;
  close(): void;
}

export interface Floor {
  readonly stationId: string;
  /** As others see this station. */
  readonly station: string;
  readonly state: FloorState;
  /** Why it is away. */
  readonly fault: Fault | null;
  /** The database was put back from a copy, and these have not said yet what they know: nobody prints or concludes. */
  readonly waitedFor: readonly KnownStation[];
  /** A person's word that these will not come and say it. */
  dismiss(stationIds: readonly string[]): Promise<Result<void>>;
  /** Called when `state`, `fault`, `waitedFor` or what is untold changed; gives the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Listens to a grouping from after that event on (0: from the first); news come as they happen and never twice. */
  share(scope: FloorScope, afterSeq: number, listener: (news: GroupingNews) => void): SharedGrouping;
  /** There is something in the outbox. Told soon, in its order, again after each failure, and after the server was away. */
  tell(): void;
  /** Resolves when the outbox was told or cannot be now. */
  settle(): Promise<void>;
  /** The packer's word while the server is away. */
  workAlone(alone: boolean): void;
  /** From there to before there, by the server's clock. What this station has done until now is in it. */
  tally(fromMs: number, toMs: number): Promise<Result<readonly FloorTally[]>>;
  /** Forgets groupings that nobody touched for so long. */
  removeOlderThan(days: number): Promise<Result<void>>;
  close(): Promise<void>;
}

export interface FloorServices {
  readonly address: string;
  /** From the keychain; null: the server may want none. */
  readonly password: () => Promise<string | null>;
  readonly stationId: string;
  /** Programs with the same are one at work; with another one, no two are at the same time. */
  readonly session: string;
  readonly station: string;
  /** Who is at work now. */
  readonly person: () => string | null;
  readonly version: string;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the doctor, and Settings, say of a server before it is used. */
export interface FloorExamination {
  /** Such as `15.18`. */
  readonly serverVersion: string;
  readonly tls: boolean;
  /** The schema that is there; null where none is yet. */
  readonly schemaVersion: number | null;
  /** How far this computer's clock is from the server's. */
  readonly clockOffMs: number;
  readonly latencyMs: number;
}
