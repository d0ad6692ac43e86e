import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Paper, type Result } from '../../shared/index.ts';
import { createRateLimitWatch, downloadsAtOnce, openJournal, type JobServices } from '../dispatch/index.ts';
import { createErpClient, parseBaseUrl } from '../erp/index.ts';
import { createLabelBook, createLabelStore, type LabelBook } from '../labels/index.ts';
import { systemClock } from '../os/clock.ts';
import { type Fetch } from '../os/fetch.ts';
import { silentLog } from '../os/log.ts';
import { faultLines } from './output/summary.ts';
import type { Terminal } from './output/terminal.ts';
import { chooseText } from './output/text.ts';

export interface Services {
  readonly job: JobServices;
  /** From the last label byte received to the printable file on disk, in whole milliseconds. */
  mergeMs(): number;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly token: () => Promise<string | null>;
  readonly dataDir: string;
  readonly outDir: string;
  readonly paper: Paper;
}

const fetchFromNode: Fetch = (url, init) => fetch(url, init);

/** The same services that the desktop uses, on Node's own fetch. */
export async function openServices(terminal: Terminal, options: ServiceOptions): Promise<Result<Services>> {
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) return base;
  await mkdir(options.dataDir, { recursive: true });
  await mkdir(options.outDir, { recursive: true });
  const opened = openJournal({ path: join(options.dataDir, 'journal.db'), clock: systemClock, log: silentLog });
  if (!opened.ok) return opened;
  const { journal, notice } = opened.value;
  if (notice !== null) terminal.err(faultLines(notice, terminal.language, chooseText(terminal.language).erpSays));

  let requests = 0;
  const count = (): void => {
    requests += 1;
  };
  const timing = createMergeTiming();
  const rateLimit = createRateLimitWatch();
  const job: JobServices = {
    erp: createErpClient({
      baseUrl: options.baseUrl,
      token: options.token,
      fetch: fetchFromNode,
      clock: systemClock,
      onRequest: count,
      onRateLimitWait: rateLimit.onRateLimitWait,
    }),
    erpOrigin: base.value.origin,
    labels: createLabelStore({
      dir: join(options.dataDir, 'labels'),
      erpBaseUrl: options.baseUrl,
      fetch: fetchFromNode,
      onLastByte: timing.onLastByte,
      clock: systemClock,
      onRequest: count,
    }),
    openBook: () =>
      timing.watchBook(
        createLabelBook({
          workerUrl: new URL('../labels/book/worker.ts', import.meta.url),
          spillDir: join(options.dataDir, 'spill'),
        }),
      ),
    journal,
    clock: systemClock,
    log: silentLog,
    outDir: options.outDir,
    paper: options.paper,
    pages: 'auto',
    downloads: downloadsAtOnce,
    requestsSent: () => requests,
    rateLimit,
  };
  return ok({
    job,
    mergeMs: timing.mergeMs,
    close: () => {
      journal.close();
      return Promise.resolve();
    },
  });
}

/** Watches the two ends of the stretch that a packer waits for: the last label byte, and the file on disk. */
function createMergeTiming() {
  let lastByteAtMs: number | null = null;
  let mergeMs = 0;
  return {
    mergeMs: () => Math.round(mergeMs),
    onLastByte: () => {
      lastByteAtMs = performance.now();
    },
    watchBook: (book: LabelBook): LabelBook => ({
      prepare: (...args) => book.prepare(...args),
      writeZpl: (...args) => book.writeZpl(...args),
      close: () => book.close(),
      writePdf: async (...args) => {
        const startedAtMs = performance.now();
        const written = await book.writePdf(...args);
        mergeMs = performance.now() - (lastByteAtMs ?? startedAtMs);
        lastByteAtMs = null;
        return written;
      },
    }),
  };
}
