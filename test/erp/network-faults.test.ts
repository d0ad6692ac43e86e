import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toStatusFault } from '../../src/main/erp/http/faults.ts';
import { toNetworkFault as toLabelFault } from '../../src/main/labels/store/download.ts';
import type { Clock } from '../../src/main/os/clock.ts';
import { toNetworkFault } from '../../src/main/os/network/faults.ts';
import { ProxyRefusal } from '../../src/main/os/network/proxy.ts';
import { clientFor, faultOf, testToken } from './support/client.ts';
import { httpErp } from './support/http-erp.ts';
import { concluding, writes } from './support/writes.ts';

/** Returns a port of loopback without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * A clock on which every timeout ends at this moment, and none before, however slow the machine is.
 */
const timeIsUpAfter = (moment: Promise<unknown>): Clock => ({
  now: () => Date.now(),
  awake: () => Date.now(),
  sleep: async () => {
    await moment;
  },
});

describe.each([...writes, concluding])('%s over a bad network is sent once', (_name, call) => {
  it('refused: certainly without effect', async () => {
    let sent = 0;
    const client = clientFor(`http://127.0.0.1:${await closedPort()}/v3`, {
      onRequest: () => (sent += 1),
    });
    expect(faultOf(await call(client))).toMatchObject({
      kind: 'network',
      reached: 'no',
      status: null,
    });
    expect(sent).toBe(1);
  });

  it('cut before the answer: unknown', async () => {
    const erp = await httpErp((response) => response.destroy());
    expect(faultOf(await call(clientFor(erp.baseUrl)))).toMatchObject({
      kind: 'network',
      reached: 'maybe',
    });
    expect(erp.requests).toHaveLength(1);
  });

  it('cut inside of the head: unknown', async () => {
    const erp = await httpErp((response) => {
      response.socket!.end('HTTP/1.1 200 OK\r\nContent-Le');
    });
    expect(faultOf(await call(clientFor(erp.baseUrl)))).toMatchObject({
      kind: 'network',
      reached: 'maybe',
    });
    expect(erp.requests).toHaveLength(1);
  });

  it('no answer in time: unknown', async () => {
    const asked = Promise.withResolvers<null>();
    const erp = await httpErp(() => asked.resolve(null));
    const fault = faultOf(
      await call(clientFor(erp.baseUrl, { clock: timeIsUpAfter(asked.promise) })),
    );
    expect(fault).toMatchObject({ kind: 'timeout', reached: 'maybe', status: null });
    expect(erp.requests).toHaveLength(1);
  });
});

it('a name that does not exist: without effect', async () => {
  const fault = faultOf(await clientFor('https://erp.invalid/v3').conclude(1));
  expect(fault).toMatchObject({ kind: 'network', reached: 'no' });
});

it('an answer cut after its 2xx: the effect happened, unless the body could contradict it', async () => {
  const erp = await httpErp((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"id":1');
    setTimeout(() => response.destroy(), 20);
  });
  const client = clientFor(erp.baseUrl);
  expect(faultOf(await client.generateInvoice(1))).toMatchObject({
    kind: 'bad-response',
    status: 200,
    reached: 'yes',
  });
  expect(faultOf(await client.conclude(1))).toMatchObject({
    kind: 'bad-response',
    status: 200,
    reached: 'maybe',
  });
  expect(erp.requests).toHaveLength(2);
});

it('an answer stalled after its 2xx: the effect happened', async () => {
  const erp = await httpErp((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"id":1');
  });
  const answered = Promise.withResolvers<null>();
  const client = clientFor(erp.baseUrl, {
    clock: timeIsUpAfter(answered.promise),
    async fetch(url, init) {
      const response = await fetch(url, init);
      answered.resolve(null);
      return response;
    },
  });
  const fault = faultOf(await client.generateSale(1));
  expect(fault).toMatchObject({ kind: 'bad-response', status: 200, reached: 'yes' });
});

/** An error as Node's fetch throws it. */
function nodeError(code: string, syscall?: string): Error {
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error('the cause'), { code, syscall }),
  });
}

const ownCause = new Error('the cause is itself');
ownCause.cause = ownCause;

