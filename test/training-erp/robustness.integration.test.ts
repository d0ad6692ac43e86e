import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { call, labelLink, open } from './client.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

/**
 * Sends bytes unchanged, and returns the answer until the other side closes or a timeout ends it.
 */
async function rawRequest(origin: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.setTimeout(150, () => socket.destroy());
  socket.end(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

async function isAlive(sandbox: FaultySandbox): Promise<boolean> {
  return (await call(sandbox, 'GET', '/info')).status === 200;
}

describe('the rate limit', () => {
  it('sends the remaining requests with every answer, refuses beyond the limit, and starts a new window', async () => {
    const startMs = Date.UTC(2026, 0, 5, 12);
    vi.useFakeTimers({ toFake: ['Date'], now: startMs });
    onTestFinished(() => void vi.useRealTimers());
    const sandbox = await open({ rateLimitPerMinute: 3, rateLimitWindowMs: 1_000 });
    const answers = [
      await call(sandbox, 'GET', '/info'),
      await call(sandbox, 'GET', '/nowhere'),
      await call(sandbox, 'GET', '/info', { token: null }),
      await call(sandbox, 'GET', '/info'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 401, 429]);
    const header = (name: string): (string | null)[] =>
      answers.map(({ headers }) => headers.get(name));
    expect(header('x-ratelimit-limit')).toEqual(['3', '3', '3', '3']);
    expect(header('x-ratelimit-remaining')).toEqual(['2', '1', '0', '0']);
    expect(header('x-ratelimit-reset')).toEqual(['1', '1', '1', '1']);
    expect(header('retry-after')).toEqual([null, null, null, '1']);
    vi.setSystemTime(startMs + 1_000);
    expect((await call(sandbox, 'GET', '/info')).headers.get('x-ratelimit-remaining')).toBe('2');
  });

  it('counts a minute from the first request by default, and does not affect the label host', async () => {
    const sandbox = await open({ rateLimitPerMinute: 2, formats: ['zpl'] });
    const link = await labelLink(sandbox);
    const limited = await call(sandbox, 'GET', '/info');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(30);
    for (let times = 0; times < 5; times++) expect((await fetch(link)).status).toBe(200);
  });

  it('has a window for reads and one for writes, each with its own limit and headers', async () => {
    const sandbox = await open({ rateLimitPerMinute: { reads: 2, writes: 1 } });
    const path = `/ordem-servico/${sandbox.known.serviceOrders[0]}/marcadores`;
    const answers = [];
    for (const [method, where] of [
      ...[['GET', '/info'] as const, ['GET', '/info'] as const, ['GET', '/info'] as const],
      ...[['DELETE', path] as const, ['DELETE', path] as const],
    ]) {
      answers.push(await call(sandbox, method, where));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 204, 429]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual([
      '2',
      '2',
      '2',
      '1',
      '1',
    ]);
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual([
      '1',
      '0',
      '0',
      '0',
      '0',
    ]);
  });

  it('is not announced if there is none', async () => {
    const { headers } = await call(await open(), 'GET', '/info');
    expect(headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('latency', () => {
  it('is added on both origins, to each request for itself', async () => {
    const sandbox = await open({ latencyMs: 120, formats: ['zpl'] });
    const link = await labelLink(sandbox);
    const start = performance.now();
    await Promise.all([
      fetch(link),
      fetch(link),
      call(sandbox, 'GET', '/info'),
      call(sandbox, 'GET', '/info'),
    ]);
    expect(performance.now() - start).toBeGreaterThan(115);
  });
});

describe('the log', () => {
  it('has each request with its host, path, query, bearer and status, in order of arrival', async () => {
    const sandbox = await open({ formats: ['zpl'] });
    const before = Date.now();
    const link = await labelLink(sandbox);
    await fetch(link);
    expect(
      sandbox.requests.map(({ host, method, authorization, status }) => [
        host,
        method,
        authorization,
        status,
      ]),
    ).toEqual([
      ['erp', 'GET', `Bearer ${sandbox.token}`, 200],
      ['erp', 'GET', `Bearer ${sandbox.token}`, 200],
      ['labels', 'GET', null, 200],
    ]);
    expect(sandbox.requests[2]!.path).toBe(link.slice(sandbox.labelOrigin.length));
    for (const { atMs } of sandbox.requests) expect(atMs).toBeGreaterThanOrEqual(before);
  });
});

describe('a client that hangs up', () => {
  it('before the answer, stays in the log without a status, and no download is counted', async () => {
    const latencyMs = 500;
    const sandbox = await open({ latencyMs, formats: ['zpl'] });
    const hangUp = new AbortController();
    const answer = fetch(await labelLink(sandbox), { signal: hangUp.signal });
    await expect.poll(() => sandbox.requests.at(-1)?.host, { interval: 5 }).toBe('labels');
    hangUp.abort();
    await expect(answer).rejects.toThrow(/aborted/);
    await new Promise((resolve) => setTimeout(resolve, latencyMs + 50));
    expect(sandbox.requests.at(-1)).toMatchObject({ host: 'labels', status: 0 });
    expect(sandbox.downloads(groupingIdOf(0), 0)).toBe(0);
  });
});

describe('hostile requests', () => {
  it('a body of more than a megabyte is not read to its end', async () => {
    const sandbox = await open();
    const path = `/ordem-servico/${sandbox.known.serviceOrders[0]}/marcadores`;
    const raw = new Uint8Array(3 * 1024 * 1024).fill(0x20);
    await expect(call(sandbox, 'PUT', path, { raw })).rejects.toThrow();
    const barely = JSON.stringify([{ descricao: 'x'.repeat(1024 * 1024 - 20) }]);
    expect((await call(sandbox, 'PUT', path, { raw: barely })).status).toBe(204);
  });

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['TLS on a plain port', Uint8Array.of(0x16, 0x03, 0x01, 0x02, 0x00, 0x01)],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${`X: ${'y'.repeat(1000)}\r\n`.repeat(40)}\r\n`,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    ['a body that ends too early', 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab'],
    ['no path', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'a strange target',
      'GET //../..//%ff%00?%%&=&a=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    [
      'an absolute target',
      'GET http://example.com/public-api/v3/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'an upgrade',
      'GET /x HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('%s: is refused, and the next request is answered', async (_, bytes) => {
    const sandbox = await open();
    for (const origin of [sandbox.baseUrl, sandbox.labelOrigin]) {
      expect(await rawRequest(origin, bytes)).not.toMatch(/^HTTP\/1\.1 (2|5)/);
    }
    expect(await isAlive(sandbox)).toBe(true);
  });

  it('for any path and method, the answer is a client error or a documented one', async () => {
    const sandbox = await open({ shipments: 1, groupings: 1 });
    const segment = fc.oneof(
      fc.constantFrom(
        'expedicao',
        'ordem-servico',
        'notas',
        'orcamentos',
        'marcadores',
        'situacao',
        'info',
        '..',
        `${groupingIdOf(0)}`,
      ),
      fc.webSegment(),
    );
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 5 }),
        method,
        fc.webQueryParameters(),
        async (parts, verb, query) => {
          const { status } = await call(sandbox, verb, `/${parts.join('/')}?${query}`);
          expect([200, 204, 400, 404, 405]).toContain(status);
        },
      ),
      { numRuns: 100 },
    );
    expect(await isAlive(sandbox)).toBe(true);
  });
});

describe('starting and closing', () => {
  it('listens on the asked port, on the loopback interface only', async () => {
    const first = await open();
    const port = Number(new URL(first.baseUrl).port);
    await first.close();
    const second = await open({ port });
    expect(second.baseUrl).toBe(`http://127.0.0.1:${port}/public-api/v3`);
    expect(new URL(second.labelOrigin).hostname).toBe('127.0.0.1');
  });

  it('reports that the port is taken, and leaves nothing open', async () => {
    const sandbox = await open();
    const port = Number(new URL(sandbox.baseUrl).port);
    await expect(startFaultySandbox({ port })).rejects.toThrow(/EADDRINUSE/);
  });

  it('close ends waiting and stalled requests immediately', async () => {
    const sandbox = await startFaultySandbox({ latencyMs: 60_000 });
    const stalled = call(sandbox, 'GET', '/info');
    const refused = expect(stalled).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The test's own time limit is far below the latency.
    await sandbox.close();
    await refused;
  });

  it('a request for a missing object is the caller’s mistake', async () => {
    const sandbox = await open({ shipments: 2 });
    expect(() => sandbox.conclusions(7)).toThrow(RangeError);
    expect(() => sandbox.downloads(groupingIdOf(0), 2)).toThrow(RangeError);
    expect(() => sandbox.removeShipment(groupingIdOf(0), 2)).toThrow(RangeError);
    expect(() => sandbox.tags(1)).toThrow(RangeError);
  });
});
