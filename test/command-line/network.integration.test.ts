import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../support/cli.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';

let home: string;
let sandbox: FaultySandbox;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doca-network-'));
  sandbox = await startFaultySandbox({ shipments: 1, formats: ['pdf'] });
});
afterEach(async () => {
  await sandbox.close();
  await rm(home, { recursive: true });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts a proxy that tunnels to this computer, whatever the name; with a password, only for
 * clients that send it. Returns the requested hosts.
 */
async function startProxy(password: string | null) {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, client) => {
    client.on('error', () => undefined);
    const wanted =
      password === null ? undefined : `Basic ${Buffer.from(`user:${password}`).toString('base64')}`;
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
      return;
    }
    asked.push(request.url ?? '');
    const server = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      server.pipe(client).pipe(server);
    });
    server.on('error', () => client.destroy());
  });
  return { port: await listen(proxy), asked };
}

const dispatch = (baseUrl: string, env: Readonly<Record<string, string>>) =>
  runCli({ T: sandbox.token, HOME: home, DOCA_READ_LABELS: 'false', ...env }, [
    ...[
      'dispatch',
      String(sandbox.firstGroupingId),
      '--base-url',
      baseUrl,
      '--token-env',
      'T',
      '--patience',
      '0',
    ],
    ...['--data', join(home, 'data'), '--out', join(home, 'out')],
  ]);

describe('the way to the ERP', () => {
  // An address that only the proxy can reach.
  const elsewhere = (): string => sandbox.baseUrl.replace('127.0.0.1', '127.0.0.2');

  it('leads through the proxy that the environment names, with its user and password', async () => {
    const proxy = await startProxy('secret');
    const refused = await dispatch(elsewhere(), { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` });
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain("The network's proxy asks for a user and a password.");
    const { code } = await dispatch(elsewhere(), {
      HTTP_PROXY: `http://user:secret@127.0.0.1:${proxy.port}`,
    });
    expect(code).toBe(0);
    expect(proxy.asked.some((address) => address.startsWith('127.0.0.2:'))).toBe(true);
  });

  it('is bypassed for this computer, and for the hosts in NO_PROXY', async () => {
    const proxy = await startProxy(null);
    const HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
    expect((await dispatch(sandbox.baseUrl, { HTTP_PROXY })).code).toBe(0);
    expect((await dispatch(elsewhere(), { HTTP_PROXY, NO_PROXY: '127.0.0.2' })).code).toBe(5);
    expect(proxy.asked).toEqual([]);
  });

  it('stops at an untrusted certificate, and not at one that the environment trusts', async () => {
    const fixture = (name: string): string =>
      join(import.meta.dirname, '../fixtures/certificate', name);
    const server = createTlsServer(
      { key: readFileSync(fixture('key.pem')), cert: readFileSync(fixture('certificate.pem')) },
      (_request, response) =>
        response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
    );
    const baseUrl = `https://127.0.0.1:${await listen(server)}/public-api/v3`;
    const untrusted = await dispatch(baseUrl, {});
    expect(untrusted.stderr).toContain("This computer does not trust the server's certificate.");
    expect(untrusted.code).toBe(5);
    const trusted = await dispatch(baseUrl, { NODE_EXTRA_CA_CERTS: fixture('certificate.pem') });
    expect(trusted.stderr).toContain('The ERP’s API is not at this address');
  });
});
