export { readFloorPassword, storeFloorPassword } from './floor-password.ts';
export { ProxyLogins } from './proxy-logins.ts';
export type { Keychain } from './parted-keychain.ts';
export { createMemoryStore, openTokenStore, type TokenStore } from './token-store.ts';
export { parseToken } from './parse-token.ts';
