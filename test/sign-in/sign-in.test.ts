import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock, type Clock } from '../../src/main/os/clock.ts';
import {
  clientSecret,
  startOpenIdProvider,
  type OpenIdProvider,
} from '../support/openid-provider.ts';
import {
  changeJson,
  erpOrigin,
  faultOf,
  openStation,
  sessionOf,
  type Station,
} from './support/station.ts';

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.person = 'ana';
});

const pathsOf = ({ sent }: Station): string[] => sent.map(({ url }) => new URL(url).pathname);

describe('the whole way', () => {
  test('signs a person in with three requests, and keeps the session in one entry of the keychain', async () => {
    const station = await openStation(provider);
    const session = sessionOf(await station.start());
    expect(session.person()).toEqual({ subject: 'ana', name: 'Ana Souza' });
    expect(await session.token()).toMatch(/^\S{20,}$/);
    expect([...station.entries.keys()]).toEqual([`session:${erpOrigin}`]);
    expect(pathsOf(station)).toEqual(['/.well-known/openid-configuration', '/token', '/jwks']);
    expect(await station.resume()).toBe(session);
  });

  test('asks in the browser for a code that only this sign-in can use', async () => {
    const station = await openStation(provider, { scopes: 'profile email' });
    sessionOf(await station.start());
    const asked = new URL(station.opened[0]!).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'doca',
      response_type: 'code',
      redirect_uri: station.place.redirectUrl,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    const again = await openStation(provider);
    sessionOf(await again.start());
    const next = new URL(again.opened[0]!).searchParams;
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(next.get(name)).not.toBe(asked.get(name));
  });

  test.each([
    ['ana', 'Ana Souza'],
    ['bia', 'bia.lima'],
    ['caio', 'caio@example.test'],
    ['davi', 'davi'],
  ])('names %s as the provider does: %s', async (person, name) => {
    provider.person = person;
    expect(sessionOf(await (await openStation(provider)).start()).person()).toEqual({
      subject: person,
      name,
    });
  });

  test('another program of the workstation finds the session without a request', async () => {
    const station = await openStation(provider);
    const session = sessionOf(await station.start());
    station.sent.length = 0;
    const found = await station.resume(station.openOther());
    expect([found.id(), found.person(), await found.token()]).toEqual([
      session.id(),
      session.person(),
      await session.token(),
    ]);
    expect(station.sent).toEqual([]);
  });

  test('a session belongs to its ERP, its provider and its program', async () => {
    const station = await openStation(provider);
    sessionOf(await station.start());
    const { signIn, place } = station;
    for (const [origin, where] of [
      ['https://other.test', place],
      [erpOrigin, { ...place, issuer: 'https://other.test' }],
      [erpOrigin, { ...place, clientId: 'other' }],
    ] as const) {
      expect(await signIn.resume(origin, where)).toEqual({ ok: true, value: null });
    }
  });

  test('each sign-in is a session of its own, and ends the one before', async () => {
    const station = await openStation(provider);
    const first = sessionOf(await station.start());
    provider.person = 'bia';
    const second = sessionOf(await station.start());
    expect(second.id()).not.toBe(first.id());
    expect(await first.token()).toBeNull();
    expect(await station.resume()).toBe(second);
  });

  test('foreign entries are no session', async () => {
    const station = await openStation(provider);
    for (const text of ['', 'x', '{}', '{"id":1}']) {
      station.entries.set(`session:${erpOrigin}`, text);
      expect(await station.signIn.resume(erpOrigin, station.place)).toEqual({
        ok: true,
        value: null,
      });
    }
  });
});

