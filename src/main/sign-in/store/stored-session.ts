import { z } from 'zod';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { TokenStore } from '../../credentials/index.ts';
import { readJson } from '../../os/text/read-json.ts';
import type { Program } from '../types.ts';

/** A session in the keychain: one JSON under a name of its own for each ERP. */
const storedSession = z.object({
  /** Random for each sign-in. */
  id: z.string().min(1),
  issuer: z.string(),
  clientId: z.string(),
  person: z.object({ subject: z.string(), name: z.string() }),
  accessToken: z.string().min(1),
  /** Null if the provider issues none: the session then lasts as long as its access token. */
  refreshToken: z.string().min(1).nullable(),
  /** When the answer with the access token came, by this computer's clock. */
  receivedAtMs: z.number(),
  /** The access token's life from then on; null if the provider does not say. */
  lifetimeMs: z.number().nullable(),
  /** The refresh token's life, from the answer with it; null if not known. */
  refreshLifetimeMs: z.number().nullable(),
  /** The session's end by the last answer that said it; null if none did. */
  endsAtMs: z.number().nullable(),
  /**
   * Counts the refreshes since the sign-in: of two states of a session, the one with more is the
   * later one.
   */
  refreshes: z.int().nonnegative(),
});
export type StoredSession = Readonly<z.infer<typeof storedSession>>;
export type Tokens = Omit<StoredSession, 'id' | keyof Program | 'person' | 'refreshes'>;

/** Sessions, and Doca's client secrets, in the keychain. Faults: `keychain`. */
export class SessionVault {
  readonly #store: TokenStore;

  constructor(store: TokenStore) {
    this.#store = store;
  }

  /** Null also for a value that Doca did not write: a person signs in again then. */
  async read(erpOrigin: string): Promise<Result<StoredSession | null>> {
    const text = await this.#store.get(nameSession(erpOrigin));
    return text.ok ? ok(readJson(storedSession, text.value ?? '')) : text;
  }

  write(erpOrigin: string, session: StoredSession): Promise<Result<void>> {
    return this.#store.set(nameSession(erpOrigin), JSON.stringify(session));
  }

  remove(erpOrigin: string): Promise<Result<void>> {
    return this.#store.remove(nameSession(erpOrigin));
  }

  readSecret(program: Program): Promise<Result<string | null>> {
    return this.#store.get(nameSecret(program));
  }

  writeSecret(program: Program, secret: string | null): Promise<Result<void>> {
    return secret === null
      ? this.#store.remove(nameSecret(program))
      : this.#store.set(nameSecret(program), secret);
  }
}

/** No ERP's origin and no proxy's name begins like this. */
function nameSession(erpOrigin: string): string {
  return `session:${erpOrigin}`;
}

/** Encoded, because names of entries in parts end with `#` and the part's place. */
function nameSecret({ issuer, clientId }: Program): string {
  return `client:${encodeURIComponent(issuer)} ${encodeURIComponent(clientId)}`;
}

/** Returns false if the provider does not say. */
export function isTokenOver({ receivedAtMs, lifetimeMs }: StoredSession, nowMs: number): boolean {
  return lifetimeMs !== null && nowMs - receivedAtMs >= lifetimeMs;
}

/** Tokens are refreshed so long before their end, or a fifth of their life if that is shorter. */
const longestAheadMs = 5 * 60_000;

/**
 * Returns true near the access token's end, or past half of the refresh token's life; also if it
 * seems to come from the future: the clock was set back. The margin covers smaller corrections of
 * the clock.
 */
export function isRefreshDue(session: StoredSession, nowMs: number): boolean {
  const { receivedAtMs, lifetimeMs, refreshLifetimeMs } = session;
  const ageMs = nowMs - receivedAtMs;
  if (refreshLifetimeMs !== null && ageMs >= refreshLifetimeMs / 2) return true;
  if (lifetimeMs === null) return false;
  const aheadMs = Math.min(longestAheadMs, lifetimeMs / 5);
  return ageMs >= lifetimeMs - aheadMs || ageMs < -aheadMs;
}
