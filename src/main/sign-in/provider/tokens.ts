import type { TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { z } from 'zod';
import type { Person } from '#shared/domain/sign-in.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { cleanText } from '../../os/text/clean-text.ts';
import { readJson } from '../../os/text/read-json.ts';
import type { Tokens } from '../store/stored-session.ts';

export type TokenAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Any text that a header can carry. */
const headerText = /^[\x21-\x7e]{1,16000}$/;
const longestName = 200;

/** `sign-in-broken` if the access token cannot be sent. */
export function readTokens(answer: TokenAnswer, nowMs: number): Result<Tokens> {
  const {
    access_token: accessToken,
    refresh_token: refreshToken = '',
    expires_in: expiresInS = 0,
  } = answer;
  if (!headerText.test(accessToken)) return refuse('access token is none for a header');
  const refreshLifetimeMs = readRefreshLifetimeMs(answer);
  return ok({
    accessToken,
    refreshToken: refreshToken === '' ? null : refreshToken,
    lifetimeMs: expiresInS > 0 ? expiresInS * 1000 : null,
    refreshLifetimeMs,
    endsAtMs: refreshLifetimeMs === null ? null : nowMs + refreshLifetimeMs,
    receivedAtMs: nowMs,
  });
}

/** By Keycloak's field beside the token or, for a JWT, its claim; 0 means without an end. */
function readRefreshLifetimeMs({
  refresh_expires_in: stated,
  refresh_token: token = '',
}: TokenAnswer): number | null {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { iat, exp } = readJson(times, claims) ?? { iat: 0, exp: 0 };
  const seconds = typeof stated === 'number' ? stated : exp - iat;
  return seconds > 0 ? seconds * 1000 : null;
}

const times = z.object({ iat: z.number(), exp: z.number() });

/** Returns the person of the ID token, which the library has verified. Fault: `sign-in-broken`. */
export function readPerson(answer: TokenAnswer): Result<Person> {
  const claims = answer.claims();
  if (claims === undefined) return refuse('no ID token');
  const names = [claims['name'], claims['preferred_username'], claims['email'], claims.sub];
  const name = names
    .map((one) => (typeof one === 'string' ? cleanText(one).trim() : ''))
    .find((one) => one !== '');
  return ok({ subject: claims.sub, name: (name ?? '').slice(0, longestName).toWellFormed() });
}

function refuse(detail: string): Result<never> {
  return fail('sign-in-broken', { detail, reached: 'yes' });
}
