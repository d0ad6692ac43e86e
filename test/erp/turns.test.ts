import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErpClientOptions } from '../../src/main/erp/index.ts';
import type { Fetch } from '../../src/main/os/fetch.ts';
import { clientFor } from './support/client.ts';
import { simulatedClock, type SimulatedClock } from './support/simulated-clock.ts';
import { simulatedServer, type SimulatedServerOptions } from './support/simulated-server.ts';

const latencyMs = () => [40, 40] as const;
const plan = (limit: number): SimulatedServerOptions => ({ limit, windowMs: 60_000, latencyMs });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly atMs: number;
}

/** An account whose reads and writes have a limit each, or one for both. */
function account(
  clock: SimulatedClock,
  reads: SimulatedServerOptions,
  writes: SimulatedServerOptions | 'shared',
) {
  const startMs = clock.now();
  const ofReads = simulatedServer(clock, reads);
  const ofWrites = writes === 'shared' ? ofReads : simulatedServer(clock, writes);
  const sent: Sent[] = [];
  const waits: (number | null)[] = [];
  const fetch: Fetch = (url, init) => {
    const method = init?.method ?? 'GET';
    sent.push({ method, path: new URL(url).pathname, atMs: clock.now() - startMs });
    return (method === 'GET' ? ofReads : ofWrites).fetch(url, init);
  };
  const clientWith = (more: Partial<ErpClientOptions> = {}) =>
    clientFor('https://erp.example', { fetch, clock, timeoutMs: 1e8, ...more });
  const client = clientWith({
    onRateLimitWait: (untilMs) => waits.push(untilMs === null ? null : untilMs - startMs),
  });
  return {
    client,
    clientWith,
    sent,
    waits,
    refused: () => ofReads.refused + (ofWrites === ofReads ? 0 : ofWrites.refused),
  };
}

const idOf = ({ path }: Sent): number => Number(/expedicao\/(\d+)\/etiquetas/.exec(path)?.[1]);
const range = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

describe('reads and writes', () => {
  it.each([
    ['told', {}],
    ['told with a refusal alone, and without a body', { headers: false, retryAfter: () => '40' }],
    ['told in no way', { headers: false }],
  ] as const)(
    'have windows of their own, %s: with all reads used up a conclusion goes at once',
    async (_name, more) => {
      const clock = simulatedClock();
      const { client, sent, waits } = account(
        clock,
        { ...plan(30), ...more },
        { ...plan(30), ...more },
      );
      const labels = Promise.all(range(60).map((id) => client.labelUrls(1, id)));
      await clock.run(clock.sleep(5000));
      expect(waits.at(-1)).toBeGreaterThan(5000);
      const before = sent.length;
      await clock.run(client.conclude(1));
      expect(sent.slice(before)).toMatchObject([{ method: 'POST', atMs: 5000 }]);
      expect((await clock.run(labels)).every(({ ok }) => ok)).toBe(true);
    },
  );

  it('are independent: a waiting one is reported until it is over, whatever the other does', async () => {
    const clock = simulatedClock();
    const { client, waits } = account(clock, plan(1), plan(2));
    await clock.run(client.labelUrls(1, 1));
    const read = client.labelUrls(1, 2);
    await clock.run(clock.sleep(10_000));
    await clock.run(Promise.all(range(2).map((id) => client.conclude(id))));
    expect(waits).toEqual([61_080]);
    await clock.run(Promise.all([read, client.conclude(3)]));
    expect(waits).toEqual([61_080, 71_160, 71_160, null]);
  });

  it.each([30, 60, 120, 140])(
    'of one window of %d for both obey it all the same',
    async (limit) => {
      const clock = simulatedClock();
      const { client, refused } = account(clock, plan(limit), 'shared');
      const labels = Promise.all(range(limit * 2).map((id) => client.labelUrls(1, id)));
      const writes: boolean[] = [];
      for (let id = 1; id <= limit; id += 1)
        writes.push((await clock.run(client.deleteServiceOrderTags(id))).ok);
      expect((await clock.run(labels)).every(({ ok }) => ok)).toBe(true);
      expect(writes.every(Boolean)).toBe(true);
      expect(refused()).toBeLessThanOrEqual(6);
    },
  );

  it.each([
    ['reads', {}, { headers: false }],
    ['writes', { headers: false }, {}],
    ['nothing', { headers: false }, { headers: false }],
  ])('with headers on %s alone all end', async (_name, reads, writes) => {
    const clock = simulatedClock();
    const { client, refused } = account(
      clock,
      { ...plan(30), ...reads },
      { ...plan(30), ...writes },
    );
    const all = await clock.run(
      Promise.all([
        ...range(60).map((id) => client.labelUrls(1, id)),
        ...range(40).map((id) => client.deleteServiceOrderTags(id)),
      ]),
    );
    expect(all.every(({ ok }) => ok)).toBe(true);
    expect(refused()).toBeLessThan(60);
  });
});

