import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Delivery, Incoming } from './answers.ts';

const maxBodyBytes = 1024 * 1024;

/** Returns null if the client left before the body's end, or does not come to it. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBodyBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/**
 * One HTTP origin on the loopback interface: reads and delays requests, and sends what `handle`
 * decides.
 */
export async function openHost(options: {
  readonly port: number;
  readonly latencyMs: number;
  readonly handle: (request: Incoming) => Promise<Delivery>;
  readonly arrived: (request: IncomingMessage, response: ServerResponse) => void;
}) {
  const closing = new AbortController();

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const target = request.url ?? '/';
    const authorization = request.headers.authorization ?? null;
    const body = await readBody(request);
    if (body === null) {
      response.destroy();
      return;
    }
    if (options.latencyMs > 0)
      await delay(options.latencyMs, undefined, { signal: closing.signal });
    const [path = ''] = target.split('?', 1);
    const query = new URLSearchParams(target.slice(path.length));
    const delivery = await options.handle({ method, target, path, query, authorization, body });
    // No answer if the client hung up meanwhile.
    if (!response.destroyed) await deliver(response, delivery);
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    options.arrived(request, response);
    serve(request, response).catch((error: unknown) => {
      if (closing.signal.aborted || response.headersSent) response.destroy();
      // A defect of the sandbox itself: its caller should see the place.
      else response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      // Open requests too.
      server.closeAllConnections();
      await closed;
    },
  };
}

async function deliver(response: ServerResponse, delivery: Delivery): Promise<void> {
  if ('send' in delivery) return delivery.send(response);
  const { status, headers, body } = delivery.answer;
  if (delivery.sent !== undefined) response.once('finish', delivery.sent);
  response.writeHead(
    status,
    status === 204 ? headers : { ...headers, 'Content-Length': String(body.length) },
  );
  response.end(body);
}
