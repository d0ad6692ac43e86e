import type { Fault } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';

/**
 * The input on the Connect screen, and its result: it stays while a person looks at another way in, or at the browser.
 */
export class Typed {
  baseUrl = $state('');
  token = $state('');
  issuer = $state('');
  clientId = $state('');
  clientSecret = $state('');
  scopes = $state('');
  redirect = $state('');
  fault = $state.raw<Fault | null>(null);

  constructor({ settings }: App, baseUrl: string | null) {
    this.baseUrl = baseUrl ?? '';
    this.issuer = settings.signInIssuer ?? '';
    this.clientId = settings.signInClientId ?? '';
    this.scopes = settings.signInScopes;
    this.redirect = settings.signInRedirect;
  }
}
