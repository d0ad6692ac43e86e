import { renameSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startCups } from '../../test/support/cups.ts';
import { findFreePort } from '../../test/support/free-port.ts';
import { SetUpError } from './machine.ts';

/**
 * Printers for Windows programs under Wine: queues of a CUPS of this run's own, each at a device
 * that keeps its input.
 */
export interface LanePrinters {
  /** For Wine's `CUPS_SERVER`. */
  readonly server: string;
  /**
   * The value of `DOCA_WINDOWS_CUPS` for the specs: the queues' names, and the folder's path as the
   * reader sees it.
   */
  describe(dir: string): string;
  close(): Promise<void>;
}

const queues = { rawQueue: 'doca-raw', psQueue: 'doca-ps' };
/** With these it is a workstation of twenty printers, to see how long it takes to list them. */
const otherQueues = Array.from({ length: 18 }, (_, index) => `doca-other-${index + 1}`);
const labelPrinter = join(
  import.meta.dirname,
  '../../test/windows/label-printer.ppd',
) as `/${string}`;

/**
 * Starts them. The bytes of a queue's n-th connection appear in the folder, complete, as
 * `<queue>-<n>.bin`, from 1.
 */
export async function startPrinters(dir: string): Promise<LanePrinters> {
  const tcpPort = await findFreePort();
  const cups = await startCups({ tcpPort }).catch((error: unknown) => {
    throw new SetUpError(
      `CUPS does not start. Install the package cups, as .ci/run does.\n${String(error)}`,
    );
  });
  const devices = await Promise.all(Object.values(queues).map((queue) => startDevice(dir, queue)));
  const [raw, postScript] = devices.map(({ port }) => port);
  cups.addQueue(queues.rawQueue, raw ?? 0, 'raw');
  for (const queue of [queues.psQueue, ...otherQueues])
    cups.addQueue(queue, postScript ?? 0, labelPrinter);
  return {
    server: `127.0.0.1:${tcpPort}`,
    describe: (seenAs) => JSON.stringify({ ...queues, dir: seenAs }),
    close: async () => {
      await cups.close();
      for (const device of devices) device.close();
    },
  };
}

async function startDevice(
  dir: string,
  queue: string,
): Promise<{ readonly port: number; close(): void }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const path = join(dir, `${queue}-${connections}.bin`);
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      writeFileSync(`${path}.part`, Buffer.concat(parts));
      renameSync(`${path}.part`, path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
