import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LabelStore } from '../../src/main/labels/index.ts';
import type { Clock } from '../../src/main/os/clock.ts';
import type { Fault } from '#shared/faults/faults.ts';
import { pdfLabel, slot, storeWorld, zplLabel } from './store-world.ts';
import type { StoreWorld } from './store-world.ts';

const secret = 'X-Signature=s3cr3t-Maria';

let world: StoreWorld;
beforeEach(async () => {
  world = await storeWorld();
});
afterEach(() => world.close());

/** Downloads from a host with this answer; a fault must leave no file and contain no secret. */
async function faultFrom(
  listener: RequestListener,
  limits: Parameters<StoreWorld['open']>[0] = {},
): Promise<Fault & { requests: number }> {
  const host = await world.host(listener);
  const result = await world
    .open(limits)
    .download(slot(1), `${host.url}/labels/Maria.pdf?${secret}`);
  if (result.ok) throw new Error('expected a fault');
  expect(await world.files()).toEqual([]);
  expect(JSON.stringify(result.fault)).not.toMatch(/s3cr3t|Maria|Signature|labels\//);
  return { ...result.fault, requests: host.requests.length };
}

function answer(
  status: number,
  body: string | Buffer = '',
  headers: Record<string, string | number> = {},
): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Sends half of a label, and then runs the test's function. */
function half(
  then: (response: ServerResponse) => void,
  headers: Record<string, string | number> = {},
): RequestListener {
  return (_, response) => {
    response.writeHead(200, headers);
    response.write(pdfLabel.subarray(0, 1500), () => setTimeout(() => then(response), 5));
  };
}

describe('a label host that answers with a status', () => {
  it.each([
    [404, 'label-expired', 1],
    [410, 'label-expired', 1],
    [401, 'label-expired', 1],
    [403, 'label-expired', 1],
    [400, 'label-expired', 1],
    [451, 'label-expired', 1],
    [304, 'label-expired', 1],
    [408, 'label-network', 3],
    [425, 'label-network', 3],
    [429, 'label-network', 3],
    [500, 'label-network', 3],
    [503, 'label-network', 3],
  ])('%i is %s after %i request(s)', async (status, kind, requests) => {
    expect(await faultFrom(answer(status, status === 304 ? '' : '<html>'))).toMatchObject({
      kind,
      status,
      requests,
    });
  });

  it('204 and an empty 200 are label-empty', async () => {
    expect(await faultFrom(answer(204))).toMatchObject({ kind: 'label-empty', requests: 1 });
    expect(await faultFrom(answer(200))).toMatchObject({ kind: 'label-empty', requests: 1 });
  });
});

describe('a file that is no label', () => {
  it.each([
    ['an HTML page', '<!doctype html><html>Entre</html>', 'label-unknown-format', 'text/html'],
    ['an XML error', '<?xml version="1.0"?><Error/>', 'label-unknown-format', 'text/xml'],
    ['a PDF without its end', pdfLabel.subarray(0, 2000), 'label-corrupt', 'pdf without its end'],
    [
      'a PNG without its end',
      Buffer.from('\x89PNG\r\n\x1a\n0000IHDR', 'latin1'),
      'label-corrupt',
      'png without its end',
    ],
    ['ZPL without its end', '^XA^FO50,50', 'label-corrupt', 'zpl without its end'],
    [
      'a ZIP without its end',
      Buffer.from('PK\x03\x04rest', 'latin1'),
      'label-corrupt',
      'zip without its end',
    ],
  ])('%s does not enter the store, and the next try asks again', async (_, body, kind, detail) => {
    let turn = 0;
    const host = await world.host((request, response) => {
      turn += 1;
      // The right type and a good name prove nothing.
      answer(200, turn === 1 ? body : zplLabel, { 'content-type': 'application/pdf' })(
        request,
        response,
      );
    });
    const store = world.open();
    expect(await store.download(slot(1), `${host.url}/label.pdf`)).toMatchObject({
      ok: false,
      fault: { kind, detail },
    });
    expect(await world.files()).toEqual([]);
    expect(await store.find(slot(1))).toBeNull();
    expect((await store.download(slot(1), `${host.url}/label.pdf`)).ok).toBe(true);
  });
});

describe('a broken connection', () => {
  it('refused is label-network', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const requests: number[] = [];
    const store = world.open({ onRequest: () => requests.push(1) });
    const result = await store.download(slot(1), `http://127.0.0.1:${port}/a?${secret}`);
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'label-network', detail: `ECONNREFUSED at 127.0.0.1:${port}` },
    });
    expect(requests).toHaveLength(3);
  });

  it('reset before the headers is label-network', async () => {
    expect(await faultFrom((request) => request.socket.resetAndDestroy())).toMatchObject({
      kind: 'label-network',
      requests: 3,
    });
  });

  it('reset in the body is label-network, with and without a length', async () => {
    const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy();
    expect(await faultFrom(half(reset))).toMatchObject({ kind: 'label-network', requests: 3 });
    expect(await faultFrom(half(reset, { 'content-length': pdfLabel.length }))).toMatchObject({
      kind: 'label-network',
    });
  });

  it('fewer bytes than announced is label-network', async () => {
    const closed = (response: ServerResponse): void => void response.socket?.end();
    expect(
      await faultFrom(half(closed, { 'content-length': pdfLabel.length, connection: 'close' })),
    ).toMatchObject({
      kind: 'label-network',
    });
  });

  it('fewer bytes than announced are label-network also if fetch ignores it', async () => {
    const result = await world
      .open({
        fetch: () =>
          Promise.resolve(new Response(zplLabel, { headers: { 'content-length': '999' } })),
      })
      .download(slot(1), 'http://127.0.0.1/a');
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'label-network', detail: '35 of 999 bytes from 127.0.0.1' },
    });
  });

  it('heals when it passes', async () => {
    let turn = 0;
    const host = await world.host((request, response) => {
      turn += 1;
      if (turn === 1) half((one) => void one.socket?.resetAndDestroy())(request, response);
      else if (turn === 2) answer(503)(request, response);
      else answer(200, pdfLabel)(request, response);
    });
    const result = await world.open().download(slot(1), `${host.url}/a`);
    expect(result).toMatchObject({ ok: true, value: { bytes: pdfLabel.length } });
    expect(await world.files()).toHaveLength(1);
  });
});

