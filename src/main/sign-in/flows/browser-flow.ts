import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { fail, type Result } from '#shared/faults/faults.ts';
import type { Language } from '#shared/faults/languages.ts';
import type { SignInClient, OpenBrowser } from '../types.ts';
import type { Clock } from '../../os/clock.ts';
import { nameOf } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { limitTime } from '../../os/timeout.ts';
import type { Provider } from '../provider/provider.ts';
import { openRedirectServer } from './redirect-server.ts';
import type { TokenAnswer } from '../provider/tokens.ts';

/** How long a person may take in the browser. */
const patienceMs = 10 * 60_000;

/**
 * Authorization code with PKCE in the system's browser (RFC 6749, 7636, 8252, 9207), with state,
 * nonce, issuer.
 */
export async function signInWithBrowser(
  services: {
    readonly provider: Provider;
    readonly clock: Clock;
    readonly log: Log;
    readonly language: () => Language;
  },
  client: SignInClient,
  openBrowser: OpenBrowser,
  signal: AbortSignal,
): Promise<Result<TokenAnswer>> {
  const { provider, clock, log } = services;
  const checks = {
    expectedState: randomState(),
    expectedNonce: randomNonce(),
    pkceCodeVerifier: randomPKCECodeVerifier(),
    idTokenExpected: true,
  };
  // First: whether there is a provider at all. No other program can take the port while the browser
  // is open.
  const server = await provider.describe(client.issuer, { signal, fresh: true });
  if (!server.ok) return server;
  const waiting = await openRedirectServer(
    client.redirectUrl,
    checks.expectedState,
    services.language(),
  );
  if (!waiting.ok) return waiting;
  try {
    const challenge = await calculatePKCECodeChallenge(checks.pkceCodeVerifier);
    const page = await provider.ask(client, { signal, step: 'authorization' }, (config) =>
      Promise.resolve(
        buildAuthorizationUrl(config, {
          redirect_uri: new URL(client.redirectUrl).href,
          scope: withOpenId(client.scopes),
          state: checks.expectedState,
          nonce: checks.expectedNonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        }),
      ),
    );
    if (!page.ok) return page;
    // A browser that does not open can be opened again, by hand too: the wait goes on.
    openBrowser(page.value.href).catch((error: unknown) =>
      log.warn('sign-in.no-browser', { error: nameOf(error) }),
    );
    const wait = { clock, signal };
    const answer = await limitTime<URL | null>(
      waiting.value.answer,
      patienceMs,
      () => null,
      wait,
    ).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (answer === null) return fail(signal.aborted ? 'cancelled' : 'sign-in-timeout');
    return await provider.ask(client, { signal, step: 'code' }, (config) =>
      authorizationCodeGrant(config, answer, { ...checks }),
    );
  } finally {
    waiting.value.close();
  }
}

/** The scopes of the settings; `openid` is always among them (OpenID Connect Core, 3.1.2.1). */
function withOpenId(scopes: string): string {
  return [...new Set(['openid', ...(scopes.match(/\S+/g) ?? [])])].join(' ');
}
