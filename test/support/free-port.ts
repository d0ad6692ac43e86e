import { createServer, type AddressInfo } from 'node:net';

/**
 * Returns a port of 127.0.0.1 that is free now, for a server whose port must be known before it
 * listens.
 */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
