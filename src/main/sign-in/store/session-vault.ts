import { ok, type Result } from '../../../shared/index.ts';
import type { TokenStore } from '../../credentials/index.ts';
import type { Program } from '../types.ts';
import { readSession, writeSession, type StoredSession } from './stored-session.ts';

/** Sessions, and Doca's client secrets, in the keychain. Faults: `keychain`. */
export class SessionVault {
  readonly #store: TokenStore;

  constructor(store: TokenStore) {
    this.#store = store;
  }

  /** Null also for a value that Doca did not write: a person signs in again then. */
  async read(erpOrigin: string): Promise<Result<StoredSession | null>> {
    const text = await this.#store.get(nameSession(erpOrigin));
    if (!text.ok) return text;
    return ok(text.value === null ? null : readSession(text.value));
  }

  write(erpOrigin: string, session: StoredSession): Promise<Result<void>> {
    return this.#store.set(nameSession(erpOrigin), writeSession(session));
  }

  remove(erpOrigin: string): Promise<Result<void>> {
    return this.#store.remove(nameSession(erpOrigin));
  }

  readSecret(program: Program): Promise<Result<string | null>> {
    return this.#store.get(nameSecret(program));
  }

  writeSecret(program: Program, secret: string | null): Promise<Result<void>> {
    return secret === null ? this.#store.remove(nameSecret(program)) : this.#store.set(nameSecret(program), secret);
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
