import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { request as httpRequest, type RequestListener } from 'node:http';
import { toNetworkFault } from '../../src/main/os/network/faults.ts';
import type { ProxyDoor } from '../../src/main/electron/proxy-reply.ts';
import { ProxyLogins } from '../../src/main/credentials/index.ts';
import { memoryTokens } from '../desk/support/harness.ts';
import { memoryLog, serve, type TestServer } from './support.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { createNetFetch: createFetchPast } = await import('../../src/main/electron/net-fetch.ts');
const { net } = await import('../electron-double/net.ts');
const { session } = await import('../electron-double/session.ts');
const { appDouble } = await import('../electron-double/app.ts');

/** Without a proxy, or without one that gets a login. */
const createNetFetch = (proxies?: ProxyDoor) =>
  createFetchPast(
    proxies ?? { answer: () => Promise.resolve(null), whenForgotten: () => undefined },
  );

const servers: TestServer[] = [];
async function server(listener: RequestListener): Promise<string> {
  const one = await serve(listener);
  servers.push(one);
  return one.url;
}

beforeAll(() => appDouble.becomeReady());
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.close()));
});

describe('fetch over the network stack', () => {
  it('sends method, headers and body, and returns status, headers and body', async () => {
    const url = await server((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(201, {
          'x-method': request.method,
          'x-auth': request.headers.authorization,
        });
        response.end(Buffer.concat(parts));
      });
    });
    const answer = await createNetFetch()(`${url}/a?b=c`, {
      method: 'PUT',
      headers: { Authorization: 'Bearer t', 'Content-Type': 'application/json' },
      body: '{"é":1}',
    });
    expect([answer.status, answer.headers.get('x-method'), answer.headers.get('x-auth')]).toEqual([
      201,
      'PUT',
      'Bearer t',
    ]);
    expect(await answer.json()).toEqual({ é: 1 });
  });

  it('returns a redirect unchanged on request, without following it', async () => {
    let followed = 0;
    const url = await server((request, response) => {
      if (request.url === '/next') followed += 1;
      response.writeHead(302, { Location: '/next', 'X-Seen': 'yes' }).end();
    });
    const answer = await createNetFetch()(`${url}/`, {
      redirect: 'manual',
      headers: { Authorization: 'Bearer t' },
    });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-seen')]).toEqual([
      302,
      `${url}/next`,
      'yes',
    ]);
    expect(followed).toBe(0);
  });

  it.each([
    [
      'an accent in Latin-1',
      Buffer.from('attachment; filename="cartão.pdf"', 'latin1'),
      'attachment; filename="cart?o.pdf"',
    ],
    [
      'an accent in UTF-8',
      Buffer.from('attachment; filename="cartão.pdf"'),
      'attachment; filename="cartão.pdf"',
    ],
    ['a dash and a sign beyond the first plane', Buffer.from('pedido – 📦'), 'pedido ? ?'],
  ])('takes any header, with a file and with a redirect: %s', async (_what, bytes, shown) => {
    const url = await server((request, response) => {
      const status = request.url === '/file' ? '200 OK' : '302 Found\r\nLocation: /r%C3%B3tulo';
      // Node does not write such a header; other servers do.
      response.socket?.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Name: `),
          bytes,
          Buffer.from('\r\n\r\n'),
        ]),
      );
    });
    const file = await createNetFetch()(`${url}/file`);
    expect([file.status, file.headers.get('x-name')]).toEqual([200, shown]);
    const redirect = await createNetFetch()(`${url}/`, { method: 'POST', redirect: 'manual' });
    expect([
      redirect.status,
      redirect.headers.get('x-name'),
      redirect.headers.get('location'),
    ]).toEqual([302, shown, `${url}/r%C3%B3tulo`]);
  });

  it('keeps no cookies', async () => {
    const cookies: (string | undefined)[] = [];
    const url = await server((request, response) => {
      cookies.push(request.headers.cookie);
      response.setHeader('Set-Cookie', 'session=1').end('x');
    });
    const fetch = createNetFetch();
    await (await fetch(url)).text();
    await (await fetch(url)).text();
    expect(cookies).toEqual([undefined, undefined]);
  });

  it('streams the body as it arrives, and decodes it', async () => {
    const held = Promise.withResolvers<undefined>();
    const url = await server((request, response) => {
      if (request.url === '/gzip') {
        response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('packed'));
        return;
      }
      response.write('first');
      void held.promise.then(() => response.end('last'));
    });
    const fetch = createNetFetch();
    const reader = (await fetch(url)).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    held.resolve(undefined);
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
    expect((await reader.read()).done).toBe(true);
    expect(await (await fetch(`${url}/gzip`)).text()).toBe('packed');
  });

  it.each([204, 304])('returns an answer %d, which has no body', async (status) => {
    const url = await server((_request, response) => response.writeHead(status).end());
    const answer = await createNetFetch()(url, { method: status === 204 ? 'POST' : 'GET' });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it('stops when it is aborted: before, while waiting, and in the middle of the body', async () => {
    let closed = 0;
    const asked = Promise.withResolvers<undefined>();
    const url = await server((request, response) => {
      asked.resolve(undefined);
      response.on('close', () => (closed += 1));
      if (request.url === '/body') response.write('begin');
    });
    const fetch = createNetFetch();
    const reason = new Error('enough');
    await expect(fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const waiting = new AbortController();
    const pending = fetch(url, { signal: waiting.signal });
    void asked.promise.then(() => waiting.abort(reason));
    await expect(pending).rejects.toBe(reason);
    const reading = new AbortController();
    const answer = await fetch(`${url}/body`, { signal: reading.signal });
    setTimeout(() => reading.abort(reason), 50);
    await expect(answer.text()).rejects.toBe(reason);
    await expect.poll(() => closed).toBe(2);
  });

  it('releases a body that is not read any further', async () => {
    const gone = Promise.withResolvers<undefined>();
    const url = await server((_request, response) => {
      response.on('close', () => gone.resolve(undefined));
      response.write('x');
    });
    await (await createNetFetch()(url)).body!.cancel();
    await gone.promise;
  });

  it('distinguishes a connection that never was from one that broke', async () => {
    const closed = await serve(() => undefined);
    await closed.close();
    const fetch = createNetFetch();
    const refused: unknown = await fetch(closed.url).catch((error: unknown) => error);
    expect(toNetworkFault(refused, 'x')).toMatchObject({ kind: 'network', reached: 'no' });
    const url = await server((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'Content-Length': 10 }).write('half');
      setTimeout(() => request.socket.destroy(), 50);
    });
    const cut: unknown = await fetch(url, { method: 'POST' }).catch((error: unknown) => error);
    expect(toNetworkFault(cut, 'x')).toMatchObject({ kind: 'network', reached: 'maybe' });
    await expect((await fetch(`${url}/half`)).text()).rejects.toThrow();
  });
});

describe('a writing request on a connection that breaks before the answer', () => {
  /** Keeps connections alive, and cuts the one a request to /cut arrives on. */
  async function cutting(): Promise<{ url: string; cuts: () => number }> {
    let cuts = 0;
    const url = await server((request, response) => {
      if (request.url !== '/cut') return void response.end('alive');
      cuts += 1;
      request.socket.destroy();
    });
    return { url, cuts: () => cuts };
  }

  it('would be sent again on a connection that was kept alive: the network stack does that by itself', async () => {
    const { url, cuts } = await cutting();
    const once = (path: string, method: string) =>
      new Promise<unknown>((resolve) => {
        const request = net.request({ url: url + path, method, credentials: 'omit' });
        request.on('response', (message: NodeJS.ReadableStream) =>
          message.on('end', resolve).resume(),
        );
        request.on('error', resolve);
        request.end();
      });
    await once('/', 'GET');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await once('/cut', 'POST');
    expect(cuts()).toBe(2);
  });

  it('is sent once, however warm the connections are', async () => {
    const { url, cuts } = await cutting();
    const fetch = createNetFetch();
    for (const method of ['GET', 'POST', 'GET', 'POST'])
      await (await fetch(url, { method })).text();
    await expect(fetch(`${url}/cut`, { method: 'POST' })).rejects.toThrow('fetch failed');
    expect(cuts()).toBe(1);
  });

  it('does not disturb another running one', async () => {
    const url = await server(
      (_request, response) => void setTimeout(() => response.end('done'), 100),
    );
    const fetch = createNetFetch();
    const writes = [1, 2, 3].map(async (delay) => {
      await new Promise((resolve) => setTimeout(resolve, delay * 20));
      return (await fetch(url, { method: 'POST' })).text();
    });
    expect(await Promise.all(writes)).toEqual(['done', 'done', 'done']);
  });
});

describe('a proxy that asks for a user and a password', () => {
  const lead = (way: Parameters<typeof session.defaultSession.setProxy>[0]) =>
    Promise.all(
      ['erp-reading', 'erp-writing-1'].map((name) =>
        session.fromPartition(name, { cache: false }).setProxy(way),
      ),
    );
  afterEach(() => lead({ mode: 'direct' }));

  /**
   * Starts a real proxy, which leads to a server of its own and records the logins of its requests.
   */
  async function proxied() {
    const logins: (string | null)[] = [];
    const seen: (string | undefined)[] = [];
    let password = 'secret';
    const target = await server((request, response) => {
      seen.push(request.headers['proxy-authorization']);
      response.end(`${request.method} arrived`);
    });
    const proxy = await server((request, response) => {
      const [, code = ''] = /^Basic (.+)$/.exec(request.headers['proxy-authorization'] ?? '') ?? [];
      logins.push(code === '' ? null : Buffer.from(code, 'base64').toString());
      if (logins.at(-1) !== `maria:${password}`) {
        response
          .writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Rede"' })
          .end('{"mensagem":"words"}');
        return;
      }
      const { host: _host, 'proxy-authorization': _login, ...headers } = request.headers;
      const onward = httpRequest(
        request.url ?? '',
        { method: request.method, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 0);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    });
    const address = proxy.replace('http://', '');
    await lead({ proxyRules: `http=${address}`, proxyBypassRules: '<-loopback>' });
    const { log, lines } = memoryLog();
    const tokens = new Map<string, string>();
    const known = new ProxyLogins(memoryTokens(tokens), log);
    const fetch = createNetFetch(known);
    const get = async () => {
      const answer = await fetch(target).catch((error: unknown) => toNetworkFault(error, 'GET'));
      return answer instanceof Response ? answer.text() : `${answer.kind} ${answer.reached}`;
    };
    return {
      target,
      address,
      known,
      tokens,
      logins,
      seen,
      lines,
      fetch,
      get,
      change: () => (password = 'other'),
    };
  }

  it('is reported with its address, and answered once a login is entered: first one, then each session', async () => {
    const { get, fetch, target, known, address, logins, seen } = await proxied();
    expect(await get()).toBe('proxy-password no');
    expect(await known.info()).toEqual({ address, given: false });
    await known.give(address, { user: 'maria', password: 'secret' });
    expect([await get(), await get()]).toEqual(['GET arrived', 'GET arrived']);
    expect(await (await fetch(target, { method: 'POST', body: 'x' })).text()).toBe('POST arrived');
    // Sent unasked if it was accepted before; the writing session is asked once itself.
    expect(logins).toEqual([null, null, 'maria:secret', 'maria:secret', null, 'maria:secret']);
    expect(seen.every((login) => login === undefined)).toBe(true);
  });

  it('that refuses gets the login once for a request, and never again', async () => {
    const { get, known, address, tokens, logins, lines } = await proxied();
    await get();
    await known.give(address, { user: 'maria', password: 'wrong-one' });
    expect(await get()).toBe('proxy-refused no');
    expect(await get()).toBe('proxy-password no');
    expect(logins.filter((login) => login !== null)).toEqual(['maria:wrong-one']);
    expect(tokens.size).toBe(0);
    expect(lines.join()).not.toContain('wrong-one');
  });

  it('with a forgotten login gets no further one, in any session', async () => {
    const { get, known, address } = await proxied();
    await get();
    await known.give(address, { user: 'maria', password: 'secret' });
    expect(await get()).toBe('GET arrived');
    await known.forget();
    expect(await get()).toBe('proxy-password no');
  });

  it('with a password changed meanwhile reports that it refuses the old one', async () => {
    const { get, known, address, change } = await proxied();
    await get();
    await known.give(address, { user: 'maria', password: 'secret' });
    await get();
    change();
    expect(await get()).toBe('proxy-refused no');
    expect(await known.info()).toEqual({ address, given: false });
  });
});
