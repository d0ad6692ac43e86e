import { describe, expect, it } from 'vitest';
import { Pacer, type Slot } from '../../src/main/erp/pacing/pacer.ts';
import { RateLimit } from '../../src/main/erp/pacing/rate-limit.ts';
import { clientFor, valueOf } from './support/client.ts';
import { eventually, httpErp, json } from './support/http-erp.ts';
import { simulatedClock } from './support/simulated-clock.ts';

function pacerOf(concurrency: number) {
  const clock = simulatedClock();
  const waits: (number | null)[] = [];
  const pacer = new Pacer({ clock, concurrency, onWait: (untilMs) => waits.push(untilMs) });
  const startMs = clock.now();
  return { clock, pacer, waits: () => waits.map((one) => (one === null ? null : one - startMs)) };
}

function rateHeaders(remaining: number, resetSeconds: number, limit = 120): Headers {
  return new Headers({
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
  });
}

/**
 * Sends and answers one request immediately: a person's, for whom no part of a window is reserved.
 */
async function pass(pacer: Pacer, headers = new Headers(), status = 200): Promise<void> {
  const slot = (await pacer.enter(undefined, 'person', 'back'))!;
  slot.sent();
  slot.answered({ status, headers });
  slot.leave();
}

/** Records the requests that got their slot, in order. */
function entering(pacer: Pacer, names: string[]) {
  const slots = new Map<string, Slot | null>();
  const enter = async (
    name: string,
    signal?: AbortSignal,
    place: 'back' | 'front' = 'back',
  ): Promise<void> => {
    slots.set(name, await pacer.enter(signal, 'person', place));
    names.push(name);
  };
  return { enter, slots };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('are as many as the concurrency, first come first served, refused ones first', async () => {
    const { pacer } = pacerOf(2);
    await pass(pacer);
    const order: string[] = [];
    const { enter, slots } = entering(pacer, order);
    for (const name of ['a', 'b', 'c', 'd']) void enter(name);
    void enter('again', undefined, 'front');
    await turn();
    expect(order).toEqual(['a', 'b']);
    slots.get('b')!.leave();
    await turn();
    expect(order).toEqual(['a', 'b', 'again']);
    slots.get('a')!.leave();
    slots.get('again')!.leave();
    await turn();
    expect(order).toEqual(['a', 'b', 'again', 'c', 'd']);
  });

  it('are held until the body is there', async () => {
    const { pacer } = pacerOf(1);
    await pass(pacer);
    const order: string[] = [];
    const { enter, slots } = entering(pacer, order);
    void enter('a');
    void enter('b');
    await turn();
    slots.get('a')!.answered({ status: 200, headers: new Headers() });
    await turn();
    expect(order).toEqual(['a']);
  });

  it('are not used by callers that gave up waiting', async () => {
    const { pacer } = pacerOf(1);
    await pass(pacer);
    const order: string[] = [];
    const { enter, slots } = entering(pacer, order);
    const controller = new AbortController();
    void enter('a');
    void enter('b', controller.signal);
    void enter('c');
    await turn();
    controller.abort();
    await turn();
    expect(slots.get('b')).toBeNull();
    slots.get('a')!.leave();
    await turn();
    expect(slots.get('c')).not.toBeNull();
    expect(await pacer.enter(AbortSignal.abort(), 'person', 'front')).toBeNull();
  });
});

