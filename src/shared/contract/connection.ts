import { z } from 'zod';
import type { CompanyInfo } from '../domain/erp.ts';
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
  /** `memory`: no keychain could be used, the token is gone when Doca quits. */
  readonly tokenStore: 'keychain' | 'memory';
  readonly training: boolean;
  /** Training data has groupings to open: their ids. */
  readonly trainingGroupings: readonly number[];
}
