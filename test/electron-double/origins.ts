/**
 * Chromium cannot be taught a new scheme from outside, so a standard, secure scheme is carried by
 * an https origin that exists nowhere: `app://doca/x` is `https://doca.app.invalid/x` in the
 * browser. Main sees only the former.
 */
const carrier = /^https:\/\/([^/]+)\.([a-z][a-z0-9+-]*)\.invalid(?=[/?#]|$)/;

interface Privileges {
  readonly standard?: boolean;
  readonly secure?: boolean;
}

const schemes = new Map<string, Privileges>();

export function registerScheme(scheme: string, privileges: Privileges): void {
  schemes.set(scheme, privileges);
}

/** Main's address → the browser's. */
export function toBrowser(url: string): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+-]*):\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined || host === undefined || rest === undefined) return url;
  const privileges = schemes.get(scheme);
  if (privileges === undefined) return url;
  if (privileges.standard !== true || privileges.secure !== true) {
    throw new Error(`the Electron double carries only standard and secure schemes, not ${scheme}:`);
  }
  return `https://${host}.${scheme}.invalid${rest === '' ? '/' : rest}`;
}

/** The browser's address → main's. */
export function toMain(url: string): string {
  return url.replace(carrier, (whole: string, host: string, scheme: string) =>
    schemes.has(scheme) ? `${scheme}://${host}` : whole,
  );
}

/** The scheme that carries this address of main, if one is registered. */
export function customSchemeOf(url: string): string | null {
  const scheme = /^([a-z][a-z0-9+-]*):/.exec(url)?.[1];
  return scheme !== undefined && schemes.has(scheme) ? scheme : null;
}
