import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceCode } from '../../src/main/sign-in/index.ts';
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts';
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
  provider.person = 'bia';
});

function start(
  station: Station,
  show: (code: DeviceCode) => void,
  signal = new AbortController().signal,
) {
  return station.signIn.startWithDeviceCode(erpOrigin, station.place, show, signal);
}

/**
 * The library waits five seconds between its questions unless the provider asks for another pause.
 */
const askOften = (more: object = {}) =>
  changeJson(/device\/auth$/, (json) => ({ ...json, interval: 0.02, ...more }));

/** Acts on another device: types the code, and confirms. */
async function confirm({ browser }: Station, { url, userCode }: DeviceCode): Promise<void> {
  const confirmPage = await browser.send(await browser.open(url), { user_code: userCode });
  await browser.send(confirmPage, { confirm: 'yes' });
}

describe('a code for another device', () => {
  test('signs in the person who types it there', async () => {
    const station = await openStation(provider);
    station.fetch = askOften();
    const result = await start(station, (code) => {
      expect(code).toMatchObject({ url: `${provider.issuer}/device`, expiresInMs: 600_000 });
      void confirm(station, code);
    });
    const session = sessionOf(result);
    expect(session.person().name).toBe('bia.lima');
    expect(await provider.accepts((await session.token())!)).toBe(true);
    expect(await station.resume()).toBe(session);
    expect(station.opened).toEqual([]);
  });

  test('is not offered by every provider', async () => {
    const station = await openStation(provider);
    station.fetch = changeJson(/openid-configuration/, (json) => ({
      ...json,
      device_authorization_endpoint: undefined,
    }));
    expect(faultOf(await start(station, () => undefined)).kind).toBe('sign-in-unsupported');
  });

  test('ends when the person gives up, and when its time is over', async () => {
    const station = await openStation(provider);
    station.fetch = askOften();
    const stop = new AbortController();
    expect(faultOf(await start(station, () => stop.abort(), stop.signal)).kind).toBe('cancelled');
    station.fetch = askOften({ expires_in: 0.05 });
    expect(faultOf(await start(station, () => undefined)).kind).toBe('sign-in-timeout');
    expect(station.entries.size).toBe(0);
  });

  test('takes times that are no whole seconds, and asks once a second at most', async () => {
    const station = await openStation(provider);
    const times = askOften({ expires_in: 1.4876, interval: 0.001 });
    let questions = 0;
    station.fetch = (url, init) => {
      if (/\/token$/.test(url)) questions += 1;
      return times(url, init);
    };
    expect(faultOf(await start(station, () => undefined)).kind).toBe('sign-in-timeout');
    expect(questions).toBe(1);
  });

  test(
    'ends immediately when the person gives up between two polls',
    { timeout: 4_000 },
    async () => {
      const station = await openStation(provider);
      station.fetch = askOften({ interval: 3_600 });
      const stop = new AbortController();
      const result = start(station, () => setTimeout(() => stop.abort(), 50), stop.signal);
      expect(faultOf(await result).kind).toBe('cancelled');
    },
  );

  test('shows no address without TLS', async () => {
    const station = await openStation(provider);
    for (const more of [{ verification_uri: 'http://evil.test/' }, { user_code: '\u0007' }]) {
      station.fetch = askOften(more);
      expect(faultOf(await start(station, () => expect.unreachable())).kind).toBe('sign-in-server');
    }
  });
});
