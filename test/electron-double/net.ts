import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { needsReady } from './lifecycle.ts';
import { sessionBehind } from './session.ts';
import { strict, StrictEmitter } from './strict.ts';

interface Options {
  readonly url: string;
  readonly method?: string;
  readonly redirect?: 'follow' | 'error' | 'manual';
  readonly session?: object;
  readonly credentials?: 'include' | 'omit' | 'same-origin';
  readonly useSessionCookies?: boolean;
  readonly cache?: string;
}

const optionNames: readonly string[] = [
  'url',
  'method',
  'redirect',
  'session',
  'credentials',
  'useSessionCookies',
  'cache',
];
/** Chromium sets these itself; Electron refuses them. */
const forbiddenHeaders: readonly string[] = [
  'content-length',
  'host',
  'trailer',
  'te',
  'upgrade',
  'cookie2',
  'keep-alive',
  'transfer-encoding',
];

/** Node's errors in Chromium's words. */
const netErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_CONNECTION_RESET',
  EPIPE: 'net::ERR_CONNECTION_RESET',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'net::ERR_NAME_NOT_RESOLVED',
  EHOSTUNREACH: 'net::ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'net::ERR_INTERNET_DISCONNECTED',
  ETIMEDOUT: 'net::ERR_CONNECTION_TIMED_OUT',
};

/**
 * A request of the network stack: no cookies, no credentials, redirects and repeats as Chromium
 * does them.
 */
class ClientRequestDouble extends StrictEmitter {
  readonly #options: Options;
  readonly #headers = new Map<string, string>();
  #body: Buffer | null = null;
  #ended = false;
  #aborted = false;
  #closed = false;
  #outgoing: ReturnType<typeof httpRequest> | null = null;
  #message: Readable | null = null;
  /** The login for a proxy on the next try. */
  #login: string | null = null;

  constructor(options: Options) {
    super('ClientRequest', ['abort', 'close', 'error', 'finish', 'login', 'redirect', 'response']);
    const unknown = Object.keys(options).filter((name) => !optionNames.includes(name));
    if (unknown.length > 0)
      throw new Error(`the Electron double has no net.request option ${unknown.join(', ')}`);
    if (!/^https?:/.test(options.url))
      throw new Error(`ClientRequest only supports http: and https: protocols`);
    if (options.credentials !== 'omit')
      throw new Error('the Electron double has no credentials to send: use omit');
    this.#options = options;
  }

