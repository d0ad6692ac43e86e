import { z } from 'zod';
import type { Person } from '../../../shared/index.ts';

/** A session as the keychain holds it: one JSON under a name of its own for each ERP. */
export interface StoredSession {
  /** Random for each sign-in. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly person: Person;
  readonly accessToken: string;
  /** Null where the provider gives none: the session then lasts as long as its access token. */
  readonly refreshToken: string | null;
  /** When the answer with the access token came, by this computer's clock. */
  readonly receivedAtMs: number;
  /** How long the access token lives from then on; null where the provider does not say. */
  readonly lifetimeMs: number | null;
  /** How long the refresh token lives, from when the answer came in which it was; null where nobody says. */
  readonly refreshLifetimeMs: number | null;
  /** Counts the refreshes since the sign-in: of two states of a session, the one with more is the later one. */
  readonly refreshes: number;
}

const storedSession = z.object({
  id: z.string().min(1),
  issuer: z.string(),
  clientId: z.string(),
  person: z.object({ subject: z.string(), name: z.string() }),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable(),
  receivedAtMs: z.number(),
  lifetimeMs: z.number().nullable(),
  refreshLifetimeMs: z.number().nullable().default(null),
  refreshes: z.int().nonnegative(),
});

export function writeSession(session: StoredSession): string {
  return JSON.stringify(session);
}

/** Null for what Doca did not write. */
export function readSession(text: string): StoredSession | null {
  try {
    return storedSession.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Tokens are refreshed so long before their end, or a fifth of their life where that is shorter. */
const longestAheadMs = 5 * 60_000;

/**
 * Whether the access token is at its end, or near it, or half of the refresh token's life is over. Also where it would come from the future: the clock was put back, and
 * its end cannot be told any more. The margin covers a clock that is corrected by less.
 */
export function isRefreshDue(session: StoredSession, nowMs: number): boolean {
  const { receivedAtMs, lifetimeMs, refreshLifetimeMs } = session;
  const ageMs = nowMs - receivedAtMs;
  if (refreshLifetimeMs !== null && ageMs >= refreshLifetimeMs / 2) return true;
  if (lifetimeMs === null) return false;
  const aheadMs = Math.min(longestAheadMs, lifetimeMs / 5);
  return ageMs >= lifetimeMs - aheadMs || ageMs < -aheadMs;
}
