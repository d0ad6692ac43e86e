/** The signed-in person, by the provider's ID token. */
export interface Person {
  /** Unique at the provider. */
  readonly subject: string;
  readonly name: string;
}

/** ERPs whose addresses are known: one choice in place of two addresses. */
export const signInPresets = {
  olist: {
    name: 'Olist / Tiny',
    baseUrl: 'https://api.tiny.com.br/public-api/v3',
    issuer: 'https://accounts.tiny.com.br/realms/tiny',
  },
} as const;

/** Returns true for plain http to this computer itself, which never leaves it. */
export function isLoopbackHttp({
  protocol,
  hostname,
}: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname))
  );
}

/**
 * Returns true if secrets and browsers may go there: https or this computer (RFC 8252), without
 * user or password.
 */
export function isSafeAddress(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopbackHttp(url);
}

/** Returns true for https or this computer, without user, password, parameters or fragment. */
export function isIssuerAddress(typed: string): boolean {
  return isSafeAddress(typed) && !hasParameters(new URL(typed));
}

/**
 * Returns true for an address of this computer with a port, to which a provider may redirect (RFC
 * 8252, 7.3).
 */
export function isRedirectAddress(typed: string): boolean {
  const url = URL.parse(typed);
  return url !== null && isLoopbackHttp(url) && url.port !== '' && !hasParameters(url);
}

function hasParameters({ search, hash }: URL): boolean {
  return search !== '' || hash !== '';
}
