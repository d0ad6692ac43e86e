import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RequestListener } from 'node:http';
import { toNetworkFault } from '../../src/main/erp/http/faults.ts';
import { serve, type TestServer } from './support.ts';

vi.mock('electron', () => import('../electron-double/index.ts'));
const { createNetFetch } = await import('../../src/main/electron/net-fetch.ts');
const { net } = await import('../electron-double/net.ts');
const { appDouble } = await import('../electron-double/app.ts');

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
  it('sends method, headers and body, and gives status, headers and body', async () => {
    const url = await server((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(201, { 'x-method': request.method, 'x-auth': request.headers.authorization });
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

  it('gives a redirect as it came when asked to, without following it', async () => {
    let followed = 0;
    const url = await server((request, response) => {
      if (request.url === '/next') followed += 1;
      response.writeHead(302, { Location: '/next', 'X-Seen': 'yes' }).end();
    });
    const answer = await createNetFetch()(`${url}/`, { redirect: 'manual', headers: { Authorization: 'Bearer t' } });
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-seen')]).toEqual([
      302,
      `${url}/next`,
      'yes',
    ]);
    expect(followed).toBe(0);
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

  it('gives the body while it arrives, and decodes it', async () => {
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

  it.each([204, 304])('gives an answer %d, which has no body', async (status) => {
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

  it('lets go of a body that nobody reads on', async () => {
    const gone = Promise.withResolvers<undefined>();
    const url = await server((_request, response) => {
      response.on('close', () => gone.resolve(undefined));
      response.write('x');
    });
    await (await createNetFetch()(url)).body!.cancel();
    await gone.promise;
  });

  it('tells a connection that never was from one that broke', async () => {
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
        request.on('response', (message: NodeJS.ReadableStream) => message.on('end', resolve).resume());
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
    for (const method of ['GET', 'POST', 'GET', 'POST']) await (await fetch(url, { method })).text();
    await expect(fetch(`${url}/cut`, { method: 'POST' })).rejects.toThrow('fetch failed');
    expect(cuts()).toBe(1);
  });

  it('does not disturb another one under way', async () => {
    const url = await server((_request, response) => void setTimeout(() => response.end('done'), 100));
    const fetch = createNetFetch();
    const writes = [1, 2, 3].map(async (delay) => {
      await new Promise((resolve) => setTimeout(resolve, delay * 20));
      return (await fetch(url, { method: 'POST' })).text();
    });
    expect(await Promise.all(writes)).toEqual(['done', 'done', 'done']);
  });
});
