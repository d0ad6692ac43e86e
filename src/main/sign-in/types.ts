import type { SignInPlace } from '../../shared/index.ts';

export type OpenBrowser = (url: string) => Promise<void>;

/** Doca's registration at the provider. */
export type Program = Pick<SignInPlace, 'issuer' | 'clientId'>;

/** A code to type at another device, and its address (RFC 8628). */
export interface DeviceCode {
  readonly userCode: string;
  readonly url: string;
  readonly expiresInMs: number;
}
