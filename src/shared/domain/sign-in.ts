import { isLoopbackHttp, isSafeAddress } from './addresses.ts';

/** Where the people of an ERP sign in, and as which program Doca asks them to. */
export interface SignInPlace {
  /** The address of the OpenID provider, as its discovery document names it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Blank separated; `openid` is always among them. */
  readonly scopes: string;
  /** The loopback address that the provider sends the browser back to, as it was registered there. */
  readonly redirectUrl: string;
}

/** What the settings say of it; null where they name no provider, or not what it knows Doca by. */
export function findSignInPlace(settings: {
  readonly signInIssuer: string | null;
  readonly signInClientId: string | null;
  readonly signInScopes: string;
  readonly signInRedirect: string;
}): SignInPlace | null {
  const {
    signInIssuer: issuer,
    signInClientId: clientId,
    signInScopes: scopes,
    signInRedirect: redirectUrl,
  } = settings;
  return issuer === null || clientId === null ? null : { issuer, clientId, scopes, redirectUrl };
}

/** Who is signed in, as the provider's ID token says. */
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

/** https, or this computer; without user, password, parameters or fragment. */
export function isIssuerAddress(typed: string): boolean {
  return isSafeAddress(typed) && !hasParameters(new URL(typed));
}

/** An address of this computer with a port, to which a provider may send a browser back (RFC 8252, 7.3). */
export function isRedirectAddress(typed: string): boolean {
  const url = URL.parse(typed);
  return url !== null && isLoopbackHttp(url) && url.port !== '' && !hasParameters(url);
}

function hasParameters({ search, hash }: URL): boolean {
  return search !== '' || hash !== '';
}
