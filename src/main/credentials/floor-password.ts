import type { Result } from '#shared/faults/faults.ts';
import type { TokenStore } from './token-store.ts';

const nameSecret = (address: string): string => `floor:${address}`;

/**
 * Returns the password of the server that stations share, by its address, or null. Faults:
 * `keychain`.
 */
export function readFloorPassword(
  store: Pick<TokenStore, 'get'>,
  address: string,
): Promise<Result<string | null>> {
  return store.get(nameSecret(address));
}

/** Null removes it. Faults: `keychain`. */
export function storeFloorPassword(
  store: Pick<TokenStore, 'set' | 'remove'>,
  address: string,
  password: string | null,
): Promise<Result<void>> {
  return password === null
    ? store.remove(nameSecret(address))
    : store.set(nameSecret(address), password);
}
