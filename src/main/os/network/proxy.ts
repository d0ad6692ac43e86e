export interface ProxyLogin {
  readonly user: string;
  readonly password: string;
}

/** A proxy on the way wants a user and a password, or refused the given ones. */
export type ProxyFaultKind = 'proxy-password' | 'proxy-refused';

/** Thrown if a proxy did not let a request pass: nothing of it reached the server. */
export class ProxyRefusal extends Error {
  readonly kind: ProxyFaultKind;

  constructor(kind: ProxyFaultKind) {
    super(kind);
    this.name = 'ProxyRefusal';
    this.kind = kind;
  }
}

/** Chromium's errors, and the message of Node's `fetch`. */
const asks = /\bnet::ERR_PROXY_AUTH_|^Proxy response \(407\)/;

/** Returns what this error, without its causes, says about a proxy, or null. */
export function readProxyRefusal(error: Error): ProxyFaultKind | null {
  if (error instanceof ProxyRefusal) return error.kind;
  return asks.test(error.message) ? 'proxy-password' : null;
}
