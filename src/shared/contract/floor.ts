import { z } from 'zod';
import { type Badge, isBadgeId, isBadgeName, mostBadges } from '../domain/badges.ts';
import type { FloorInfo, FloorTally } from '../domain/floor.ts';
import { ids, job, nothing, takes, text } from './define.ts';

const password = z.string().min(1).max(1_000);

export const floorRequests = {
  'floor.get': takes(nothing).gives<FloorInfo>(),
  /** Stores the server's password in the keychain; null removes it. */
  'floor.password': takes(z.strictObject({ password: password.nullable() })).gives<FloorInfo>(),
  /** Tries this server and stores nothing. `password`: null for the stored one. */
  'floor.test': takes(
    z.strictObject({ address: text(2_000), password: password.nullable() }),
  ).gives(),
  /** The packer's word to go on while the server is away; it ends when the server is back. */
  'floor.alone': takes(z.strictObject({ alone: z.boolean() })).gives<FloorInfo>(),
  /** A person's word that these stations of `waitedFor` will not report. */
  'floor.dismiss': takes(z.strictObject({ stationIds: z.array(text(100)).min(1) })).gives(),
  /**
   * Reserves these rows for this station, all or none. Fault `floor-taken` if another station has
   * one of them.
   */
  'floor.take': takes(job.extend({ shipmentIds: ids })).gives(),
  /** Releases rows that this station reserved and did not print. */
  'floor.give-back': takes(job.extend({ shipmentIds: ids })).gives(),
  /**
   * Takes over that station's rows; labels that may be printed are asked about. Fault
   * `floor-printing`.
   */
  'floor.take-over': takes(job.extend({ stationId: text(100) })).gives(),
  /** The work since midnight, by station and person; null if stations share nothing. */
  'floor.day': takes(nothing).gives<readonly FloorTally[] | null>(),
  /** Exports the same; `saved` is false if the person cancelled. */
  'floor.export-day': takes(nothing).gives<{ readonly saved: boolean }>(),
};

const wantedBadge = z.strictObject({
  id: z.string().refine(isBadgeId).nullable(),
  name: z.string().trim().refine(isBadgeName),
});

/** The person at the bench if nobody signs in: the owner of the badge that was scanned last. */
export const operatorRequests = {
  'operator.get': takes(nothing).gives<Operator>(),
  /** The scanned code of a badge (`readBadge`); null for no person. */
  'operator.set': takes(z.strictObject({ badge: text(100).nullable() })).gives<Operator>(),
  /** Replaces the list of badges; new ones get ids. Answers with a PDF, opened for printing. */
  'operator.list': takes(nothing).gives<readonly Badge[]>(),
  'operator.badges': takes(
    z.strictObject({ badges: z.array(wantedBadge).min(1).max(mostBadges) }),
  ).gives<readonly Badge[]>(),
};

export interface Operator {
  /** The badge's id. */
  readonly id: string | null;
  /** Null if no badge was scanned. A signed-in person takes precedence. */
  readonly name: string | null;
}