describe('a program with a secret', () => {
  const usedWays = ({ sent }: Station) =>
    sent
      .filter(({ url }) => url.endsWith('/token'))
      .map(({ form, headers }) => [
        form.get('client_secret'),
        headers.get('authorization')?.split(' ')[0] ?? null,
      ]);

  test.each([
    ['doca-body', 'client_secret_post', [[clientSecret, null]]],
    ['doca-basic', 'client_secret_basic', [[null, 'Basic']]],
  ])('%s shows it as the provider writes it: %s', async (clientId, method, ways) => {
    const station = await openStation(provider, { clientId });
    station.fetch = changeJson(/openid-configuration/, (json) => ({
      ...json,
      token_endpoint_auth_methods_supported: [method, 'private_key_jwt'],
    }));
    await station.signIn.setClientSecret(station.place, clientSecret);
    sessionOf(await station.start());
    expect(usedWays(station)).toEqual(ways);
  });

  test('in the body first, as is usual in the field, and by HTTP Basic if that is refused: directly from then on', async () => {
    const station = await openStation(provider, { clientId: 'doca-basic' });
    station.fetch = (url, init) =>
      init?.body instanceof URLSearchParams && init.body.has('client_secret')
        ? Promise.resolve(Response.json({ error: 'invalid_client' }, { status: 401 }))
        : fetch(url, init);
    await station.signIn.setClientSecret(station.place, clientSecret);
    const session = sessionOf(await station.start());
    expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
    expect(usedWays(station)).toEqual([
      [clientSecret, null],
      [null, 'Basic'],
      [null, 'Basic'],
    ]);
  });

  test('also if the provider treats a code as used after it refused the secret: the next sign-in works', async () => {
    const station = await openStation(provider, { clientId: 'doca-basic' });
    let isBurnt = false;
    station.fetch = (url, init) => {
      const refuse = (error: string, status: number) =>
        Promise.resolve(Response.json({ error }, { status }));
      if (!url.endsWith('/token')) return fetch(url, init);
      const isBody = init?.body instanceof URLSearchParams && init.body.has('client_secret');
      if (isBody) isBurnt = true;
      if (isBody) return refuse('invalid_client', 401);
      const answer = isBurnt ? refuse('invalid_grant', 400) : fetch(url, init);
      isBurnt = false;
      return answer;
    };
    await station.signIn.setClientSecret(station.place, clientSecret);
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
    expect((await station.start()).ok).toBe(true);
  });

  test('a wrong or missing secret is reported as a refusal, and the right one helps', async () => {
    const station = await openStation(provider, { clientId: 'doca-body' });
    expect(faultOf(await station.start())).toMatchObject({ kind: 'sign-in-refused' });
    await station.signIn.setClientSecret(station.place, 'wrong');
    expect(faultOf(await station.start())).toMatchObject({ kind: 'sign-in-refused' });
    await station.signIn.setClientSecret(station.place, clientSecret);
    expect((await station.start()).ok).toBe(true);
    await station.signIn.setClientSecret(station.place, null);
    expect([...station.entries.keys()]).toEqual([`session:${erpOrigin}`]);
  });
});

