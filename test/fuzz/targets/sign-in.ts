import { systemClock } from '../../../src/main/os/clock.ts';
/** An OpenID provider's answers: its description, and tokens. */
import { refreshTokenGrant } from 'openid-client';
import { Provider } from '../../../src/main/sign-in/provider/provider.ts';
import { readPerson, readTokens } from '../../../src/main/sign-in/provider/tokens.ts';
import { SessionVault } from '../../../src/main/sign-in/store/stored-session.ts';
import { ok } from '#shared/faults/faults.ts';
import { readAnswer, writeAnswer } from './answer.ts';

const issuer = 'https://id.test';
const between = '\x1e';
const program = { issuer, clientId: 'doca' };
const vault = new SessionVault({
  kind: 'keychain',
  get: () => Promise.resolve(ok(null)),
  set: () => Promise.resolve(ok()),
  remove: () => Promise.resolve(ok()),
});

/** The answers follow each other in the order of the requests. */
export async function read(bytes: Buffer): Promise<void> {
  const [description = '', tokens = ''] = bytes.toString('latin1').split(between);
  const fetch = (url: string): Promise<Response> =>
    Promise.resolve(readAnswer(url.includes('/.well-known/') ? description : tokens));
  const provider = new Provider({ fetch, vault });
  const described = await provider.describe(issuer, {});
  if (!described.ok) return;
  const options = { step: 'fuzz', idTokens: 'refresh' } as const;
  const answer = await provider.ask(program, options, (config) => refreshTokenGrant(config, 'r'));
  if (answer.ok) {
    readTokens(answer.value, systemClock.now());
    readPerson(answer.value);
  }
}

export function seeds(): readonly Uint8Array[] {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: issuer,
    aud: 'doca',
    sub: 'bia',
    iat: 1_750_000_000,
    exp: 4_000_000_000,
    name: 'Bia',
  };
  const idToken = `${part({ alg: 'RS256' })}.${part(claims)}.AAAA`;
  const description = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  };
  const json = { 'content-type': 'application/json', date: 'Wed, 21 Oct 2026 07:27:00 GMT' };
  const tokens = {
    access_token: 'a',
    token_type: 'Bearer',
    refresh_token: 'r',
    expires_in: 60,
    id_token: idToken,
  };
  const good = [description, tokens].map((body) => writeAnswer(200, json, body));
  const bad = [...good.slice(0, 1), writeAnswer(400, json, { error: 'invalid_grant' })];
  return [good, bad].map((answers) => Buffer.from(answers.join(between)));
}
