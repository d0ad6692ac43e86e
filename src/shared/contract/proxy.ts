import { z } from 'zod';
import { nothing, takes, text } from './define.ts';

/** The limit of the keychains of all systems. */
const longest = 200;
const filled = text(longest).min(1);

export const proxyRequests = {
  'proxy.get': takes(nothing()).gives<ProxyInfo>(),
  /** For the proxy that was shown; the next request tries it. */
  'proxy.give': takes(z.strictObject({ address: text(300), user: filled, password: filled })).gives<ProxyInfo>(),
  'proxy.forget': takes(nothing()).gives<ProxyInfo>(),
};

/** The proxy that asked last for a user and a password. */
export interface ProxyInfo {
  /** `host:port`; null if none has asked since Doca was started. */
  readonly address: string | null;
  /** True if Doca has a password for it. The window never gets it. */
  readonly given: boolean;
}
