import { z } from 'zod';
import type { Person } from '../../../shared/index.ts';

/** A session in the keychain: one JSON under a name of its own for each ERP. */
export interface StoredSession {
  /** Random for each sign-in. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly person: Person;
  readonly accessToken: string;
  /** Null if the provider issues none: the session then lasts as long as its access token. */
  readonly refreshToken: string | null;
  /** When the answer with the access token came, by this computer's clock. */
  readonly receivedAtMs: number;
  /** The access token's life from then on; null if the provider does not say. */
  readonly lifetimeMs: number | null;
  /** The refresh token's life, from the answer with it; null if not known. */
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

/** Returns null for a value that Doca did not write. */
export function readSession(text: string): StoredSession | null {
  try {
    return storedSession.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Tokens are refreshed so long before their end, or a fifth of their life if that is shorter. */
const longestAheadMs = 5 * 60_000;

/**
 * Returns true if the access token is at or near its end, or half of the refresh token's life is over. Also if it seems
 * to come from the future: the clock was set back, and its end is not known any more. The margin covers smaller
 * corrections of the clock.
 */
export function isRefreshDue(session: StoredSession, nowMs: number): boolean {
  const { receivedAtMs, lifetimeMs, refreshLifetimeMs } = session;
  const ageMs = nowMs - receivedAtMs;
  if (refreshLifetimeMs !== null && ageMs >= refreshLifetimeMs / 2) return true;
  if (lifetimeMs === null) return false;
  const aheadMs = Math.min(longestAheadMs, lifetimeMs / 5);
  return ageMs >= lifetimeMs - aheadMs || ageMs < -aheadMs;
}
