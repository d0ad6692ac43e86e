/**
 * The window's own origin. `app:` is no web scheme for Node's URL, so origins are compared part by
 * part.
 */
export const appScheme = 'app';
const appHost = 'doca';
export const appUrl = `${appScheme}://${appHost}/`;

/** Returns true for addresses of Doca's own pages, and for no look-alike. */
export function isAppUrl(url: string): boolean {
  const parsed = URL.parse(url);
  return (
    parsed !== null &&
    parsed.protocol === `${appScheme}:` &&
    parsed.hostname === appHost &&
    parsed.port === '' &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
