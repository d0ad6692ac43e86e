import { z } from 'zod';
import { isTaxId } from '../domain/erp.ts';
import type { AccountCompany, CompanyInfo } from '../domain/erp.ts';
import type { Person } from '../domain/sign-in.ts';
import { nothing, takes, tells } from './define.ts';

/** What can stand in a header and nothing else; tokens of OpenID Connect are long. */
const token = z.string().min(1).max(20_000);
/** `null`: the token that is stored. */
const addressAndToken = z.strictObject({ baseUrl: z.string().min(1).max(2_000), token: token.nullable() });

export const connectionRequests = {
  'connection.get': takes(nothing()).gives<ConnectionInfo>(),
  /** Endpoint 11 with this address and token, without storing either. Null: they can be used, and it may not say whose they are. */
  'connection.test': takes(addressAndToken).gives<CompanyInfo | null>(),
  'connection.save': takes(addressAndToken).gives<ConnectionInfo>(),
  /** A new token for the present ERP; jobs that wait for one go on. */
  'connection.token': takes(z.strictObject({ token })).gives<ConnectionInfo>(),
  /**
   * Signs a person in at the place of the settings, in the browser, and answers when that is over. `baseUrl`: null for the ERP
   * in use. `clientSecret`: null leaves the one that is stored.
   */
  'connection.signIn': takes(
    z.strictObject({
      baseUrl: z.string().min(1).max(2_000).nullable(),
      clientSecret: z.string().min(1).max(2_000).nullable(),
    }),
  ).gives<ConnectionInfo>(),
  /** The sign-in that is under way ends with `cancelled`. */
  'connection.cancelSignIn': takes(nothing()).gives<undefined>(),
  /** The page of the sign-in that is under way once more: the browser's window was closed, or never came. */
  'connection.reopenSignIn': takes(nothing()).gives<undefined>(),
  'connection.signOut': takes(nothing()).gives<ConnectionInfo>(),
  'connection.company': takes(nothing()).gives<AccountCompany>(),
  /** Which company the account in use is of, which the ERP does not tell. */
  'connection.sayCompany': takes(
    z.strictObject({ name: z.string().trim().min(1).max(200), taxId: z.string().max(40).refine(isTaxId) }),
  ).gives<ConnectionInfo>(),
  'connection.forget': takes(nothing()).gives<ConnectionInfo>(),
  'training.start': takes(nothing()).gives<ConnectionInfo>(),
  'training.stop': takes(nothing()).gives<ConnectionInfo>(),
};

export const connectionEvents = {
  'connection.changed': tells<ConnectionInfo>(),
};

export interface ConnectionInfo {
  readonly baseUrl: string | null;
  readonly hasToken: boolean;
  /** Null where this ERP is used with a pasted token. */
  readonly signIn: SignInInfo | null;
  /** `memory`: no keychain could be used, the token is gone when Doca quits. */
  readonly tokenStore: 'keychain' | 'memory';
  readonly training: boolean;
  /** Training data has groupings to open: their ids. */
  readonly trainingGroupings: readonly number[];
}

export interface SignInInfo {
  readonly issuer: string;
  /** Null while nobody is signed in. */
  readonly person: Person | null;
  /** When somebody has to sign in again if Doca is closed until then; null where the provider does not say. */
  readonly endsAtMs: number | null;
  /** A browser is open for it. */
  readonly underWay: boolean;
}
