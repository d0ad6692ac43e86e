/** The window's own origin. `app:` is no web scheme: for Node its URLs have the origin `null`. */
export const appScheme = 'app';
export const appUrl = `${appScheme}://doca/`;

/** Returns true for addresses of Doca's own pages, and for no look-alike. */
export function isAppUrl(url: string): boolean {
  return URL.parse(url)?.href.startsWith(appUrl) === true;
}