describe("a person's request", () => {
  it('overtakes 200 of work, as soon as one of them ends', async () => {
    const clock = simulatedClock();
    const { client, sent } = account(clock, plan(120), plan(100));
    const labels = Promise.all(range(200).map((id) => client.labelUrls(1, id)));
    await clock.run(clock.sleep(300));
    const before = sent.length;
    await clock.run(client.as('person').labelUrls(1, 999));
    expect(sent.slice(before, before + 8).map(idOf)).toContain(999);
    expect((await clock.run(labels)).every(({ ok }) => ok)).toBe(true);
  });

  it.each([
    [30, 1],
    [60, 2],
    [120, 4],
    [140, 4],
  ])(
    'finds a thirtieth of a window of %d left by work, so that a conclusion reads and goes at once',
    async (limit, kept) => {
      const clock = simulatedClock();
      const { client, sent, refused } = account(clock, plan(limit), plan(limit));
      const labels = Promise.all(range(limit * 2).map((id) => client.labelUrls(1, id)));
      await clock.run(clock.sleep(10_000));
      const before = sent.length;
      for (const id of range(kept)) await clock.run(client.as('person').labelUrls(1, 1000 + id));
      expect(sent.slice(before).map(({ atMs }) => Math.floor(atMs / 1000))).toEqual(
        range(kept).map(() => 10),
      );
      expect((await clock.run(labels)).every(({ ok }) => ok)).toBe(true);
      expect(refused()).toBe(0);
    },
  );

  it('after a refusal goes before others of a person, and one of work does not', async () => {
    const clock = simulatedClock();
    let refusing = true;
    const sent: string[] = [];
    const fetch: Fetch = async (url) => {
      sent.push(new URL(url).pathname.split('/').at(-2) ?? '');
      await clock.sleep(10);
      const status = refusing ? 429 : 200;
      refusing = false;
      return new Response('{"urls":[]}', { status });
    };
    const client = clientFor('https://erp.example', {
      fetch,
      clock,
      concurrency: 1,
      timeoutMs: 1e8,
    });
    const refused = client.labelUrls(1, 1);
    await clock.run(clock.sleep(1));
    await clock.run(
      Promise.all([
        refused,
        client.labelUrls(1, 2),
        ...[3, 4].map((id) => client.as('person').labelUrls(1, id)),
      ]),
    );
    expect(sent).toEqual(['1', '3', '4', '1', '2']);
  });
});

