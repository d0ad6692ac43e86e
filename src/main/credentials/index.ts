export { ProxyLogins } from './proxy-logins.ts';
export { openTokenStore } from './token-store.ts';
export type { Keychain, TokenStore } from './token-store.ts';
