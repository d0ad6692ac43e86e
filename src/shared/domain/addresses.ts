/** Returns true for plain http to this computer itself, which never leaves it. */
export function isLoopbackHttp({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname));
}

/**
 * Returns true for an address to which secrets and browsers may be sent: https or this computer (RFC 8252, 7.3 and
 * 8.3), without user or password.
 */
export function isSafeAddress(text: unknown): text is string {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopbackHttp(url);
}
