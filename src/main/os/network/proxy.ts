/** What a proxy is told when it asks. */
export interface ProxyLogin {
  readonly user: string;
  readonly password: string;
}

/** A proxy on the way wants a user and a password, or did not accept those that it was given. */
export type ProxyFaultKind = 'proxy-password' | 'proxy-refused';

/** What a request ends with that a proxy did not let pass: nothing of it went on to the server. */
export class ProxyRefusal extends Error {
  readonly kind: ProxyFaultKind;

  constructor(kind: ProxyFaultKind) {
    super(kind);
    this.name = 'ProxyRefusal';
    this.kind = kind;
  }
}

/** Chromium's errors, and what Node's `fetch` says in words only. */
const asks = /\bnet::ERR_PROXY_AUTH_|^Proxy response \(407\)/;

/** What this error, without those behind it, says of a proxy; null where it speaks of something else. */
export function readProxyRefusal(error: Error): ProxyFaultKind | null {
  if (error instanceof ProxyRefusal) return error.kind;
  return asks.test(error.message) ? 'proxy-password' : null;
}
