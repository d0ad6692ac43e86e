import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/main/os/clock.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts';
import {
  changeJson,
  erpOrigin,
  faultOf,
  openStation,
  sessionOf,
  type Station,
} from './support/station.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let provider: OpenIdProvider;
beforeAll(async () => {
  provider = await startOpenIdProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  Object.assign(provider, { person: 'ana', rotates: true, givesRefreshTokens: true });
  Object.assign(provider, { accessTokenS: 4 * 3600, refreshTokenS: 24 * 3600 });
});
afterEach(() => vi.useRealTimers());

/** Time of the workstation and of the provider, which a test moves on. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 2, 1, 8) });
}

function moveTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

const refreshesOf = ({ sent }: Station): number =>
  sent.filter(({ form }) => form.get('grant_type') === 'refresh_token').length;

async function openSession(options: Parameters<typeof openStation>[1] = {}) {
  const station = await openStation(provider, options);
  const session = sessionOf(await station.start());
  return { station, session, first: (await session.token())! };
}

const keptIn = ({ entries }: Station) =>
  JSON.parse(entries.get(`session:${erpOrigin}`)!) as {
    accessToken: string;
    refreshToken: string;
    refreshes: number;
  };

describe('a shift', () => {
  test('of nine hours: tokens of 4 h are refreshed twice, and none that the ERP would refuse is returned', async () => {
    holdTime();
    const { station, session } = await openSession();
    let interruptions = 0;
    for (let passed = 0; passed <= 9 * 60; passed += 5) {
      const token = await session.token();
      if (token === null || !(await provider.accepts(token))) interruptions += 1;
      moveTime(5 * minuteMs);
    }
    expect({ interruptions, refreshes: refreshesOf(station) }).toEqual({
      interruptions: 0,
      refreshes: 2,
    });
    // The description is requested once; each refresh is one request.
    expect(station.sent.filter(({ url }) => url.includes('.well-known')).length).toBe(1);
  });

  test('the morning after: signed in if the refresh token lives, signed out if it has expired', async () => {
    holdTime();
    const { station } = await openSession();
    moveTime(15 * hourMs);
    const morning = await station.resume(station.openOther());
    expect(await provider.accepts((await morning.token())!)).toBe(true);
    moveTime(60 * hourMs);
    const monday = await station.resume(station.openOther());
    expect(await monday.token()).toBeNull();
    expect(station.entries.size).toBe(0);
  });

  test('a short life is refreshed in its last fifth', async () => {
    holdTime();
    provider.accessTokenS = 60;
    const { station, session, first } = await openSession();
    moveTime(47_000);
    expect(await session.token()).toBe(first);
    moveTime(2_000);
    expect(await session.token()).not.toBe(first);
    expect(refreshesOf(station)).toBe(1);
  });
});

describe('the end of a session', () => {
  const tokenOf = (claims: object): string =>
    ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');

  test.each([
    ['said beside the token', { refresh_expires_in: 86_400 }, 86_400_000],
    [
      'of a token without one',
      { refresh_expires_in: 0, refresh_token: tokenOf({ iat: 5, exp: 65 }) },
      null,
    ],
    ['in the token', { refresh_token: tokenOf({ iat: 1000, exp: 1060 }) }, 60_000],
    ['not said in the token', { refresh_token: tokenOf({ iat: 1000 }) }, null],
    ['not said', { refresh_token: 'a.{.b' }, null],
    ['of no sense', { refresh_expires_in: 'soon' }, null],
  ])('is known if it is stated, also after a restart: %s', async (_, more, lifeMs) => {
    holdTime();
    const station = await openStation(provider);
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, ...more }));
    const endsAtMs = lifeMs === null ? null : Date.now() + lifeMs;
    expect(sessionOf(await station.start()).endsAtMs()).toBe(endsAtMs);
    expect((await station.resume(station.openOther())).endsAtMs()).toBe(endsAtMs);
  });

  test('is put off at half of its time, though the token still lives', async () => {
    holdTime();
    const station = await openStation(provider);
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, refresh_expires_in: 1800 }));
    const session = sessionOf(await station.start());
    const first = await session.token();
    moveTime(14 * minuteMs);
    expect(await session.token()).toBe(first);
    moveTime(minuteMs);
    expect(await session.token()).not.toBe(first);
    expect([refreshesOf(station), session.endsAtMs()]).toEqual([1, Date.now() + 1_800_000]);
  });
});

describe('one refresh', () => {
  test('for all simultaneous requests of all programs', async () => {
    holdTime();
    const { station, session, first } = await openSession();
    const other = await station.resume(station.openOther());
    moveTime(3.95 * hourMs);
    const tokens = await Promise.all(
      [session, other].flatMap((one) => Array.from({ length: 10 }, () => one.token())),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(first);
    expect(await Promise.all([session.renew(first), other.renew(first)])).toEqual([
      { ok: true, value: true },
      { ok: true, value: true },
    ]);
    expect(refreshesOf(station)).toBe(1);
  });

  test('if the ERP refuses a token, for all requests that carried it; none if there is another by now', async () => {
    const { station, session, first } = await openSession();
    const other = await station.resume(station.openOther());
    const renewed = await Promise.all(Array.from({ length: 8 }, () => session.renew(first)));
    expect(renewed).toEqual(Array.from({ length: 8 }, () => ({ ok: true, value: true })));
    expect(await other.renew(first)).toEqual({ ok: true, value: true });
    expect(await other.token()).toBe(await session.token());
    expect([session.id(), other.id()]).toEqual([session.id(), session.id()]);
    expect(refreshesOf(station)).toBe(1);
    expect(session.secrets()).toContain(first);
  });

  test('finishes and is stored, though its caller has gone', async () => {
    const { station, session, first } = await openSession();
    const stop = new AbortController();
    station.fetch = async (url, init) => {
      stop.abort();
      return fetch(url, init);
    };
    expect(faultOf(await session.renew(first, stop.signal)).kind).toBe('cancelled');
    await expect.poll(() => keptIn(station).refreshes).toBe(1);
    expect(await provider.accepts((await session.token())!)).toBe(true);
  });

  test('of a provider that rotates nothing keeps the refresh token', async () => {
    provider.rotates = false;
    const { station, session, first } = await openSession();
    const before = keptIn(station).refreshToken;
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, refresh_token: undefined }));
    expect(await session.renew(first)).toEqual({ ok: true, value: true });
    expect(keptIn(station).refreshToken).toBe(before);
    expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
  });

  test('is not possible without a refresh token: the session lasts until the ERP refuses its token', async () => {
    holdTime();
    provider.givesRefreshTokens = false;
    const { station, session, first } = await openSession();
    moveTime(20 * hourMs);
    expect(await session.token()).toBe(first);
    expect(await session.renew(first)).toEqual({ ok: true, value: false });
    expect(await session.token()).toBeNull();
    expect([refreshesOf(station), station.entries.size]).toEqual([0, 0]);
  });

  test('none, if the provider does not state a token’s lifetime, until the ERP refuses it', async () => {
    holdTime();
    const station = await openStation(provider);
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, expires_in: undefined }));
    const session = sessionOf(await station.start());
    const first = (await session.token())!;
    moveTime(5 * hourMs);
    expect(await session.token()).toBe(first);
    expect(await session.renew(first)).toEqual({ ok: true, value: true });
  });
});

describe('a refresh that fails', () => {
  const answer = (status: number, body: object | string) => () =>
    Promise.resolve(
      typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
    );
  test.each([
    ['no network', () => Promise.reject(new TypeError('fetch failed')), 'network'],
    ['503', answer(503, ''), 'unavailable'],
    ['500', answer(500, { error: 'server_error' }), 'server'],
    ['429', answer(429, { error: 'slow_down' }), 'rate-limited'],
    ['a page', answer(200, '<html>'), 'gateway'],
    ['no JSON', answer(200, 'x'), 'bad-response'],
    ['no token', answer(200, {}), 'bad-response'],
    ['client refused', answer(401, { error: 'invalid_client' }), 'sign-in-refused'],
    ['another refusal', answer(400, { error: 'invalid_request' }), 'sign-in-refused'],
  ])('for now (%s) leaves the session, and the next one works', async (_, respond, kind) => {
    const { station, session, first } = await openSession();
    const kept = station.entries.get(`session:${erpOrigin}`);
    station.fetch = respond;
    expect(faultOf(await session.renew(first)).kind).toBe(kind);
    expect(station.entries.get(`session:${erpOrigin}`)).toBe(kept);
    expect(await session.token()).toBe(first);
    station.fetch = fetch;
    expect(await session.renew(first)).toEqual({ ok: true, value: true });
    // Endpoints may have moved: the description is read again.
    expect(station.sent.filter(({ url }) => url.includes('.well-known')).length).toBe(2);
  });

  test('is not tried again for each request while the token still lives', async () => {
    holdTime();
    const { station, session, first } = await openSession();
    moveTime(3.95 * hourMs);
    station.fetch = () => Promise.reject(new TypeError('fetch failed'));
    station.sent.length = 0;
    for (let request = 0; request < 10; request += 1) expect(await session.token()).toBe(first);
    expect(station.sent.length).toBe(1);
    station.fetch = fetch;
    moveTime(31_000);
    expect(await session.token()).not.toBe(first);
  });

  test('for good ends the session, but not one that began since', async () => {
    const { station, session, first } = await openSession();
    const old = station.entries.get(`session:${erpOrigin}`)!;
    const other = station.openOther();
    const begun = sessionOf(
      await other.start(
        erpOrigin,
        station.place,
        (url) => station.openBrowser(url),
        new AbortController().signal,
      ),
    );
    expect(await session.renew(first)).toEqual({ ok: true, value: false });
    expect(await begun.token()).not.toBeNull();
    expect(station.entries.get(`session:${erpOrigin}`)).not.toBe(old);
    expect(refreshesOf(station)).toBe(0);
  });

  test('because the keychain does not accept its tokens: this program continues with them, and stores them later', async () => {
    holdTime();
    const { station, session, first } = await openSession();
    station.fetch = async (url, init) => {
      const response = await fetch(url, init);
      station.keychainFails = true;
      return response;
    };
    expect(await session.renew(first)).toEqual({ ok: true, value: true });
    const second = (await session.token())!;
    expect(await provider.accepts(second)).toBe(true);
    station.keychainFails = false;
    expect(keptIn(station).accessToken).toBe(first);
    moveTime(31_000);
    expect(await session.token()).toBe(second);
    expect(keptIn(station).accessToken).toBe(second);
  });

  test('because the keychain cannot be read: no request is sent, nothing is lost', async () => {
    const { station, session, first } = await openSession();
    station.keychainFails = true;
    expect(faultOf(await session.renew(first)).kind).toBe('keychain');
    station.keychainFails = false;
    expect(refreshesOf(station)).toBe(0);
    expect(await session.renew(first)).toEqual({ ok: true, value: true });
  });

  test("because it brings another person's tokens: the session is over", async () => {
    const { station, session, first } = await openSession();
    provider.person = 'bia';
    const bia = await openSession();
    const idTokens: string[] = [];
    bia.station.fetch = changeJson(/\/token$/, (json) => {
      idTokens.push(String(json['id_token']));
      return json;
    });
    await bia.session.renew(bia.first);
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, id_token: idTokens[0] }));
    expect(await session.renew(first)).toEqual({ ok: true, value: false });
    expect(station.entries.size).toBe(0);
  });
});

describe('a slow provider', () => {
  /** Its answers to refreshes wait until they are let go. */
  function holdRefreshes(station: Station) {
    const held = Promise.withResolvers<null>();
    station.fetch = async (url, init) => {
      const isRefresh = station.sent.at(-1)?.form.get('grant_type') === 'refresh_token';
      const answer = await fetch(url, init);
      if (isRefresh) await Promise.race([held.promise, rejectOnAbort(init?.signal)]);
      return answer;
    };
    return held;
  }

  const rejectOnAbort = (signal: AbortSignal | null | undefined) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
    });

  /** Whose rests of 2.5 s, which are noted, take no time. */
  function skipRests(rests: number[] = []) {
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => {
      if (ms !== 2_500) return systemClock.sleep(ms, signal);
      rests.push(ms);
      return systemClock.sleep(0, signal);
    };
    return { ...systemClock, sleep };
  }

  test.each(['out', 'in again'])('holds up nobody who signs %s', async (where) => {
    const { station, session, first } = await openSession({ clock: skipRests() });
    holdRefreshes(station);
    const renewing = session.renew(first);
    await expect.poll(() => refreshesOf(station)).toBe(1);
    if (where === 'out')
      expect(await station.signIn.end(erpOrigin, station.place, null)).toMatchObject({ ok: true });
    else expect(sessionOf(await station.start()).id()).toBe((await station.resume()).id());
    // The old session's requests wait for the network, until they get the new one's token.
    expect(await renewing).toMatchObject(
      where === 'out' ? { ok: true, value: false } : { ok: false, fault: { kind: 'timeout' } },
    );
    expect(station.entries.size).toBe(where === 'out' ? 0 : 1);
  });

  test('holds up no request while the present token is good, and its answer counts', async () => {
    holdTime();
    const rests: number[] = [];
    const { station, session, first } = await openSession({ clock: skipRests(rests) });
    const held = holdRefreshes(station);
    moveTime(4 * hourMs - 2 * minuteMs);
    expect([await session.token(), await session.token()]).toEqual([first, first]);
    expect(rests).toEqual([2_500]);
    moveTime(3 * minuteMs);
    const next = session.token();
    held.resolve(null);
    expect(await next).not.toBe(first);
    expect([await provider.accepts((await next)!), refreshesOf(station)]).toEqual([true, 1]);
  });

  test('has two minutes for the answer that has the next refresh token', async () => {
    const { station, session, first } = await openSession();
    const held = holdRefreshes(station);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const renewing = session.renew(first);
    await vi.waitFor(() => expect(refreshesOf(station)).toBe(1));
    await vi.advanceTimersByTimeAsync(110_000);
    held.resolve(null);
    expect(await renewing).toEqual({ ok: true, value: true });
  });

  test('that says the end of a session once has said it for later tokens too', async () => {
    holdTime();
    const { station, session } = await openSession();
    station.fetch = changeJson(/\/token$/, (json) => ({ ...json, refresh_expires_in: 1800 }));
    moveTime(4 * hourMs);
    await session.token();
    const endsAtMs = Date.now() + 1_800_000;
    expect(session.endsAtMs()).toBe(endsAtMs);
    station.fetch = fetch;
    moveTime(16 * minuteMs);
    await session.token();
    expect([refreshesOf(station), session.endsAtMs()]).toEqual([2, endsAtMs]);
  });
});

