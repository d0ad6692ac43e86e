import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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

/**
 * Signs in with an attacker in between: `meddle` gets the state, then the browser returns normally.
 */
async function startMeddled(
  station: Station,
  meddle: (redirect: URL, state: string) => Promise<void>,
) {
  station.openBrowser = async (url) => {
    await meddle(new URL(station.place.redirectUrl), new URL(url).searchParams.get('state')!);
    await station.browser.open(url);
  };
  return station.start();
}

/**
 * The answer that the provider would send a browser back with, without bringing it to the program.
 */
async function catchAnswer(station: Station): Promise<URL> {
  let caught: URL | undefined;
  const stop = new AbortController();
  station.openBrowser = async (url) => {
    let next = url;
    const cookies: string[] = [];
    while (!next.startsWith(station.place.redirectUrl)) {
      const response = await fetch(next, {
        redirect: 'manual',
        headers: { cookie: cookies.join('; ') },
      });
      cookies.push(...response.headers.getSetCookie().map((line) => line.split(';')[0]!));
      next = new URL(response.headers.get('location')!, next).href;
    }
    caught = new URL(next);
    stop.abort();
  };
  await station.start(stop.signal);
  return caught!;
}

const withParams = (url: URL, params: Readonly<Record<string, string>>): URL => {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(params)) changed.searchParams.set(name, value);
  return changed;
};

describe('at the address that the browser comes back to', () => {
  test('only the one right answer is accepted, and the wait continues', async () => {
    const station = await openStation(provider);
    const statuses: number[] = [];
    const ask = async (url: URL, init?: RequestInit): Promise<void> => {
      statuses.push((await fetch(url, init)).status);
    };
    const result = await startMeddled(station, async (redirect, state) => {
      const good = withParams(redirect, { code: 'x', state });
      await ask(withParams(redirect, { code: 'x' }));
      await ask(withParams(redirect, { code: 'x', state: 'guessed' }));
      await ask(new URL(`${good.href}&state=${state}`));
      await ask(withParams(redirect, { state }));
      await ask(good, { method: 'POST' });
      await ask(good, { method: 'OPTIONS' });
      await ask(new URL(good.search, `${redirect.origin}/favicon.ico`));
      await ask(new URL(good.search, `${redirect.href}/`));
      statuses.push(await askAs('evil.test', good));
      statuses.push(await askAs(`localhost:${redirect.port}`, good));
    });
    expect(statuses).toEqual([400, 400, 400, 400, 404, 404, 404, 404, 404, 404]);
    expect(sessionOf(result).person().subject).toBe('ana');
  });

  test('the page has no script, no part of the answer, and is not cached', async () => {
    const station = await openStation(provider);
    let state = '';
    let page = '';
    station.openBrowser = async (url) => {
      state = new URL(url).searchParams.get('state')!;
      page = (await station.browser.open(url)).html;
    };
    sessionOf(await station.start());
    expect(page).toContain('<html lang="pt-BR">');
    expect(page).toContain('voltar para a Doca');
    expect(page).not.toMatch(/<script|http-equiv|src=|href=/);
    expect(page).not.toContain(state);
    const again = await openStation(provider);
    await startMeddled(again, async (redirect) => {
      const { headers } = await fetch(withParams(redirect, { code: '<b>', state: 'x' }));
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    });
  });

  test('the port is bound before the browser opens, and free afterwards', async () => {
    const station = await openStation(provider);
    await startMeddled(station, async (redirect) => {
      expect((await fetch(redirect.origin)).status).toBe(404);
    });
    await expect(fetch(station.place.redirectUrl)).rejects.toThrow();
  });
});

