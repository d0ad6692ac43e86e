import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskLabelStore } from '../../src/main/labels/index.ts';
import type { LabelSlot, LabelStore, LabelStoreOptions } from '../../src/main/labels/index.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';

export const zplLabel = Buffer.from('^XA^FO50,50^A0N,40,40^FDDoca^FS^XZ\n');
export const pdfLabel = Buffer.from(`%PDF-1.4\n${'x'.repeat(3000)}\nstartxref\n9\n%%EOF\n`);

export function slot(shipmentId: number, more: Partial<LabelSlot> = {}): LabelSlot {
  return { company: 'https://erp.example', groupingId: 7, shipmentId, ordinal: 0, ...more };
}

export interface Host {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

/** A store in a folder of its own and label hosts on loopback; `close` removes all of it. */
export interface StoreWorld {
  readonly dir: string;
  open(more?: Partial<LabelStoreOptions>): LabelStore;
  host(listener: RequestListener): Promise<Host>;
  /** Every file in the store's folder, by its path in there. */
  files(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function storeWorld(): Promise<StoreWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'doca-labels-'));
  const closers: (() => Promise<void>)[] = [];
  return {
    dir,
    open: (more = {}) =>
      new DiskLabelStore({
        dir,
        erpBaseUrl: 'http://127.0.0.1:9/public-api/v3',
        fetch: (url, init) => fetch(url, init),
        clock: systemClock,
        log: silentLog,
        onRequest: () => undefined,
        ...more,
        limits: { backoffMs: 1, ...more.limits },
      }),
    async host(listener) {
      const requests: IncomingMessage[] = [];
      const server = createServer((request: IncomingMessage, response: ServerResponse) => {
        requests.push(request);
        listener(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      closers.push(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
    },
    async files() {
      const found = await readdir(dir, { recursive: true, withFileTypes: true });
      return found
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name).slice(dir.length + 1));
    },
    async close() {
      for (const closer of closers) await closer();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
