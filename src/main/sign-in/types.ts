import type { SignInClient } from '../../shared/index.ts';

export type OpenBrowser = (url: string) => Promise<void>;

/** Doca's registration at the provider. */
export type Program = Pick<SignInClient, 'issuer' | 'clientId'>;
