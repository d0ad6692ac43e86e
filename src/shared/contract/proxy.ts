import { z } from 'zod';
import { nothing, takes, text } from './define.ts';

/** As long as the keychains of all systems take it. */
const longest = 200;
const filled = text(longest).min(1);

export const proxyRequests = {
  'proxy.get': takes(nothing()).gives<ProxyInfo>(),
  /** For the proxy that was shown; it is tried with the next request. */
  'proxy.give': takes(z.strictObject({ address: text(300), user: filled, password: filled })).gives<ProxyInfo>(),
  'proxy.forget': takes(nothing()).gives<ProxyInfo>(),
};

/** The proxy that asked last for a user and a password. */
export interface ProxyInfo {
  /** `host:port`; null where none has asked since Doca was opened. */
  readonly address: string | null;
  /** Whether Doca has what it asks for. The window is never told what. */
  readonly given: boolean;
}