describe('obstacles', () => {
  test('the person refuses', async () => {
    provider.person = null;
    const station = await openStation(provider);
    expect(faultOf(await station.start())).toMatchObject({
      kind: 'sign-in-refused',
      detail: 'code: access_denied',
    });
    expect(station.entries.size).toBe(0);
  });

  test('another process has the port: no browser is opened', async () => {
    const station = await openStation(provider);
    const other = createServer().listen(
      Number(new URL(station.place.redirectUrl).port),
      '127.0.0.1',
    );
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    expect(faultOf(await station.start()).kind).toBe('sign-in-port');
    expect(station.opened).toEqual([]);
  });

  test('no sign-in within ten minutes, or the person gives up: the port is free again', async () => {
    let waitedMs = 0;
    const clock: Clock = {
      ...systemClock,
      sleep: (ms, signal) => {
        waitedMs = ms;
        return systemClock.sleep(1, signal);
      },
    };
    const station = await openStation(provider, { clock });
    const opened: string[] = [];
    station.openBrowser = (url) => {
      opened.push(url);
      return Promise.resolve();
    };
    expect(faultOf(await station.start()).kind).toBe('sign-in-timeout');
    expect(waitedMs).toBe(600_000);

    const patient = await openStation(provider);
    const stop = new AbortController();
    patient.openBrowser = () => {
      stop.abort();
      return Promise.reject(new Error('no browser'));
    };
    expect(faultOf(await patient.start(stop.signal)).kind).toBe('cancelled');
    await expect(fetch(patient.place.redirectUrl)).rejects.toThrow();
  });

  test.each([
    ['http over a network', 'http://accounts.test', 'sign-in-server'],
    ['no address', 'accounts', 'sign-in-server'],
    ['a user in it', 'https://a:b@accounts.test', 'sign-in-server'],
  ])('an issuer with %s is not asked', async (_, issuer, kind) => {
    const station = await openStation(provider);
    const result = await station.signIn.start(
      erpOrigin,
      { ...station.place, issuer },
      (url) => station.openBrowser(url),
      new AbortController().signal,
    );
    expect(faultOf(result).kind).toBe(kind);
    expect(station.sent).toEqual([]);
  });

  const answer =
    (status: number, body: string, headers = {}) =>
    () =>
      Promise.resolve(
        new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } }),
      );
  test.each([
    ['404', answer(404, '{}'), 'sign-in-server'],
    ['a page', answer(200, '<html>', { 'content-type': 'text/html' }), 'sign-in-server'],
    ['no JSON', answer(200, '{'), 'sign-in-server'],
    ['no discovery', answer(200, '{"issuer":"x"}'), 'sign-in-server'],
    ['a redirect', answer(302, '', { location: 'https://other.test' }), 'sign-in-server'],
    ['503', answer(503, '', { 'retry-after': '7' }), 'unavailable'],
    ['429', answer(429, ''), 'rate-limited'],
    ['endless', answer(200, ' '.repeat(2_000_000)), 'bad-response'],
    [
      'a cut line',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNRESET' })),
      'network',
    ],
    [
      'a foreign certificate',
      () => Promise.reject(Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' })),
      'certificate',
    ],
  ])('discovery that is %s', async (_, respond, kind) => {
    const station = await openStation(provider);
    station.fetch = respond;
    expect(faultOf(await station.start()).kind).toBe(kind);
    expect(station.opened).toEqual([]);
  });

  test.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri'])(
    'a provider whose %s is missing or in the clear is not used',
    async (name) => {
      for (const address of [undefined, 'http://accounts.test/x', 7]) {
        const station = await openStation(provider);
        station.fetch = changeJson(/openid-configuration/, (json) => ({
          ...json,
          [name]: address,
        }));
        expect(faultOf(await station.start()).kind).toBe('sign-in-server');
        expect(station.opened).toEqual([]);
      }
    },
  );

  test('a keychain that fails: no user is signed in, and the provider forgets the tokens', async () => {
    const station = await openStation(provider);
    const before = provider.countLiveRefreshTokens();
    station.fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (url.endsWith('/jwks')) station.keychainFails = true;
      return response;
    };
    const result = await station.start();
    expect(faultOf(result).kind).toBe('keychain');
    expect(station.entries.size).toBe(0);
    expect(provider.countLiveRefreshTokens()).toBe(before);
  });
});

test('a provider in the shape of Keycloak, with a secret in the body: signs in, refreshes and signs out', async () => {
  const keycloak = await startOpenIdProvider({ realm: 'tiny' });
  onTestFinished(() => keycloak.close());
  const station = await openStation(keycloak, { clientId: 'doca-body' });
  await station.signIn.setClientSecret(station.place, clientSecret);
  const session = sessionOf(await station.start());
  expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
  const pages: string[] = [];
  await station.signIn.end(erpOrigin, station.place, (url) => {
    pages.push(new URL(url).pathname);
    return Promise.resolve();
  });
  const endpoints = '/realms/tiny/protocol/openid-connect';
  expect(pathsOf(station)).toEqual([
    '/realms/tiny/.well-known/openid-configuration',
    ...['token', 'certs', 'token', 'revoke'].map((name) => `${endpoints}/${name}`),
  ]);
  expect(pages).toEqual([`${endpoints}/logout`]);
});