describe('a slow host', () => {
  it('before the headers is label-network', async () => {
    expect(await faultFrom(() => undefined, { limits: { headerTimeoutMs: 1_000 } })).toMatchObject({
      kind: 'label-network',
      requests: 3,
    });
  });

  it('in the body is label-network', async () => {
    expect(
      await faultFrom(
        half(() => undefined),
        { limits: { stallTimeoutMs: 40 } },
      ),
    ).toMatchObject({ kind: 'label-network', requests: 3 });
  });

  it('for ever, one byte at a time, is label-network at the end of all patience', async () => {
    const dribble: RequestListener = (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('%'), 10);
      response.on('close', () => clearInterval(timer));
    };
    const limits = { stallTimeoutMs: 60_000, totalTimeoutMs: 1_500 };
    expect(await faultFrom(dribble, { limits })).toMatchObject({
      kind: 'label-network',
      requests: 1,
    });
  });

  it('is fine while its pauses stay below the limit', async () => {
    const host = await world.host((_, response) => {
      response.writeHead(200);
      let sent = 0;
      const timer = setInterval(() => {
        response.write(zplLabel.subarray(sent, sent + 5));
        sent += 5;
        if (sent < zplLabel.length) return;
        clearInterval(timer);
        response.end();
      }, 400);
    });
    const result = await world
      .open({ limits: { stallTimeoutMs: 2_400 } })
      .download(slot(1), host.url);
    expect(result).toMatchObject({ ok: true, value: { bytes: zplLabel.length } });
  });
});

