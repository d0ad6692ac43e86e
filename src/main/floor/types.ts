import { z } from 'zod';
import type { GroupingShare, KnownStation, RowShare } from '#shared/domain/floor.ts';
import type { Clock } from '../os/clock.ts';
import type { Log } from '../os/log.ts';

/**
 * A station's journal guards its own effects; the floor, a PostgreSQL, is asked before shared ones
 * and told after.
 */

export interface FloorScope {
  /** The company's key, as in the journal. */
  readonly company: string;
  readonly groupingId: number;
}

/**
 * One print of a label, counted from 1. Each copy has one row: two stations cannot both begin the
 * next one.
 */
export interface LabelCopy {
  readonly shipmentId: number;
  readonly copy: number;
}

const count = z.number().int();
const codes = z.array(z.string()).readonly();
/**
 * Those scanned so far. `came`, `went`: the change by this action, from which the floor makes
 * `codes`, and whether the parcel is checked: two benches may scan at the same moment. Without
 * them, nothing of before is kept.
 */
const volumes = z
  .object({ codes, of: count, came: codes.optional(), went: codes.optional() })
  .nullable();
/** Names the label that is meant: short digests of the facts on it; '' for an unknown one. */
const marks = z.array(z.string()).readonly().optional();
const ofLabel = { shipmentId: count, marks };
const labelCopy = { ...ofLabel, copy: count };

/**
 * A station's action as it reports it. Its effect on claims and on the conclusion is part of the
 * same transaction.
 */
export const floorPayload = z.discriminatedUnion('kind', [
  /** The copy is on paper. `digest`: of the label's files, to recognise labels that differ. */
  z.object({
    kind: z.literal('printed'),
    ...labelCopy,
    digest: z.string().nullable(),
    /**
     * The floor's copy: the station did not know of another print; or it is another station's
     * paper.
     */
    toldCopy: count.optional(),
    onePaper: z.boolean().optional(),
  }),
  /**
   * `doubt`: this station has to say if it is on paper; `open`: the floor may not know of its claim.
   * `unprinted`: the claim ends, or returns to that of `take`.
   */
  z.object({
    kind: z.enum(['doubt', 'unprinted']),
    ...labelCopy,
    open: z.boolean().optional(),
  }),
  z.object({ kind: z.enum(['checked', 'unchecked']), ...ofLabel, volumes }),
  z.object({ kind: z.enum(['accepted', 'taken-back']), ...ofLabel }),
  z.object({ kind: z.enum(['concluded', 'conclusion-unknown', 'conclusion-refused']) }),
  /** A person looked in the ERP: it is concluded, or it is not. */
  z.object({ kind: z.literal('conclusion-resolved'), concluded: z.boolean() }),
]);
export type FloorPayload = Readonly<z.infer<typeof floorPayload>>;

/** An event in its station's outbox until the floor has it. */
export interface OutboxEntry extends FloorScope {
  /** Increasing, in the order of sending. */
  readonly number: number;
  /** Unique among all stations: it counts once, however often it is sent. */
  readonly id: string;
  /** Its station; null: this one. */
  readonly station: string | null;
  readonly payload: FloorPayload;
  readonly person: string | null;
  /** By the station's clock; sent as an age, because that clock may be wrong. */
  readonly atMs: number;
  /**
   * It was done without asking the floor, by the packer's word: it had no claim on the copy, and
   * ends none.
   */
  readonly alone: boolean;
}

/**
 * A station's memory of the floor's database, by which it recognises one that was restored or
 * replaced.
 */
export interface FloorMemory {
  /** The floor's last count for this station; a database with a lower one has lost data. */
  readonly mark: number;
  /** The database's life that has everything known here; null: none has. */
  readonly life: string | null;
  readonly stations: readonly KnownStation[];
}

/** A station's unsent events, and its memory: its journal, in the transaction of the action. */
export interface Outbox {
  recall(): FloorMemory;
  remember(memory: FloorMemory): void;
  /** Puts everything known here, of other stations too, back into the outbox. */
  rewind(): void;
  peek(limit: number): readonly OutboxEntry[];
  count(): number;
  /** The floor has them. */
  drop(throughNumber: number): void;
}

/** An event as all stations get it, numbered without gaps within its grouping. */
export interface FloorEvent extends Pick<OutboxEntry, 'id' | 'person' | 'alone' | 'payload'> {
  readonly seq: number;
  readonly stationId: string;
  readonly station: string;
  /** By the server's clock. */
  readonly atMs: number;
}

export interface RowOnFloor extends Omit<RowShare, 'differs'> {
  readonly shipmentId: number;
  /** The last copy that any station claimed or printed. */
  readonly copy: number;
  /** This station has printed it, perhaps with another journal. */
  readonly isOutHere: boolean;
  /** The digest of the label that was printed last; null if unknown. */
  readonly digest: string | null;
}

/** A station's knowledge of a grouping on the floor. */
export interface GroupingNews {
  /** The number of the last event in `events`, or of the one before them. */
  readonly seq: number;
  /** The events since the requested one, in order; this station's own as well. */
  readonly events: readonly FloorEvent[];
  readonly rows: ReadonlyMap<number, RowOnFloor>;
  readonly share: GroupingShare;
}

export interface TakenOver {
  /** They were not sent to a printer. */
  readonly free: readonly number[];
  /** They may be on paper: this station has to say so. */
  readonly inDoubt: readonly LabelCopy[];
}

export interface FloorServices {
  readonly address: string;
  /** From the keychain; null: the server may need none. */
  readonly password: () => Promise<string | null>;
  readonly stationId: string;
  /**
   * Programs with the same session are one station at work; two sessions cannot be active at the
   * same time.
   */
  readonly session: string;
  readonly station: string;
  /** The person at work now. */
  readonly person: () => string | null;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
}
