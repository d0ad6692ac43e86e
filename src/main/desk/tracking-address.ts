const longestAddress = 2_000;

/** A tracking link that may be given to the browser: https, nobody's password in it, of a sane length. Null otherwise. */
export function parseTrackingAddress(raw: string | null): string | null {
  if (raw === null || raw.length > longestAddress) return null;
  const url = URL.parse(raw.trim());
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  return url.href;
}
