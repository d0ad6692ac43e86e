import { z } from 'zod';
import { isBadgeId, isBadgeName, mostBadges } from '../domain/badges.ts';
import type { Badge } from '../domain/badges.ts';
import type { FloorInfo, FloorTally } from '../domain/floor.ts';
import { ids, job, nothing, takes, tells, text } from './define.ts';

const password = z.string().min(1).max(1_000);

export const floorRequests = {
  'floor.get': takes(nothing()).gives<FloorInfo>(),
  /** The server's password goes to the keychain; null forgets it. */
  'floor.password': takes(z.strictObject({ password: password.nullable() })).gives<FloorInfo>(),
  /** Whether this server can be used, without storing anything. `password`: null for the one that is stored. */
  'floor.test': takes(z.strictObject({ address: text(2_000), password: password.nullable() })).gives(),
  /** The packer's word to go on without the server while it is away; it ends by itself when the server is back. */
  'floor.alone': takes(z.strictObject({ alone: z.boolean() })).gives<FloorInfo>(),
  /** A person's word that these stations of `waitedFor` will not come and tell. */
  'floor.dismiss': takes(z.strictObject({ stationIds: z.array(text(100)).min(1) })).gives(),
  /** Keeps these rows for this station, all or none. Fault `floor-taken` where another has one of them. */
  'floor.take': takes(job().extend({ shipmentIds: ids() })).gives(),
  /** Gives rows back that this station has taken and not printed. */
  'floor.give-back': takes(job().extend({ shipmentIds: ids() })).gives(),
  /**
   * Takes over what that station has of the grouping. What it may have printed is asked here, as after a power cut. Fault
   * `floor-printing` while it is printing.
   */
  'floor.take-over': takes(job().extend({ stationId: text(100) })).gives(),
  /** What was done since midnight, by station and person; null where there is no floor. */
  'floor.day': takes(nothing()).gives<readonly FloorTally[] | null>(),
  /** The same as a file; `saved` is false where the person changed their mind. */
  'floor.export-day': takes(nothing()).gives<{ readonly saved: boolean }>(),
};

export const floorEvents = {
  'floor.changed': tells<FloorInfo>(),
};

const wantedBadge = z.strictObject({
  id: z.string().refine(isBadgeId).nullable(),
  name: z.string().trim().refine(isBadgeName),
});

/** Who is at the bench where nobody signs in: a badge that was scanned, until another one is. */
export const operatorRequests = {
  'operator.get': takes(nothing()).gives<Operator>(),
  /** The scanned code of a badge (`readBadge`); null: nobody. */
  'operator.set': takes(z.strictObject({ badge: text(100).nullable() })).gives<Operator>(),
  /** These are all the badges from now on: new ones get their ids. As a PDF, opened to be printed. */
  'operator.list': takes(nothing()).gives<readonly Badge[]>(),
  'operator.badges': takes(z.strictObject({ badges: z.array(wantedBadge).min(1).max(mostBadges) })).gives<
    readonly Badge[]
  >(),
};

export const operatorEvents = {
  'operator.changed': tells<Operator>(),
};

export interface Operator {
  /** Of the badge. */
  readonly id: string | null;
  /** Null where nobody scanned a badge. Who is signed in counts before. */
  readonly name: string | null;
}