describe('waiting for the rate limit', () => {
  it('is reported with its end, and when it is over', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(1, 30));
    await pass(pacer, rateHeaders(0, 30));
    expect(waits()).toEqual([]);
    await clock.run(pass(pacer, rateHeaders(119, 60)));
    // The time left may have been rounded down by up to a second.
    expect(waits()).toEqual([31_000, null]);
  });

  it('ends for all, without a timer, when no caller waits any more', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(0, 30));
    const controller = new AbortController();
    const waiting = [
      pacer.enter(controller.signal, 'person', 'back'),
      pacer.enter(controller.signal, 'person', 'back'),
    ];
    await turn();
    expect(clock.sleeping).toBe(1);
    controller.abort();
    expect(await Promise.all(waiting)).toEqual([null, null]);
    await turn();
    expect(clock.sleeping).toBe(0);
    expect(waits()).toEqual([31_000, null]);
  });

  it('begins with a 429, for everybody', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer);
    await pass(pacer, new Headers({ 'Retry-After': '12' }), 429);
    await clock.run(Promise.all([pass(pacer), pass(pacer), pass(pacer)]));
    expect(waits()).toEqual([12_000, null]);
  });

  it('lasts no longer than the ceiling, whatever Retry-After contains', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, new Headers({ 'Retry-After': '86400' }), 429);
    await clock.run(pass(pacer));
    expect(waits()).toEqual([120_000, null]);
  });

  it('takes the smallest remaining: a late answer does not raise it', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(3, 30));
    const [first, second] = [
      (await pacer.enter(undefined, 'person', 'back'))!,
      (await pacer.enter(undefined, 'person', 'back'))!,
    ];
    second.answered({ status: 200, headers: rateHeaders(0, 30) });
    first.answered({ status: 200, headers: rateHeaders(2, 30) });
    first.leave();
    second.leave();
    await clock.run(pass(pacer));
    expect(waits()).toEqual([31_000, null]);
  });

  it('ends as early as all answers together allow', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(5, 30));
    await clock.run(clock.sleep(400));
    // 30 seconds left at first, 29 a moment later: the end is in between.
    await pass(pacer, rateHeaders(0, 29));
    await clock.run(pass(pacer, rateHeaders(9, 60)));
    expect(waits()).toEqual([30_400, null]);
  });

  it('does not begin again with a late answer of the window before', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(50, 5));
    const late = (await pacer.enter(undefined, 'person', 'back'))!;
    await clock.run(clock.sleep(6100));
    await pass(pacer, rateHeaders(50, 60));
    late.answered({ status: 200, headers: rateHeaders(0, 1) });
    expect(await pacer.enter(undefined, 'person', 'back')).not.toBeNull();
    expect(waits()).toEqual([]);
  });

  it('after a 429 lasts until the window ends, if only that is known', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer, rateHeaders(50, 30), 429);
    await clock.run(pass(pacer));
    expect(waits()).toEqual([31_000, null]);
  });

  it('after 429s without a time: one pause for those sent together, doubled for the next, short again later', async () => {
    const { clock, pacer, waits } = pacerOf(8);
    await pass(pacer);
    const together = [
      (await pacer.enter(undefined, 'person', 'back'))!,
      (await pacer.enter(undefined, 'person', 'back'))!,
    ];
    for (const slot of together) slot.answered({ status: 429, headers: new Headers() });
    for (const slot of together) slot.leave();
    await clock.run(pass(pacer, new Headers(), 429));
    await clock.run(pass(pacer));
    await pass(pacer, new Headers(), 429);
    await clock.run(pass(pacer));
    expect(waits()).toEqual([2000, null, 6000, null, 8000, null]);
  });

  it('counts running requests, and those that ended without an answer', async () => {
    const { pacer } = pacerOf(8);
    await pass(pacer, rateHeaders(3, 30));
    const order: string[] = [];
    const { enter, slots } = entering(pacer, order);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name);
    await turn();
    expect(order).toEqual(['a', 'b', 'c']);
    slots.get('a')!.sent();
    slots.get('a')!.leave();
    await turn();
    expect(order).toEqual(['a', 'b', 'c']);
    // This one never went out, so its share is free again.
    slots.get('b')!.leave();
    await turn();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('counts answers without headers in the known window', async () => {
    const { pacer } = pacerOf(8);
    await pass(pacer, rateHeaders(2, 30));
    await pass(pacer);
    await pass(pacer);
    const order: string[] = [];
    void entering(pacer, order).enter('a');
    await turn();
    expect(order).toEqual([]);
  });

  it('assumes a minute if the remaining time is missing or absurd', async () => {
    for (const reset of ['', '1750000000']) {
      const { clock, pacer, waits } = pacerOf(8);
      await pass(pacer, new Headers({ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': reset }));
      await clock.run(pass(pacer));
      expect(waits()).toEqual([61_000, null]);
    }
  });

  it.each([-1, 1])('ends in its time, whatever the clock of the computer shows', async (way) => {
    let nowMs = 1_000_000_000_000;
    let awakeMs = 0;
    const sleep = () => new Promise<void>(() => undefined);
    const clock = { now: () => nowMs, awake: () => awakeMs, sleep };
    const waits: (number | null)[] = [];
    const onWait = (untilMs: number | null) => void waits.push(untilMs);
    const pacer = new Pacer({ clock, concurrency: 8, onWait });
    await pass(pacer, rateHeaders(0, 30));
    nowMs += way * 3_600_000;
    const entered = pacer.enter(undefined, 'person', 'back');
    expect(waits).toEqual([nowMs + 31_000]);
    awakeMs = 31_000;
    void pacer.enter(undefined, 'person', 'back');
    expect(await entered).not.toBeNull();
  });
});

describe('finding out', () => {
  it('sends one at a time at the start and after a window', async () => {
    const { clock, pacer } = pacerOf(8);
    const order: string[] = [];
    const { enter, slots } = entering(pacer, order);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await turn();
    expect(order).toEqual(['a']);
    slots.get('a')!.answered({ status: 200, headers: rateHeaders(50, 10) });
    await turn();
    expect(order).toEqual(['a', 'b', 'c']);
    for (const name of ['b', 'c'])
      slots.get(name)!.answered({ status: 200, headers: rateHeaders(40, 10) });
    await clock.run(clock.sleep(11_000));
    for (const name of ['d', 'e']) void enter(name);
    await turn();
    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is not stopped by one request that gets no answer', async () => {
    const { clock, pacer } = pacerOf(8);
    await pass(pacer, rateHeaders(50, 1));
    await clock.run(clock.sleep(2000));
    const order: string[] = [];
    const { enter } = entering(pacer, order);
    for (const name of ['a', 'b', 'c']) void enter(name);
    await clock.run(clock.sleep(1999));
    expect(order).toEqual(['a']);
    await clock.run(clock.sleep(1));
    expect(order).toEqual(['a', 'b']);
  });

  it('sends one at a time after a 429, also if the limit is not announced otherwise', async () => {
    const { clock, pacer } = pacerOf(8);
    await pass(pacer);
    await pass(pacer, new Headers({ 'Retry-After': '5' }), 429);
    const order: string[] = [];
    const { enter } = entering(pacer, order);
    for (const name of ['a', 'b']) void enter(name);
    await clock.run(clock.sleep(60_000));
    expect(order).toEqual(['a']);
  });

  it('is not over with a failing gateway, which proves nothing about the limit', async () => {
    const { pacer } = pacerOf(8);
    await pass(pacer, new Headers(), 502);
    const order: string[] = [];
    const { enter } = entering(pacer, order);
    for (const name of ['a', 'b']) void enter(name);
    await turn();
    expect(order).toEqual(['a']);
  });
});

it('over real HTTP: never more together than allowed, and never more in a window', async () => {
  let endsMs = 0;
  let counted = 0;
  let underWay = 0;
  let most = 0;
  const erp = await httpErp((response) => {
    if (Date.now() >= endsMs) [endsMs, counted] = [Date.now() + 1000, 0];
    counted += 1;
    most = Math.max(most, ++underWay);
    const headers = Object.fromEntries(
      rateHeaders(Math.max(0, 10 - counted), Math.ceil((endsMs - Date.now()) / 1000), 10),
    );
    setTimeout(() => {
      underWay -= 1;
      json(response, counted > 10 ? 429 : 200, { urls: ['https://a.example/1'] }, headers);
    }, 15);
  });
  const client = clientFor(erp.baseUrl, { concurrency: 3 });
  const lists = await Promise.all(
    Array.from({ length: 15 }, (_, index) => client.labelUrls(1, index + 1)),
  );
  expect(lists.map(valueOf)).toHaveLength(15);
  expect(erp.requests).toHaveLength(15);
  expect(most).toBe(3);
});

it('holds back writes as well', async () => {
  const waits: (number | null)[] = [];
  const erp = await httpErp((response, nth) =>
    json(response, nth === 0 ? 429 : 200, {}, nth === 0 ? { 'Retry-After': '1' } : {}),
  );
  const client = clientFor(erp.baseUrl, { onRateLimitWait: (untilMs) => waits.push(untilMs) });
  const startMs = Date.now();
  const concluded = client.conclude(1);
  await eventually(() => erp.requests.length === 1);
  expect((await client.deleteServiceOrderTags(1)).ok).toBe(true);
  expect((await concluded).ok).toBe(true);
  expect(Date.now() - startMs).toBeGreaterThanOrEqual(990);
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeGreaterThanOrEqual(startMs + 1000);
  expect(waits[1]).toBeNull();
});

describe('a rate limit', () => {
  it('keeps in the next window half the pace that others had in the last one', () => {
    const limit = new RateLimit();
    const answer = (atMs: number, remaining: number, resetSeconds: number): void => {
      const headers = rateHeaders(remaining, resetSeconds, 100);
      limit.answered(limit.start(atMs, 'person'), atMs, { status: 200, headers });
    };
    answer(0, 100, 60);
    // 49 requests of others in ten seconds.
    answer(10_000, 50, 50);
    answer(70_000, 20, 60);
    expect(limit.findWait(70_000, 'person')).toBeNull();
    // A quarter of the allowance, and one, could be theirs by now.
    expect(limit.findWait(80_000, 'person')).not.toBeNull();
  });
});
