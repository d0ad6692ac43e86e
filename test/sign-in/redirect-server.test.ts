import { createServer, request, type Server } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../support/free-port.ts';
import { openRedirectServer } from '../../src/main/sign-in/flows/redirect-server.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

async function open(redirectUrl: string) {
  const server = await openRedirectServer(redirectUrl, 'state', 'en');
  if (server.ok) onTestFinished(() => server.value.close());
  return server;
}

/** Returns the status of the answer; null if there is no listener. */
function ask(host: string, url: string): Promise<number | null> {
  const { port, pathname, search, host: name } = new URL(url);
  return new Promise((resolve) => {
    request({ host, port, path: pathname + search, headers: { host: name } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? null);
    })
      .once('error', () => resolve(null))
      .end();
  });
}

function occupy(host: string, port: number): Promise<Server> {
  const server = createServer();
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.listen(port, host, () => resolve(server));
  });
}

describe('the address that the browser comes back to', () => {
  test('listens at exactly the registered address, in both families if a name means both', async () => {
    const named = `http://localhost:${await findFreePort()}/a/b`;
    expect((await open(named)).ok).toBe(true);
    expect([await ask('127.0.0.1', named), await ask('::1', named)]).toEqual([
      400,
      hasIpv6 ? 400 : null,
    ]);
    const numbered = `http://127.0.0.1:${await findFreePort()}/`;
    expect((await open(numbered)).ok).toBe(true);
    expect([await ask('127.0.0.1', numbered), await ask('::1', numbered)]).toEqual([400, null]);
  });

  test('cannot be taken meanwhile, and is free once it is closed', async () => {
    const url = `http://localhost:${await findFreePort()}/doca`;
    const first = await open(url);
    expect(await open(url)).toMatchObject({ ok: false, fault: { kind: 'sign-in-port' } });
    if (first.ok) first.value.close();
    expect((await open(url)).ok).toBe(true);
  });

  test('is not used if another program has one half of it: nothing is left listening', async () => {
    for (const host of hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
      const port = await findFreePort();
      await occupy(host, port);
      const url = `http://localhost:${port}/doca`;
      expect(await open(url)).toMatchObject({ ok: false, fault: { kind: 'sign-in-port' } });
      expect(await ask(host === '::1' ? '127.0.0.1' : '::1', url)).toBeNull();
    }
  });

  test.each([
    'https://127.0.0.1:9/doca',
    'http://192.168.0.1:9/doca',
    'http://doca.test:9/',
    'doca',
  ])('is none of this computer: %s', async (url) => {
    expect(await open(url)).toMatchObject({ ok: false, fault: { kind: 'sign-in-server' } });
  });

  test('returns only the first answer, when its page is sent', async () => {
    const url = `http://127.0.0.1:${await findFreePort()}/doca`;
    const server = await open(url);
    const statuses = [
      await ask('127.0.0.1', `${url}?state=state&code=first`),
      await ask('127.0.0.1', `${url}?state=state&code=second`),
    ];
    expect(statuses).toEqual([200, 400]);
    expect(server.ok && (await server.value.answer).search).toBe('?state=state&code=first');
  });
});