describe('too many bytes', () => {
  const limits = { maxBytes: 10_000 };
  const large = Buffer.concat([pdfLabel, Buffer.alloc(20_000)]);

  it('are refused by their announcement, before any body', async () => {
    const headersOnly: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-length': 99_999_999 });
      response.flushHeaders();
    };
    expect(await faultFrom(headersOnly, { limits })).toMatchObject({
      kind: 'label-too-large',
      requests: 1,
    });
  });

  it('are refused while streaming if no size was announced, and the sender notices', async () => {
    let closed = false;
    let sent = 0;
    const endless: RequestListener = (_, response) => {
      response.on('close', () => (closed = true));
      response.writeHead(200);
      const more = (): void => {
        while (!closed && response.write(large)) sent += large.length;
      };
      response.on('drain', more);
      more();
    };
    expect(await faultFrom(endless, { limits })).toMatchObject({
      kind: 'label-too-large',
      requests: 1,
    });
    await expect.poll(() => closed).toBe(true);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('are counted after unpacking: a gzip bomb stops early', async () => {
    const megabyte = gzipSync(Buffer.alloc(1024 * 1024));
    const bomb = Buffer.concat([
      gzipSync(pdfLabel),
      ...Array.from({ length: 2048 }, () => megabyte),
    ]);
    const peakKb = process.resourceUsage().maxRSS;
    const packed: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(bomb);
      response.end();
    };
    const found = await faultFrom(packed, { limits: { maxBytes: 5_000_000 } });
    expect(found).toMatchObject({ kind: 'label-too-large', requests: 1 });
    expect(process.resourceUsage().maxRSS - peakKb).toBeLessThan(100 * 1024);
  });

  it('leave exactly the limit alone, packed or not', async () => {
    const exact = Buffer.concat([pdfLabel, Buffer.alloc(10_000 - pdfLabel.length)]);
    const host = await world.host((request, response) => {
      if (request.url === '/gzip')
        answer(200, gzipSync(exact), { 'content-encoding': 'gzip' })(request, response);
      else answer(200, exact)(request, response);
    });
    const store = world.open({ limits });
    expect(await store.download(slot(1), `${host.url}/plain`)).toMatchObject({
      ok: true,
      value: { bytes: 10_000 },
    });
    expect(await store.download(slot(2), `${host.url}/gzip`)).toMatchObject({
      ok: true,
      value: { bytes: 10_000 },
    });
  });
});

describe('repetition', () => {
  /** A clock that never waits but remembers for how long it was asked to. */
  function rushingClock(): Clock & { readonly pauses: number[] } {
    let now = Date.UTC(2026, 0, 5, 12);
    const pauses: number[] = [];
    return {
      pauses,
      now: () => now,
      awake: () => now,
      sleep: (ms, signal) => {
        // The guard of a request waits for seconds, and its request is faster.
        if (ms >= 15_000 && signal !== undefined) {
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
        }
        pauses.push(ms);
        now += ms;
        return Promise.resolve();
      },
    };
  }

  async function pausesFor(
    headers: Record<string, string>,
    random: number,
  ): Promise<{ pauses: number[]; fault: Fault }> {
    const clock = rushingClock();
    const host = await world.host(answer(429, '', headers));
    const store: LabelStore = world.open({
      clock,
      random: () => random,
      limits: { backoffMs: 500 },
    });
    const result = await store.download(slot(1), host.url);
    if (result.ok) throw new Error('expected a fault');
    return { pauses: clock.pauses, fault: result.fault };
  }

  it('waits longer each time, spread by chance', async () => {
    expect((await pausesFor({}, 1)).pauses).toEqual([500, 1000]);
    expect((await pausesFor({}, 0)).pauses).toEqual([250, 500]);
  });

  it('waits for the time that the host demands, in seconds or until a date', async () => {
    expect(await pausesFor({ 'retry-after': '3' }, 1)).toMatchObject({
      pauses: [3000, 3000],
      fault: { retryAfterMs: 3000 },
    });
    const at = (second: number) => new Date(Date.UTC(2026, 0, 5, 12, 0, second)).toUTCString();
    expect((await pausesFor({ 'retry-after': at(9), date: at(0) }, 1)).pauses).toEqual([
      9000, 9000,
    ]);
  });

  it('does not wait for longer than a download may take', async () => {
    expect(await pausesFor({ 'retry-after': '3600' }, 1)).toMatchObject({
      pauses: [],
      fault: { retryAfterMs: 3_600_000 },
    });
  });
});

describe('the sent request', () => {
  it('is one request without bearer, cookies or referrer', async () => {
    const host = await world.host(answer(200, zplLabel, { 'set-cookie': 'a=b' }));
    const store = world.open();
    await store.download(slot(1), `${host.url}/a?${secret}`);
    await store.download(slot(2), `${host.url}/b#part`);
    expect(host.requests.map((one) => `${one.method} ${one.url}`)).toEqual([
      `GET /a?${secret}`,
      'GET /b',
    ]);
    for (const { headers } of host.requests) {
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/authorization|cookie|referer|origin/)]),
      );
    }
  });
});
