import type { Fault } from '../faults/faults.ts';

/**
 * `off`: there is one station. `away`: the server does not answer, and shared work waits. `alone`:
 * it goes on.
 */
export type FloorState = 'off' | 'joining' | 'joined' | 'away' | 'alone';

/** Another station, as long as it can have news. */
export interface KnownStation {
  readonly id: string;
  readonly name: string;
}

export interface FloorInfo {
  readonly state: FloorState;
  /** This workstation's name for the others. */
  readonly station: string;
  /** `postgres://user@host:port/database`, or null. */
  readonly address: string | null;
  readonly hasPassword: boolean;
  /** Why the server is away. */
  readonly fault: Fault | null;
  /** Events of this station that the server does not have yet. */
  readonly unsent: number;
  /**
   * After a restored database: the stations that have not reported yet; until then nobody prints or
   * concludes.
   */
  readonly waitedFor: readonly KnownStation[];
}

/**
 * `taken`: reserved, not sent to a printer. `doubt`: the named station has to say whether it is on
 * paper.
 */
export const shareStates = ['taken', 'printing', 'doubt', 'printed'] as const;
export type ShareState = (typeof shareStates)[number];

/** An action of a person at a station. */
interface Deed {
  readonly station: string;
  /** The person who was signed in or had scanned a badge there, or null. */
  readonly person: string | null;
  readonly isHere: boolean;
  /** By the server's clock (epoch milliseconds). */
  readonly atMs: number;
}

/** The station that has a row of a grouping. */
export interface RowShare extends Deed {
  readonly state: ShareState;
  readonly stationId: string;
  /** The label that was printed there has other bytes than the one here. */
  readonly differs: boolean;
}

/** A station that works or worked on a grouping, with the number of its labels by state. */
export interface GroupingStation extends Omit<Deed, 'atMs'>, Readonly<Record<ShareState, number>> {
  readonly stationId: string;
  /** It was heard from in the last seconds. This says nothing about paper. */
  readonly isAlive: boolean;
}

/** A label that two stations printed without knowing of each other. */
export interface PrintedTwice {
  readonly shipmentId: number;
  /** The earlier first. */
  readonly prints: readonly Omit<Deed, 'isHere'>[];
}

export interface GroupingShare {
  /** Those that have, had or printed something of it, including this one. */
  readonly stations: readonly GroupingStation[];
  /**
   * The station that is concluding it or has; `unknown`: the result is not known. Null if none
   * began.
   */
  readonly conclusion: (Deed & { readonly state: 'concluding' | 'concluded' | 'unknown' }) | null;
  readonly twice: readonly PrintedTwice[];
}

export interface DayTally {
  /** Shipments whose label was printed; reprints do not count. */
  readonly labels: number;
  /** Checked parcels, of which a shipment has one or more; undone checks do not count. */
  readonly parcels: number;
  readonly groupings: number;
}

export interface FloorTally extends DayTally {
  readonly station: string;
  readonly person: string | null;
  readonly isHere: boolean;
}

/**
 * Returns true for `postgres://` or `postgresql://` with user and database, without password and
 * parameters.
 */
export function isFloorAddress(typed: string): boolean {
  const url = URL.parse(typed);
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:'))
    return false;
  const hasPlace = url.hostname !== '' && url.username !== '' && /^\/[^/]+$/.test(url.pathname);
  return hasPlace && url.password === '' && url.search === '' && url.hash === '';
}
