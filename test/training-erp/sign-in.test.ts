import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  discovery,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  randomPKCECodeVerifier,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import type { Configuration } from 'openid-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInAsTrainee, Visitor } from '../../src/training-erp/sign-in/visitor.ts';
import type { Visit } from '../../src/training-erp/sign-in/visitor.ts';
import type { SignInOptions } from '../../src/training-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { call, open } from './client.ts';

const redirectUrl = 'http://127.0.0.1:41999/doca';

interface Place {
  readonly sandbox: FaultySandbox;
  readonly client: Configuration;
}

/** The training ERP with its provider, and a certified client for it. */
async function openPlace(signIn: SignInOptions | true = true): Promise<Place> {
  const sandbox = await open({ shipments: 1, signIn });
  const secret = signIn === true ? undefined : signIn.clientSecret;
  return { sandbox, client: await openClient(sandbox, secret) };
}

function openClient({ signIn }: FaultySandbox, secret?: string): Promise<Configuration> {
  const shows = secret === undefined ? None() : ClientSecretPost(secret);
  // oxlint-disable-next-line typescript/no-deprecated -- the library's way to say that this takes thought: it is loopback
  return discovery(new URL(signIn!.issuer), signIn!.clientId, undefined, shows, { execute: [allowInsecureRequests] });
}

/** Where a browser is sent to sign in; nobody listens at the redirect address, so the last step is read, not taken. */
async function begin({ client }: Place, redirect = redirectUrl) {
  const verifier = randomPKCECodeVerifier();
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirect,
    scope: 'openid',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'from-the-test',
  });
  return { verifier, url: url.href };
}

/** Opens what the provider sends the browser back to. */
async function readReturn(visit: () => Promise<Visit>): Promise<URL> {
  const seen: string[] = [];
  const real = globalThis.fetch;
  const watched = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const target = input instanceof Request ? input.url : String(input);
    if (!target.includes('/doca?')) return real(input, init);
    seen.push(target);
    return Promise.resolve(new Response('back'));
  });
  await visit().finally(() => watched.mockRestore());
  return new URL(seen[0]!);
}

async function signIn(place: Place, visitor = new Visitor()) {
  const { verifier, url } = await begin(place);
  const back = await readReturn(() => signInAsTrainee(url, visitor));
  return authorizationCodeGrant(place.client, back, { pkceCodeVerifier: verifier, expectedState: 'from-the-test' });
}

const ask = async ({ sandbox }: Place, token: string): Promise<number> =>
  (await call(sandbox, 'GET', '/info', { token })).status;

