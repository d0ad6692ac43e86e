export type * from './types.ts';
export { openTokenStore } from './token-store.ts';
export type { Keychain, TokenStoreOptions } from './token-store.ts';