  setHeader(name: string, value: string): void {
    if (this.#ended) throw new Error("Can't set headers after they are sent");
    if (forbiddenHeaders.includes(name.toLowerCase()))
      throw new Error(`net::ERR_INVALID_ARGUMENT: header ${name}`);
    this.#headers.set(name.toLowerCase(), value);
  }

  end(body?: Buffer | string): this {
    if (this.#ended) throw new Error('write after end');
    this.#ended = true;
    this.#body = body === undefined ? null : Buffer.from(body as string);
    if (!this.#aborted) this.#send(this.#options.url, this.#options.method ?? 'GET', 0);
    return this;
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    process.nextTick(() => this.emit('abort'));
    this.#die(null);
  }

  #send(url: string, method: string, redirects: number): void {
    const { hostname, port, pathname, search, protocol } = new URL(url);
    const { agents, proxy, proxyLogin } = sessionBehind(this.#options.session);
    if (proxy !== null && protocol === 'https:')
      throw new Error("the Electron double's proxy takes http only");
    const login = this.#login ?? proxyLogin;
    const options: RequestOptions = {
      hostname: proxy?.host ?? hostname.replace(/^\[(.*)\]$/, '$1'),
      port: proxy?.port ?? port,
      path: proxy === null ? pathname + search : url,
      method,
      agent: protocol === 'https:' ? agents.https : agents.http,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...Object.fromEntries(this.#headers),
        ...(proxy === null ? {} : { host: new URL(url).host }),
        ...(proxy === null || login === null ? {} : { 'proxy-authorization': `Basic ${login}` }),
        ...(this.#body === null ? {} : { 'content-length': this.#body.byteLength }),
      },
    };
    const outgoing = (protocol === 'https:' ? httpsRequest : httpRequest)(options);
    this.#outgoing = outgoing;
    outgoing.on('response', (incoming) => this.#receive(incoming, url, method, redirects));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const broken = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      // Chromium takes a kept-alive connection that breaks before the answer for a stale one and
      // sends again: any method.
      if (broken && outgoing.reusedSocket && this.#message === null && !this.#aborted)
        this.#send(url, method, redirects);
      else this.#die(new Error(netErrors[error.code ?? ''] ?? 'net::ERR_FAILED'));
    });
    outgoing.end(this.#body ?? undefined);
  }

  #receive(incoming: IncomingMessage, url: string, method: string, redirects: number): void {
    if (this.#aborted) return;
    const status = incoming.statusCode ?? 0;
    const { location } = incoming.headers;
    const from = sessionBehind(this.#options.session);
    if (status === 407 && from.proxy !== null) {
      from.proxyLogin = null;
      this.#askForLogin(incoming, from.proxy, () => this.#send(url, method, redirects));
      return;
    }
    from.proxyLogin = this.#login ?? from.proxyLogin;
    if ([301, 302, 303, 307, 308].includes(status) && location !== undefined) {
      incoming.resume();
      this.#redirect(status, new URL(location, url).href, method, redirects, incoming);
      return;
    }
    this.#give(incoming);
  }

  /**
   * As often as it is refused. Without a listener, or without an answer, the proxy's own answer is
   * the request's.
   */
  #askForLogin(
    incoming: IncomingMessage,
    proxy: { host: string; port: number },
    again: () => void,
  ): void {
    const [, scheme = '', realm = ''] =
      /^(\w+)(?: realm="(.*)")?/.exec(incoming.headers['proxy-authenticate'] ?? '') ?? [];
    const reply = (user?: string, password?: string): void => {
      if (this.#aborted) return;
      if (typeof user !== 'string' || typeof password !== 'string') {
        this.#give(incoming);
        return;
      }
      incoming.resume();
      this.#login = Buffer.from(`${user}:${password}`).toString('base64');
      again();
    };
    if (
      !this.emit('login', { isProxy: true, scheme: scheme.toLowerCase(), ...proxy, realm }, reply)
    )
      reply();
  }

  #give(incoming: IncomingMessage): void {
    const status = incoming.statusCode ?? 0;
    const message = decoded(incoming);
    Object.assign(message, {
      statusCode: status,
      statusMessage: incoming.statusMessage,
      headers: headersOf(incoming),
    });
    this.#message = message;
    message.on('close', () => this.#close());
    this.emit('response', message);
  }

  #redirect(
    status: number,
    to: string,
    method: string,
    redirects: number,
    incoming: IncomingMessage,
  ): void {
    const next = status === 303 || (status < 303 && method === 'POST') ? 'GET' : method;
    const mode = this.#options.redirect ?? 'follow';
    if (mode === 'error')
      this.#die(new Error("Attempted to redirect, but redirect policy was 'error'"));
    else if (mode === 'manual') {
      this.emit(
        'redirect',
        status,
        next,
        to,
        Object.fromEntries(
          Object.entries(headersOf(incoming)).map(([name, value]) => [name, [value].flat()]),
        ),
      );
      this.#die(new Error('Redirect was cancelled'));
    } else if (redirects >= 20) this.#die(new Error('net::ERR_TOO_MANY_REDIRECTS'));
    else {
      this.emit('redirect', status, next, to, {});
      this.#send(to, next, redirects + 1);
    }
  }

  #die(error: Error | null): void {
    this.#outgoing?.destroy();
    if (error !== null && !this.#aborted) {
      this.#message?.destroy(error);
      this.emit('error', error);
    } else this.#message?.destroy();
    this.#aborted = true;
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    process.nextTick(() => this.emit('close'));
  }
}

/** Chromium decodes compressed bodies and keeps the headers unchanged. */
function decoded(incoming: IncomingMessage): Readable {
  const decoders: Readonly<Record<string, () => Transform>> = {
    gzip: createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  };
  const decoder = decoders[incoming.headers['content-encoding'] ?? '']?.();
  const message = new Readable({
    read() {
      source.resume();
    },
    destroy(error, callback) {
      incoming.destroy();
      callback(error);
    },
  });
  const source: Readable = decoder === undefined ? incoming : incoming.pipe(decoder);
  source.on('data', (chunk: Buffer) => {
    if (!message.push(chunk)) source.pause();
  });
  source.on('end', () => {
    if (incoming.complete) message.push(null);
  });
  const broken = (name: string) => () => message.destroy(new Error(name));
  source.on(
    'error',
    broken(
      decoder === undefined ? 'net::ERR_CONNECTION_RESET' : 'net::ERR_CONTENT_DECODING_FAILED',
    ),
  );
  incoming.on('error', broken('net::ERR_CONNECTION_RESET'));
  incoming.on('close', () => {
    if (!incoming.complete) message.destroy(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));
  });
  return message;
}

/**
 * Chromium's bytes as UTF-8 (Electron's `net_converter.cc` makes V8 strings of them so), not as
 * Latin-1.
 */
function headersOf(incoming: IncomingMessage): Record<string, string | string[]> {
  const decode = (value: string): string => Buffer.from(value, 'latin1').toString('utf8');
  return Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values = []]) => [
      name,
      name === 'set-cookie' ? values.map(decode) : decode(values.join(', ')),
    ]),
  );
}

export const net = strict('net', {
  request(options: Options): ClientRequestDouble {
    needsReady('net');
    return strict('ClientRequest', new ClientRequestDouble(options));
  },
});
