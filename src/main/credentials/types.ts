import type { Result } from '../../shared/index.ts';

/** Tokens by ERP origin. Faults: `keychain`. */
export interface TokenStore {
  /** Where tokens live: `memory` means that they are gone with the process, which the user must be told. */
  readonly kind: 'keychain' | 'memory';
  get(erpOrigin: string): Promise<Result<string | null>>;
  set(erpOrigin: string, token: string): Promise<Result<void>>;
  remove(erpOrigin: string): Promise<Result<void>>;
}