describe('a clock that jumps', () => {
  // The workstation's clock alone: the provider's tokens go by the real one.
  test.each([
    ['forth', 9 * hourMs],
    ['back', -9 * hourMs],
    ['back a year', -365 * 24 * hourMs],
  ])('%s costs one refresh at most, and no sign-out', async (_, jumpMs) => {
    let offMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + offMs };
    const { station, session } = await openSession({ clock });
    offMs = jumpMs;
    for (let request = 0; request < 5; request += 1)
      expect(await provider.accepts((await session.token())!)).toBe(true);
    offMs = 0;
    for (let request = 0; request < 5; request += 1)
      expect(await provider.accepts((await session.token())!)).toBe(true);
    // One for each jump.
    expect(refreshesOf(station)).toBeLessThanOrEqual(2);
  });

  test('back does not make a token live longer', async () => {
    holdTime();
    let offMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + offMs };
    const { session } = await openSession({ clock });
    offMs = -9 * hourMs;
    moveTime(4.5 * hourMs);
    expect(await provider.accepts((await session.token())!)).toBe(true);
  });

  test('by seconds is none', async () => {
    let offMs = 0;
    const clock = { ...systemClock, now: () => Date.now() + offMs };
    const { station, session } = await openSession({ clock });
    for (const jumpMs of [-30_000, 30_000, -4 * minuteMs]) {
      offMs = jumpMs;
      await session.token();
    }
    expect(refreshesOf(station)).toBe(0);
  });
});

