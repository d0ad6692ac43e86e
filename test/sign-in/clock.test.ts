import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { faultOf, openStation, sessionOf } from './support/station.ts';

let worker: Worker;
let issuer: string;
beforeAll(async () => {
  worker = new Worker(new URL('support/provider-worker.ts', import.meta.url));
  issuer = await new Promise((resolve) => worker.once('message', resolve));
});
afterAll(() => worker.terminate());
afterEach(() => vi.useRealTimers());

const hourMs = 3_600_000;
const putClock = (offMs: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });

describe('a workstation with a clock that is wrong', () => {
  test.each([-14 * hourMs, 9 * hourMs, 400 * 24 * hourMs])(
    'by %d ms signs in and refreshes as any other',
    async (offMs) => {
      putClock(offMs);
      const station = await openStation({ issuer });
      const session = sessionOf(await station.start());
      expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
      expect(await session.token()).not.toBeNull();
    },
  );

  test('if the provider does not send its time: a sign-in needs the right one, a refresh does not', async () => {
    const station = await openStation({ issuer });
    station.fetch = async (url, init) => {
      const response = await fetch(url, init);
      const headers = { 'content-type': response.headers.get('content-type') ?? '' };
      return new Response(await response.text(), { status: response.status, headers });
    };
    const session = sessionOf(await station.start());
    putClock(9 * hourMs);
    expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
    expect(faultOf(await station.start()).kind).toBe('sign-in-broken');
  });

  test('that jumps while the browser is open, or between refreshes, has no effect', async () => {
    const station = await openStation({ issuer });
    const open = station.openBrowser.bind(station);
    station.openBrowser = (url) => {
      putClock(9 * hourMs);
      return open(url);
    };
    const session = sessionOf(await station.start());
    for (const offMs of [-20 * hourMs, 30 * hourMs]) {
      putClock(offMs);
      // An ID token comes with it whose time is over by this clock, or has not begun.
      expect(await session.renew((await session.token())!)).toEqual({ ok: true, value: true });
    }
  });
});
