import { join } from 'node:path';
import { ok, type Paper, type RawLanguage, type Result } from '../../shared/index.ts';
import { createJobServices, openJournal, type FindPrinter, type JobServices } from '../dispatch/index.ts';
import { parseBaseUrl } from '../erp/index.ts';
import { createCodeReader, type LabelBook } from '../labels/index.ts';
import { systemClock } from '../os/clock.ts';
import { fetchFromNode } from '../os/fetch.ts';
import type { Bench } from '../os/station.ts';
import { silentLog } from '../os/log.ts';
import { tellFault } from './output/summary.ts';
import type { Terminal } from './output/terminal.ts';
import type { TokenSource } from './token-source.ts';
import type { OpenFloor } from './workstation/floor.ts';

export interface Services {
  readonly job: JobServices;
  /** From the last label byte to the printable file on disk, in whole milliseconds. */
  mergeMs(): number;
  close(): Promise<void>;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly tokens: TokenSource;
  readonly dataDir: string;
  readonly stationDir: string;
  readonly bench?: Bench | null;
  /** See `readMachine`. */
  readonly machine?: readonly string[];
  readonly outDir: string;
  readonly paper: Paper;
  readonly patienceMs: number;
  readonly findPrinter: FindPrinter;
  /** True if the codes on labels are read. */
  readonly readsLabels: boolean;
  /** A language of this run's printer, so that labels in it are printable. Default: none. */
  readonly speaks?: RawLanguage | null;
  /** The state that several stations share. Default: none. */
  readonly openFloor?: OpenFloor | null;
}

/** Opens the same services as the desktop, on Node's own fetch. */
export function openServices(terminal: Terminal, options: ServiceOptions): Result<Services> {
  const base = parseBaseUrl(options.baseUrl);
  if (!base.ok) return base;
  const opened = openJournal({
    path: join(options.dataDir, 'journal.db'),
    stationDir: options.stationDir,
    machine: options.machine,
    bench: (options.openFloor ?? null) === null ? options.bench : null,
    clock: systemClock,
    log: silentLog,
  });
  if (!opened.ok) return opened;
  const { journal, notices } = opened.value;
  for (const notice of notices) tellFault(terminal, notice);

  const { startCodeProcess } = terminal;
  const codes =
    options.readsLabels && startCodeProcess !== undefined ? createCodeReader({ startProcess: startCodeProcess }) : null;
  const timing = createMergeTiming();
  const { current, session } = options.tokens;
  const person = (): string | null => session?.person().name ?? null;
  journal.actAs(person);
  const outbox = journal.openOutbox();
  const open = options.openFloor ?? null;
  const floor = open && open({ outbox, person, stationId: outbox.stationId(), session: journal.session() });
  const services = createJobServices({
    ...options,
    token: current,
    // A session's owner is the same for all of its tokens.
    ...(session === null
      ? {}
      : {
          renew: (refused, signal) => session.renew(refused, signal),
          holder: () => Promise.resolve(session.id()),
          account: () => session.person().subject,
        }),
    fetch: fetchFromNode,
    journal,
    startLabelProcess: terminal.startLabelProcess,
    codes,
    floor,
    readsLabels: () => codes !== null,
    printsRaw: (language) => language === options.speaks,
    version: terminal.version,
    clock: systemClock,
    log: silentLog,
    labels: { onLastByte: timing.onLastByte },
  });
  const job: JobServices = { ...services, openBook: () => timing.watchBook(services.openBook()) };
  const close = async (): Promise<void> => {
    await codes?.close();
    // Events are sent, or wait in the journal for the next run.
    await floor?.settle();
    await floor?.close();
    journal.close();
  };
  return ok({ job, mergeMs: timing.mergeMs, close });
}

/** Measures the time that a packer waits: from the last label byte to the file on disk. */
function createMergeTiming() {
  let lastByteAtMs: number | null = null;
  let mergeMs = 0;
  return {
    mergeMs: () => Math.round(mergeMs),
    onLastByte: () => {
      lastByteAtMs = performance.now();
    },
    watchBook: (book: LabelBook): LabelBook => ({
      warmUp: () => book.warmUp(),
      prepare: (...args) => book.prepare(...args),
      draw: (...args) => book.draw(...args),
      split: (...args) => book.split(...args),
      writePages: (...args) => book.writePages(...args),
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
