import { z } from 'zod';
import { type AccountCompany, type CompanyInfo, isTaxId } from '../domain/erp.ts';
import type { Person } from '../domain/sign-in.ts';
import { nothing, takes, text } from './define.ts';

/** Any text that a header can carry; tokens of OpenID Connect are long. */
const token = z.string().min(1).max(20_000);
/** `null`: the stored token. */
const addressAndToken = z.strictObject({
  baseUrl: z.string().min(1).max(2_000),
  token: token.nullable(),
});

export const connectionRequests = {
  'connection.get': takes(nothing).gives<ConnectionInfo>(),
  /**
   * Tries endpoint 11 with these and stores neither. Null: they work, but the account may not read
   * the company.
   */
  'connection.test': takes(addressAndToken).gives<CompanyInfo | null>(),
  'connection.save': takes(addressAndToken).gives<ConnectionInfo>(),
  /** Stores a new token for the ERP in use; jobs that wait for one go on. */
  'connection.token': takes(z.strictObject({ token })).gives<ConnectionInfo>(),
  /**
   * Signs a person in by the browser. `baseUrl`: null for the ERP in use. `clientSecret`: null
   * keeps the stored.
   */
  'connection.signIn': takes(
    z.strictObject({
      baseUrl: z.string().min(1).max(2_000).nullable(),
      clientSecret: z.string().min(1).max(2_000).nullable(),
    }),
  ).gives<ConnectionInfo>(),
  /** Ends the sign-in under way with `cancelled`. */
  'connection.cancelSignIn': takes(nothing).gives(),
  'connection.reopenSignIn': takes(nothing).gives(),
  'connection.signOut': takes(nothing).gives<ConnectionInfo>(),
  'connection.company': takes(nothing).gives<AccountCompany>(),
  /** Names the company of the account in use, if the ERP does not. */
  'connection.sayCompany': takes(
    z.strictObject({
      name: z.string().trim().min(1).max(200),
      taxId: z.string().max(40).refine(isTaxId),
    }),
  ).gives<ConnectionInfo>(),
  'connection.forget': takes(nothing).gives<ConnectionInfo>(),
  'training.start': takes(nothing).gives<ConnectionInfo>(),
  'training.stop': takes(nothing).gives<ConnectionInfo>(),
};

export interface ConnectionInfo {
  readonly baseUrl: string | null;
  readonly hasToken: boolean;
  /** Null if this ERP is used with a pasted token. */
  readonly signIn: SignInInfo | null;
  /** `memory`: no keychain could be used; the token is lost when Doca quits. */
  readonly tokenStore: 'keychain' | 'memory';
  readonly training: boolean;
  readonly trainingGroupings: readonly number[];
  /** Another one: groupings that were open before are closed. Null without an ERP. */
  readonly workspaceId: string | null;
}

export interface SignInInfo {
  readonly issuer: string;
  /** Null while nobody is signed in. */
  readonly person: Person | null;
  /** When the sign-in ends if Doca stays closed until then; null if the provider does not say. */
  readonly endsAtMs: number | null;
  /** A browser is open for a sign-in. */
  readonly underWay: boolean;
}

/** The limit of the keychains of all systems. */
const longest = 200;
const filled = text(longest).min(1);

export const proxyRequests = {
  'proxy.get': takes(nothing).gives<ProxyInfo>(),
  /** For the proxy that was shown; the next request tries it. */
  'proxy.give': takes(
    z.strictObject({ address: text(300), user: filled, password: filled }),
  ).gives<ProxyInfo>(),
  'proxy.forget': takes(nothing).gives<ProxyInfo>(),
};

/** The proxy that asked last for a user and a password. */
export interface ProxyInfo {
  /** `host:port`; null if none has asked since Doca was started. */
  readonly address: string | null;
  /** True if Doca has a password for it. The window never gets it. */
  readonly given: boolean;
}