describe('the meaning of fetch’s errors', () => {
  it.each([
    ['ECONNREFUSED', 'connect'],
    ['ETIMEDOUT', 'connect'],
    ['ENETUNREACH', 'connect'],
    ['ENOTFOUND', 'getaddrinfo'],
    ['EAI_AGAIN', 'getaddrinfo'],
    ['UND_ERR_CONNECT_TIMEOUT', undefined],
  ])('Node %s at %s: not sent', (code, syscall) => {
    const fault = toNetworkFault(nodeError(code, syscall), 'GET /info');
    expect(fault).toMatchObject({ kind: 'network', reached: 'no', detail: `GET /info: ${code}` });
  });

  it.each([
    ['ECONNRESET', 'read'],
    ['EHOSTUNREACH', 'read'],
    ['EPIPE', 'write'],
    ['ETIMEDOUT', 'read'],
    ['UND_ERR_SOCKET', undefined],
    ['UND_ERR_HEADERS_TIMEOUT', undefined],
    ['ERR_SSL_BAD_RECORD_MAC', undefined],
  ])('Node %s at %s: perhaps', (code, syscall) => {
    expect(toNetworkFault(nodeError(code, syscall), 'x').reached).toBe('maybe');
  });

  it.each([
    'CONNECTION_REFUSED',
    'CONNECTION_TIMED_OUT',
    'NAME_NOT_RESOLVED',
    'INTERNET_DISCONNECTED',
    'PROXY_CONNECTION_FAILED',
    'ADDRESS_UNREACHABLE',
  ])('Chromium ERR_%s: not sent', (name) => {
    const fault = toNetworkFault(new Error(`net::ERR_${name}`), 'GET /info');
    expect(fault).toMatchObject({
      kind: 'network',
      reached: 'no',
      detail: `GET /info: ERR_${name}`,
    });
  });

  it.each([
    nodeError('CERT_HAS_EXPIRED'),
    nodeError('SELF_SIGNED_CERT_IN_CHAIN'),
    nodeError('DEPTH_ZERO_SELF_SIGNED_CERT'),
    nodeError('ERR_TLS_CERT_ALTNAME_INVALID'),
    new Error('net::ERR_CERT_AUTHORITY_INVALID'),
    new Error('net::ERR_CERT_DATE_INVALID'),
  ])('an untrusted certificate, and that nothing was sent: %s', (error) => {
    expect(toNetworkFault(error, 'x')).toMatchObject({ kind: 'certificate', reached: 'no' });
  });

  it('a proxy that asks for a password, and that nothing was sent', () => {
    const words = Object.assign(new Error('Proxy response (407) !== 200 when HTTP Tunneling'), {
      code: 'UND_ERR_ABORTED',
    });
    for (const error of [
      new TypeError('fetch failed', { cause: words }),
      new Error('net::ERR_PROXY_AUTH_REQUESTED'),
    ]) {
      expect(toNetworkFault(error, 'x')).toMatchObject({ kind: 'proxy-password', reached: 'no' });
    }
    const refused = new TypeError('fetch failed', { cause: new ProxyRefusal('proxy-refused') });
    expect(toNetworkFault(refused, 'x')).toMatchObject({ kind: 'proxy-refused', reached: 'no' });
    expect(toLabelFault(refused, 'x')).toMatchObject({ kind: 'proxy-refused' });
    // Node's own `fetch` never returns such an answer; Chromium's does.
    expect(toStatusFault(407, new Headers(), '<html>', 'x')).toMatchObject({
      kind: 'proxy-password',
      reached: 'no',
    });
  });

  it.each([
    'CONNECTION_RESET',
    'CONNECTION_CLOSED',
    'EMPTY_RESPONSE',
    'NETWORK_CHANGED',
    'TIMED_OUT',
    'FAILED',
  ])('Chromium ERR_%s: perhaps', (name) => {
    expect(toNetworkFault(new Error(`net::ERR_${name}`), 'x').reached).toBe('maybe');
  });

  it('of several addresses, all must have failed to connect', () => {
    const refused = Object.assign(new Error(), { code: 'ECONNREFUSED', syscall: 'connect' });
    const reset = Object.assign(new Error(), { code: 'ECONNRESET', syscall: 'read' });
    const failed = (...errors: Error[]) =>
      toNetworkFault(new TypeError('fetch failed', { cause: new AggregateError(errors) }), 'x')
        .reached;
    expect(failed(refused, refused)).toBe('no');
    expect(failed(refused, reset)).toBe('maybe');
  });

  it.each([
    ['a text', `Bearer ${testToken}`],
    ['a quoting error', new TypeError(`"Bearer ${testToken}" is an invalid header value`)],
    ['a talkative code', Object.assign(new Error(), { code: `bearer ${testToken}` })],
    ['null', null],
    ['an error that is its own cause', ownCause],
  ])('%s means nothing and leaks nothing', (_name, thrown) => {
    const fault = toNetworkFault(thrown, 'GET /info');
    expect(fault).toMatchObject({
      kind: 'network',
      reached: 'maybe',
      detail: 'GET /info: no code',
    });
  });
});
