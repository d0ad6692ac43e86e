import { Readable } from 'node:stream';
import { net, session, type IncomingMessage, type Session } from 'electron';
import type { Fetch } from '../os/fetch.ts';
import { bodiless } from '../os/network/body.ts';
import { ProxyRefusal, type ProxyFaultKind } from '../os/network/proxy.ts';
import { replyToProxy, type ProxyDoor } from './proxy-reply.ts';

/**
 * `fetch` over Chromium's network stack, which uses the system's proxy and certificates. Cookies,
 * stored credentials and the cache are off. With `redirect: 'manual'` it returns the 3xx itself,
 * which `net.fetch` does not.
 *
 * A write always starts on a fresh connection, in a session that nothing else uses meanwhile: if a
 * kept-alive connection breaks before the answer, Chromium sends the request again by itself, a
 * POST included. For a conclusion that would be the second one.
 *
 * A proxy that asks for a user and a password gets one answer per request. Each session remembers
 * accepted logins in memory, and forgets those that are removed.
 */
export function createNetFetch(proxies: ProxyDoor): Fetch {
  const sessions: Session[] = [];
  const idle: Session[] = [];
  const open = (partition: string): Session => {
    const opened = session.fromPartition(partition, { cache: false });
    sessions.push(opened);
    return opened;
  };
  const reading = open('erp-reading');
  proxies.whenForgotten(() => {
    for (const one of sessions) one.clearAuthCache().catch(() => undefined);
  });

  return async (url, init) => {
    const request = new Request(url, init);
    const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
    if (request.method === 'GET' || request.method === 'HEAD')
      return send(request, body, reading, proxies, () => undefined);
    const writing = idle.pop() ?? open(`erp-writing-${sessions.length}`);
    await writing.closeAllConnections();
    return send(request, body, writing, proxies, () => idle.push(writing));
  };
}

/** `done` is called once, at the end of the exchange. */
function send(
  request: Request,
  body: Buffer | null,
  from: Session,
  proxies: ProxyDoor,
  done: () => void,
): Promise<Response> {
  const { signal } = request;
  const exchange = Promise.withResolvers<Response>();
  const client = net.request({
    url: request.url,
    method: request.method,
    redirect: request.redirect,
    session: from,
    credentials: 'omit',
    useSessionCookies: false,
    cache: 'no-store',
  });
  request.headers.forEach((value, name) => client.setHeader(name, value));

  let stream: Readable | null = null;
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    signal.removeEventListener('abort', onAbort);
    done();
  };
  const fail = (cause: unknown) => {
    exchange.reject(new TypeError('fetch failed', { cause }));
    end();
  };
  const onAbort = () => {
    const reason = signal.reason as Error;
    exchange.reject(reason);
    stream?.destroy(reason);
    client.abort();
    end();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  client.on('error', fail);
  // A proxy's own page is not the server's: the request ends before it comes.
  const endAtProxy = (kind: ProxyFaultKind) => {
    fail(new ProxyRefusal(kind));
    client.abort();
  };
  client.on('login', replyToProxy(proxies, endAtProxy));
  // An exception in a listener would end the program.
  const answer = (work: () => Response) => {
    try {
      exchange.resolve(work());
    } catch (error) {
      client.abort();
      fail(error);
    }
  };
  client.on('redirect', (status, _method, location, headers) => {
    if (request.redirect !== 'manual') return;
    answer(() => new Response(null, { status, headers: makeHeaders({ ...headers, location }) }));
    end();
  });
  client.on('response', (message) =>
    answer(() => {
      const body = asReadable(message);
      stream = body;
      body.on('error', end);
      body.on('close', () => {
        if (!body.readableEnded) client.abort();
        end();
      });
      return toResponse(message, body, request.method);
    }),
  );
  if (signal.aborted) onAbort();
  else client.end(body ?? undefined);
  return exchange.promise;
}

function toResponse(message: IncomingMessage, stream: Readable, method: string): Response {
  const { statusCode: status } = message;
  const hasBody = method !== 'HEAD' && !bodiless.has(status);
  if (!hasBody) stream.resume();
  return new Response(hasBody ? toWebStream(stream) : null, {
    status,
    headers: makeHeaders(message.headers),
  });
}

/**
 * Replaces Node's conversion, which throws an uncatchable error if a body is cancelled while a
 * chunk arrives.
 */
function toWebStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Buffer, undefined> = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value } = await chunks.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void source.destroy(),
  });
}

/** Electron documents its message as a readable stream; its type only says emitter. */
function asReadable(message: IncomingMessage): Readable {
  if (!(message instanceof Readable)) throw new Error('net gave no stream');
  return message;
}

/**
 * Electron decodes headers as UTF-8: what `Headers` cannot hold becomes `?`, and an invalid name is
 * left out.
 */
function makeHeaders(given: Readonly<Record<string, string | readonly string[]>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) continue;
    headers.set(
      name,
      [value]
        .flat()
        .join(', ')
        .replaceAll(/[^\t\x20-\x7E\x80-\xFF]/gu, '?'),
    );
  }
  return headers;
}