describe('signing out', () => {
  test('empties the keychain, revokes the refresh token and opens the page of the provider without any token', async () => {
    const { station, session, first } = await openSession();
    const before = provider.countLiveRefreshTokens();
    const pages: string[] = [];
    const ended = await station.signIn.end(erpOrigin, station.place, (url) => {
      pages.push(url);
      return Promise.resolve();
    });
    expect(ended).toEqual({ ok: true, value: undefined });
    expect(station.entries.size).toBe(0);
    expect(await session.token()).toBeNull();
    expect(provider.countLiveRefreshTokens()).toBe(before - 1);
    expect(await provider.accepts(first)).toBe(false);
    expect(pages).toEqual([`${provider.issuer}/session/end?client_id=doca`]);
    expect(await station.signIn.resume(erpOrigin, station.place)).toEqual({
      ok: true,
      value: null,
    });
  });

  test('works without a network, without a browser and without a session', async () => {
    const { station } = await openSession();
    station.fetch = () => Promise.reject(new TypeError('fetch failed'));
    const other = station.openOther();
    expect(
      (await other.end(erpOrigin, station.place, () => Promise.reject(new Error('no browser')))).ok,
    ).toBe(true);
    expect(station.entries.size).toBe(0);
    station.fetch = fetch;
    expect((await other.end(erpOrigin, station.place, null)).ok).toBe(true);
  });

  test('reports if the keychain does not delete the session', async () => {
    const { station } = await openSession();
    station.keychainFails = true;
    expect(faultOf(await station.signIn.end(erpOrigin, station.place, null)).kind).toBe('keychain');
  });

  test('of another program is noticed at the next refused token', async () => {
    const { station, session, first } = await openSession();
    await station.openOther().end(erpOrigin, station.place, null);
    expect(await session.renew(first)).toEqual({ ok: true, value: false });
    expect(await session.token()).toBeNull();
  });

  test('waits for a running refresh, so that it does not come back', async () => {
    const { station, session, first } = await openSession();
    const gate = Promise.withResolvers<null>();
    station.fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (url.endsWith('/token')) await gate.promise;
      return response;
    };
    const renewing: Promise<unknown> = session.renew(first);
    await expect.poll(() => refreshesOf(station)).toBe(1);
    const ending = station.openOther().end(erpOrigin, station.place, null);
    gate.resolve(null);
    await Promise.all([renewing, ending]);
    expect(station.entries.size).toBe(0);
  });
});
