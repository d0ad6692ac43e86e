import type { Fault } from '#shared/faults/faults.ts';
import type { App } from '../app/index.ts';
import { guessProvider } from './ways.ts';

/**
 * The input on the Connect screen and its result: both stay while a person looks at another way in
 * or the browser.
 */
export class Typed {
  /** A token goes nowhere but to the address that came with it: this one is never guessed. */
  baseUrl = $state('');
  token = $state('');
  /** The ERP's API for people who sign in. */
  erp = $state('');
  issuer = $state('');
  clientId = $state('');
  clientSecret = $state('');
  scopes = $state('');
  redirect = $state('');
  fault = $state.raw<Fault | null>(null);

  constructor({ settings }: App, baseUrl: string | null) {
    this.baseUrl = baseUrl ?? '';
    ({ baseUrl: this.erp, issuer: this.issuer } = guessProvider(baseUrl, settings.signInIssuer));
    this.clientId = settings.signInClientId ?? '';
    this.scopes = settings.signInScopes;
    this.redirect = settings.signInRedirect;
  }
}