describe('the training provider', () => {
  it('signs in over its page, says who it is, and its tokens are good at the ERP beside the fixed one', async () => {
    const place = await openPlace();
    const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info'), vi.spyOn(console, 'error')];
    onTestFinished(() => {
      for (const spy of said) spy.mockRestore();
    });
    const tokens = await signIn(place);
    expect(tokens.claims()).toMatchObject({ sub: 'treino', name: 'Treino', preferred_username: 'treino' });
    expect(tokens.expiresIn()).toBeGreaterThan(4 * 3600 - 60);
    expect(await ask(place, tokens.access_token)).toBe(200);
    expect(await ask(place, place.sandbox.token)).toBe(200);
    expect(await ask(place, `${tokens.access_token}x`)).toBe(401);
    for (const spy of said) expect(spy).not.toHaveBeenCalled();
  });

  it('shows a page in Portuguese with the user filled in, and takes nobody else', async () => {
    const place = await openPlace();
    const visitor = new Visitor();
    const page = await visitor.open((await begin(place)).url);
    expect(page.html).toContain('<html lang="pt-BR">');
    expect(page.html).toContain('value="treino"');
    expect(page.html).toContain('<button autofocus>Entrar como treino</button>');
    expect(page.html).not.toContain('<script');
    const refused = await visitor.send(page, { usuario: '<b>Ana' });
    expect(refused.html).toContain('No treino não há “&lt;b&gt;Ana”');
    const back = await readReturn(() => visitor.send(refused, { usuario: 'treino', senha: 'qualquer' }));
    expect(back.searchParams.get('code')).not.toBeNull();
  });

  it('has another browser, and a page that was left, begin anew', async () => {
    const place = await openPlace();
    const page = await new Visitor().open((await begin(place)).url);
    const stranger = await new Visitor().send(page, {});
    expect(stranger).toMatchObject({ status: 400 });
    expect(stranger.html).toContain('Comece de novo na Doca.');
  });

  it('sends nobody to an address that is not registered', async () => {
    const place = await openPlace();
    for (const redirect of ['http://127.0.0.1:41999/other', 'https://evil.example/doca', 'http://evil.example/doca']) {
      const page = await new Visitor().open((await begin(place, redirect)).url);
      expect(page).toMatchObject({ status: 400 });
      expect(page.html).toContain('redirect_uri');
    }
    const other = await openPlace({ redirectUrl: 'http://localhost:5000/volta' });
    expect(other.sandbox.signIn).toMatchObject({ redirectUrl: 'http://localhost:5000/volta' });
    for (const [redirect, status] of [
      ['http://localhost:5000/volta', 200],
      ['http://localhost:5001/volta', 400],
    ] as const) {
      expect(await new Visitor().open((await begin(other, redirect)).url)).toMatchObject({ status });
    }
    expect(await new Visitor().open((await begin(other)).url)).toMatchObject({ status: 400 });
  });

  it('gives a new refresh token each time, and one that comes twice ends everything', async () => {
    const place = await openPlace();
    const first = await signIn(place);
    const second = await refreshTokenGrant(place.client, first.refresh_token!);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await ask(place, second.access_token)).toBe(200);
    await expect(refreshTokenGrant(place.client, first.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect(await ask(place, second.access_token)).toBe(401);
  });

  it('ends tokens after the time that was asked for', async () => {
    const place = await openPlace({ accessTokenSeconds: 1, refreshTokenSeconds: 60 });
    const tokens = await signIn(place);
    expect(tokens.expiresIn()).toBeLessThanOrEqual(1);
    await expect.poll(() => ask(place, tokens.access_token), { timeout: 10_000 }).toBe(401);
    const next = await refreshTokenGrant(place.client, tokens.refresh_token!);
    expect(next.expiresIn()).toBeLessThanOrEqual(1);
  });

  it('signs out: over its page with all that came of it, and a single token by revocation', async () => {
    const place = await openPlace();
    const visitor = new Visitor();
    const tokens = await signIn(place, visitor);
    const url = buildEndSessionUrl(place.client, { id_token_hint: tokens.id_token! });
    const page = await visitor.open(url.href);
    expect(page.html).toContain('Sair do ERP de treino?');
    expect(await visitor.send(page, { logout: 'yes' })).toMatchObject({ status: 200 });
    expect(await ask(place, tokens.access_token)).toBe(401);
    await expect(refreshTokenGrant(place.client, tokens.refresh_token!)).rejects.toThrow();

    const again = await signIn(place);
    await tokenRevocation(place.client, again.access_token);
    expect(await ask(place, again.access_token)).toBe(401);
  });

  it('signs in another device with a code', async () => {
    const place = await openPlace();
    const device = await initiateDeviceAuthorization(place.client, { scope: 'openid' });
    const visitor = new Visitor();
    const field = await visitor.open(device.verification_uri);
    expect(field.html).not.toMatch(/onfocus|placeholder|<script/);
    const wrong = await visitor.send(field, { user_code: 'XXXX-XXXX' });
    expect(wrong.html).toContain('Este código não vale.');
    const confirm = await visitor.send(wrong, { user_code: device.user_code });
    expect(confirm.html).toContain(device.user_code);
    const page = await visitor.send(confirm, {});
    expect((await visitor.send(page, {})).html).toContain('A Doca já entrou.');
    const tokens = await pollDeviceAuthorizationGrant(place.client, { ...device, interval: 0.1 });
    expect(await ask(place, tokens.access_token)).toBe(200);
  });

  it('wants the secret where there is one', async () => {
    const place = await openPlace({ clientSecret: 'segredo de treino' });
    expect(await ask(place, (await signIn(place)).access_token)).toBe(200);
    const without = await openClient(place.sandbox);
    await expect(signIn({ ...place, client: without })).rejects.toMatchObject({ error: 'invalid_client' });
  });

  it('is not there unless asked for, and not under another name', async () => {
    expect((await open({ shipments: 1 })).signIn).toBeNull();
    const { sandbox } = await openPlace();
    const { issuer } = sandbox.signIn!;
    expect(new URL(issuer).hostname).toBe('127.0.0.1');
    const { createConnection } = await import('node:net');
    const socket = createConnection(Number(new URL(issuer).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET /.well-known/openid-configuration HTTP/1.1\r\nHost: erp.example\r\nConnection: close\r\n\r\n');
    const head = await new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    expect(head).toMatch(/^HTTP\/1\.1 421 /);
  });
});
