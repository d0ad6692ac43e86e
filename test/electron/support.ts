import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../../src/main/os/log.ts';

/** Returns a log that keeps its lines, to check their contents. */
export function memoryLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const add = (event: string, fields: object = {}): void =>
    void lines.push(`${event} ${JSON.stringify(fields)}`);
  return { log: { info: add, warn: add }, lines };
}

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
