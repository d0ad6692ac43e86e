import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopbackHttp } from '#shared/domain/sign-in.ts';
import { fail, ok } from '#shared/faults/faults.ts';
import { type BothLanguages, type Language, pickLanguage } from '#shared/faults/languages.ts';
import { readErrorCode } from '../../os/errors.ts';

/** For a computer without such an address, as without IPv6. */
const noSuchAddress: ReadonlySet<string | null> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Waits on this computer for the browser that the provider redirects (RFC 8252, 7.3): at exactly
 * the registered address, on loopback only, for exactly one answer with the state of this sign-in.
 * Other requests change nothing. Faults: `sign-in-port`, or `sign-in-server` for an address of
 * another computer.
 */
export async function openRedirectServer(redirectUrl: string, state: string, language: Language) {
  const url = URL.parse(redirectUrl);
  if (url === null || !isLoopbackHttp(url))
    return fail('sign-in-server', { detail: 'redirect address is none of this computer' });
  const { promise: answer, resolve } = Promise.withResolvers<URL>();
  let isTaken = false;
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const target = readTarget(url, request);
    if (target === null) {
      response.writeHead(404, { Connection: 'close', 'Content-Length': 0 }).end();
      return;
    }
    const isAnswer = !isTaken && belongsTo(state, target);
    if (isAnswer) isTaken = true;
    const page = makeRedirectPage(texts[isAnswer ? 'taken' : 'strange'], language);
    response.writeHead(isAnswer ? 200 : 400, redirectPageHeaders).end(page);
    // Resolved when the page was sent, so that it is not cut off by the next step; also if the
    // browser went away.
    if (isAnswer) response.once('close', () => resolve(target));
  };
  const servers: Server[] = [];
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  };
  const port = url.port === '' ? 80 : Number(url.port);
  const hosts =
    url.hostname === 'localhost' ? ['127.0.0.1', '::1'] : [url.hostname.replaceAll(/[[\]]/g, '')];
  try {
    for (const host of hosts) {
      const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, handle);
      server.maxConnections = 20;
      // A connection that cannot be accepted ends nothing.
      server.on('error', () => undefined);
      try {
        await once(server.listen({ host, port, exclusive: true }), 'listening');
        servers.push(server);
      } catch (error) {
        // The second one, of IPv6.
        if (servers.length === 0 || !noSuchAddress.has(readErrorCode(error))) throw error;
      }
    }
    /** `answer`: the address with which the browser came back. */
    return ok({ answer, close });
  } catch (error) {
    close();
    const code = readErrorCode(error) ?? 'no code';
    return fail('sign-in-port', { detail: `port ${url.port}: ${code}` });
  }
}

/**
 * Returns null for anything but the registered address. The host is compared as well: no other name
 * may lead here.
 */
function readTarget(registered: URL, { method, url, headers }: IncomingMessage): URL | null {
  if (method !== 'GET' || headers.host !== registered.host || url?.startsWith('/') !== true)
    return null;
  const target = URL.parse(url, registered.origin);
  return target?.host === registered.host && target.pathname === registered.pathname
    ? target
    : null;
}

/** Exactly one state, the right one, and a code or an error. The library checks the rest. */
function belongsTo(state: string, { searchParams }: URL): boolean {
  const states = searchParams.getAll('state');
  return (
    states.length === 1 &&
    states[0] === state &&
    (searchParams.has('code') || searchParams.has('error'))
  );
}

/**
 * The browser's page after its answer, or after a foreign one. No script, nothing of the answer.
 */
const texts = {
  taken: [
    'Pode fechar esta página e voltar para a Doca.',
    'You can close this page and go back to Doca.',
  ],
  strange: [
    'Esta página não pertence ao login que a Doca espera. Volte para a Doca e entre pela página que ela abriu.',
    'This page does not belong to the sign-in that Doca waits for. Go back to Doca and use the page it opened.',
  ],
} as const;

function makeRedirectPage(text: BothLanguages, language: Language): string {
  const viewport = '<meta name="viewport" content="width=device-width">';
  const head = `<meta charset="utf-8">${viewport}<title>Doca</title>`;
  const body = `<p>${pickLanguage(text, language)}</p>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head><body>${body}</body></html>\n`;
}

const redirectPageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  Connection: 'close',
} as const;
