import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpErp {
  readonly baseUrl: string;
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
}

/** Answers one request; `nth` counts from 0. */
export type Handler = (response: ServerResponse, nth: number, request: IncomingMessage) => void;

/** A real server on loopback that records its requests; closed when the test ends. */
export async function httpErp(handler: Handler): Promise<HttpErp> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      });
      handler(response, requests.length - 1, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, baseUrl: `${origin}/public-api/v3`, requests };
}

/** Sends a JSON answer. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** Resolves as soon as the condition holds, in real time, because it waits for real sockets. */
export async function eventually(condition: () => boolean): Promise<void> {
  const until = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > until) throw new Error('it never came to that');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
