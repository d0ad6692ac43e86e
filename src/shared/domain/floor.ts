import type { Fault } from '../faults/faults.ts';

/**
 * How this workstation stands to the others. `off`: no server is named, there is one station. `away`: the server does not
 * answer, and what others can have touched waits. `alone`: the same, and the packer said to go on without.
 */
export type FloorState = 'off' | 'joining' | 'joined' | 'away' | 'alone';

export interface FloorInfo {
  readonly state: FloorState;
  /** As others see this workstation. */
  readonly station: string;
  /** `postgres://user@host:port/database`; null where none is named. */
  readonly address: string | null;
  readonly hasPassword: boolean;
  /** Why it is away. */
  readonly fault: Fault | null;
  /** What was done here and the server has not heard of yet. */
  readonly untold: number;
  /** After the server's database was put back from a copy: who has not told yet, so that nobody prints or concludes. */
  readonly waitedFor: readonly { readonly id: string; readonly name: string }[];
}

/**
 * Where one label stands on the floor. `taken`: kept for a station, not sent to a printer. `printing`: a station sends it.
 * `doubt`: nobody knows whether it is on paper, and the station named is to say so. `printed`: on paper.
 */
export const shareStates = ['taken', 'printing', 'doubt', 'printed'] as const;
export type ShareState = (typeof shareStates)[number];

/** Who has a row of a grouping. */
export interface RowShare {
  readonly state: ShareState;
  readonly stationId: string;
  readonly station: string;
  /** Who was signed in or had scanned a badge there; null where nobody had. */
  readonly person: string | null;
  readonly isHere: boolean;
  /** By the server's clock (epoch milliseconds). */
  readonly atMs: number;
  /** The label that was printed there has other bytes than the one that is here. */
  readonly differs: boolean;
}

/** A station that works on a grouping, or has. */
export interface GroupingStation {
  readonly stationId: string;
  readonly station: string;
  readonly person: string | null;
  readonly isHere: boolean;
  /** It was heard of in the last seconds. This says nothing about paper. */
  readonly isAlive: boolean;
  /** Its labels, by where they stand. */
  readonly taken: number;
  readonly printing: number;
  readonly doubt: number;
  readonly printed: number;
}

/** A label that two stations printed without knowing of each other. */
export interface PrintedTwice {
  readonly shipmentId: number;
  /** The earlier first. */
  readonly prints: readonly { readonly station: string; readonly person: string | null; readonly atMs: number }[];
}

/** What of a grouping is shared with other stations. */
export interface GroupingShare {
  /** Those that have, had or printed something of it; this one too. */
  readonly stations: readonly GroupingStation[];
  /** Who is concluding it, or has; `unknown`: nobody knows how that ended. Null where nobody began. */
  readonly conclusion: {
    readonly state: 'concluding' | 'concluded' | 'unknown';
    readonly station: string;
    readonly person: string | null;
    readonly isHere: boolean;
    readonly atMs: number;
  } | null;
  readonly twice: readonly PrintedTwice[];
}

/** What one person did at one station. */
export interface FloorTally {
  readonly station: string;
  readonly person: string | null;
  readonly isHere: boolean;
  /** Shipments whose label was printed; one that was printed twice counts once. */
  readonly labels: number;
  readonly parcels: number;
  readonly groupings: number;
}

/** `postgres://user@host/database` or `postgresql://…`, with a user and a database, without password and parameters. */
export function isFloorAddress(typed: string): boolean {
  const url = URL.parse(typed);
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')) return false;
  const hasPlace = url.hostname !== '' && url.username !== '' && /^\/[^/]+$/.test(url.pathname);
  return hasPlace && url.password === '' && url.search === '' && url.hash === '';
}