describe('the background', () => {
  it('has a tenth of the smallest plan if the service announces no limit, and its wait is not reported', async () => {
    const clock = simulatedClock();
    const { client, sent, waits } = account(clock, { ...plan(1e6), headers: false }, plan(30));
    await clock.run(Promise.all(range(7).map((id) => client.as('background').labelUrls(1, id))));
    expect(sent.map(({ atMs }) => Math.floor(atMs / 60_000))).toEqual([0, 0, 0, 1, 1, 1, 2]);
    expect(waits).toEqual([]);
  });

  it('has a tenth of a window that is longer than a minute, not of each minute', async () => {
    const clock = simulatedClock();
    const { client, sent } = account(clock, { ...plan(30), windowMs: 300_000 }, plan(30));
    await clock.run(Promise.all(range(5).map((id) => client.as('background').labelUrls(1, id))));
    expect(sent.map(({ atMs }) => Math.floor(atMs / 300_000))).toEqual([0, 0, 0, 1, 1]);
  });

  it('leaves the last tenth of a window alone, untold', async () => {
    const clock = simulatedClock();
    const { client, sent, waits } = account(clock, plan(30), plan(30));
    await clock.run(Promise.all(range(27).map((id) => client.labelUrls(1, id))));
    const listed = client.as('background').labelUrls(1, 99);
    await clock.run(clock.sleep(1000));
    await clock.run(Promise.all(range(3).map((id) => client.as('person').labelUrls(1, id))));
    expect(waits).toEqual([]);
    expect(sent.some((one) => idOf(one) === 99)).toBe(false);
    await clock.run(listed);
    expect(waits).toEqual([]);
  });

  it('delays no other, however slow: neither for its place, nor for its discoveries', async () => {
    const clock = simulatedClock();
    const slow = ['/expedicao/1/expedicao/9/etiquetas'];
    const fetch: Fetch = async (url) => {
      await clock.sleep(slow.includes(new URL(url).pathname) ? 30_000 : 10);
      return new Response('{"urls":[]}');
    };
    const client = clientFor('https://erp.example', {
      fetch,
      clock,
      concurrency: 1,
      timeoutMs: 1e8,
    });
    const startMs = clock.now();
    const listed = client.as('background').labelUrls(1, 9);
    await clock.run(clock.sleep(100));
    await clock.run(Promise.all([client.labelUrls(1, 1), client.as('person').labelUrls(1, 2)]));
    expect(clock.now() - startMs).toBe(120);
    await clock.run(listed);
  });

  it('never has more than a tenth of the limit in any minute, and stops no other, whatever the other requests', async () => {
    const kinds = fc.constantFrom('person', 'work', 'background', 'background');
    const world = fc.record({
      limit: fc.constantFrom(1, 7, 10, 30, 60, 120, 140),
      headers: fc.boolean(),
      windows: fc.constantFrom('first-request' as const, 'clock' as const),
      asked: fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 4000 })), {
        minLength: 1,
        maxLength: 60,
      }),
      latencies: fc.array(
        fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 500 })),
        {
          minLength: 1,
          maxLength: 9,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ limit, headers, windows, asked, latencies }) => {
        const clock = simulatedClock();
        const counted: number[] = [];
        // Judged by the server after the longest way there: the limit applies when the server
        // counts the request.
        const way = (request: number) => latencies[request % latencies.length] ?? ([0, 0] as const);
        const server = simulatedServer(clock, {
          limit: headers ? limit : 1e6,
          windowMs: 60_000,
          windows,
          headers,
          latencyMs: way,
        });
        let requests = 0;
        const fetch: Fetch = (url, init) => {
          const [there] = way(requests++);
          if (url.endsWith('/2/etiquetas')) counted.push(clock.now() + there);
          return server.fetch(url, init);
        };
        const client = clientFor('https://erp.example', { fetch, clock, timeoutMs: 1e8 });
        const all: Promise<{ readonly ok: boolean }>[] = [];
        for (const [turn, gapMs] of asked) {
          all.push(client.as(turn).labelUrls(1, turn === 'background' ? 2 : 1));
          await clock.run(clock.sleep(gapMs));
        }
        expect((await clock.run(Promise.all(all))).every(({ ok }) => ok)).toBe(true);
        const share = Math.max(1, Math.floor((headers ? limit : 30) / 10));
        for (const atMs of counted) {
          expect(
            counted.filter((other) => other >= atMs && other < atMs + 60_000).length,
          ).toBeLessThanOrEqual(share);
        }
        expect(clock.sleeping).toBe(0);
      }),
      { numRuns: 150 },
    );
  });
});