describe('an answer of another user', () => {
  test("a code of another sign-in is of no use: it needs that one's verifier", async () => {
    const thief = await openStation(provider);
    provider.person = 'davi';
    const stolen = (await catchAnswer(thief)).searchParams.get('code')!;
    provider.person = 'ana';
    const station = await openStation(provider);
    station.openBrowser = async (url) => {
      const state = new URL(url).searchParams.get('state')!;
      await fetch(
        withParams(new URL(station.place.redirectUrl), {
          code: stolen,
          state,
          iss: provider.issuer,
        }),
      );
    };
    expect(faultOf(await station.start())).toMatchObject({
      kind: 'sign-in-broken',
      detail: 'code: invalid_grant',
    });
    expect(station.entries.size).toBe(0);
  });

  test.each([
    ['another issuer', { iss: 'https://other.test' }],
    ['no issuer', {}],
  ])('an answer of %s is refused before its code is sent anywhere', async (_, more) => {
    const station = await openStation(provider);
    station.openBrowser = async (url) => {
      const state = new URL(url).searchParams.get('state')!;
      await fetch(withParams(new URL(station.place.redirectUrl), { code: 'x', state, ...more }));
    };
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
    expect(station.sent.filter(({ url }) => url.endsWith('/token'))).toEqual([]);
  });

  test('an error with the right state but another issuer does not end the sign-in as a refusal', async () => {
    const station = await openStation(provider);
    station.openBrowser = async (url) => {
      const state = new URL(url).searchParams.get('state')!;
      const answer = { error: 'access_denied', state, iss: 'https://other.test' };
      await fetch(withParams(new URL(station.place.redirectUrl), answer));
    };
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
  });

  test('an ID token of another sign-in, of another program, unsigned, changed or missing is refused', async () => {
    const idTokens: string[] = [];
    const earlier = await openStation(provider);
    const other = await openStation(provider, { clientId: 'doca-body' });
    await other.signIn.setClientSecret(other.place, clientSecret);
    for (const station of [earlier, other]) {
      station.fetch = changeJson(/\/token$/, (json) => {
        idTokens.push(String(json['id_token']));
        return json;
      });
      sessionOf(await station.start());
    }
    const [own, foreign] = idTokens;
    const swaps: readonly ((idToken: string) => string | undefined)[] = [
      () => own,
      () => foreign,
      (idToken) => `${encode({ alg: 'none' })}.${idToken.split('.')[1]!}.`,
      (idToken) => changePayload(idToken, { name: 'Somebody Else' }),
      (idToken) => changePayload(idToken, { sub: 'davi' }),
      () => undefined,
      () => '',
      () => 'x.y.z',
    ];
    for (const swap of swaps) {
      const station = await openStation(provider);
      station.fetch = changeJson(/\/token$/, (json) => ({
        ...json,
        id_token: swap(String(json['id_token'])),
      }));
      expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
      expect(station.entries.size).toBe(0);
    }
  });

  test('foreign keys verify nothing', async () => {
    const rogue = await startOpenIdProvider();
    const station = await openStation(provider);
    station.fetch = (url, init) =>
      fetch(url.endsWith('/jwks') ? `${rogue.issuer}/jwks` : url, init);
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
    await rogue.close();
  });

  test('an access token that would break a header is refused', async () => {
    const station = await openStation(provider);
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, access_token: 'a\r\nX-Evil: 1' }));
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
  });
});

describe('secrets', () => {
  test('a refresh token that a thief has used ends the session, here and for the thief', async () => {
    const station = await openStation(provider);
    const session = sessionOf(await station.start());
    const { refreshToken } = JSON.parse(station.entries.get(`session:${erpOrigin}`)!) as {
      refreshToken: string;
    };
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: 'doca' };
    const stolen = await fetch(`${provider.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const thief = (await stolen.json()) as { refresh_token: string; access_token: string };
    expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: false });
    expect(await session.token()).toBeNull();
    expect(station.entries.size).toBe(0);
    expect(await provider.accepts(thief.access_token)).toBe(false);
  });

  test('no token, code, secret or name is in the log, a fault, or an address for the browser', async () => {
    const station = await openStation(provider, { clientId: 'doca-body' });
    await station.signIn.setClientSecret(station.place, clientSecret);
    const session = sessionOf(await station.start());
    const secrets = [...session.secrets(), clientSecret, 'Ana Souza'];
    const told: unknown[] = [];
    const quote = (status: number) => (_url: string, init?: RequestInit) => {
      const body = init?.body instanceof URLSearchParams ? init.body.toString() : '';
      const words = { error: 'invalid_request', error_description: `${body} ${secrets.join(' ')}` };
      return Promise.resolve(Response.json(words, { status }));
    };
    for (const status of [200, 400, 401, 403, 500]) {
      station.fetch = quote(status);
      told.push(await session.renew((await session.token())!));
      told.push(await station.start());
    }
    station.fetch = fetch;
    expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
    secrets.push(...session.secrets());
    expect(secrets.length).toBeGreaterThan(6);
    await station.signIn.end(erpOrigin, station.place, (url) => station.openBrowser(url));
    const everything = JSON.stringify([told, station.logged, station.opened]);
    expect(station.logged.length).toBeGreaterThan(5);
    expect(
      secrets.filter(
        (secret) => everything.includes(secret) || everything.includes(encodeURIComponent(secret)),
      ),
    ).toEqual([]);
  });
});

/**
 * Sends a request whose Host differs from its destination, as a page could whose name an attacker
 * points at this computer.
 */
function askAs(host: string, url: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function changePayload(token: string, more: object): string {
  const [head, payload, signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
  return [head, encode({ ...claims, ...more }), signature].join('.');
}
