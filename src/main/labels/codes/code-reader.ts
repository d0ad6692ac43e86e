import { defaultPageChoice, labelPaper } from '../../../shared/index.ts';
import { Serial } from '../../os/serial.ts';
import { AskedWorker } from '../../os/worker.ts';
import type { Runner } from '../../os/worker.ts';
import type { CodeReader } from '../types.ts';
import { unreadLabel } from './protocol.ts';
import type { ReadReply, ReadRequest } from './protocol.ts';

/** Starts the code process (`process.ts`, or what the build made of it); given by whoever starts the program. */
export type StartCodeProcess = () => Runner;

export interface CodeReaderOptions {
  readonly startProcess: StartCodeProcess;
  /** How long one file may take, on a machine that has something better to do. Default 30 s. */
  readonly timeoutMs?: number;
  /** How long the process waits for another file before its memory is given back. Default 20 s. */
  readonly idleMs?: number;
}

/** One for the whole program: files are read one after the other. Its process starts with the first of them. */
export function createCodeReader({ startProcess, timeoutMs = 30_000, idleMs = 20_000 }: CodeReaderOptions): CodeReader {
  const process = new AskedWorker<ReadRequest, ReadReply>({ start: startProcess, late: 'not read', idleMs });
  const turns = new Serial();
  let closed = false;
  return {
    read: (path, options = {}) =>
      turns.run(async () => {
        if (closed) return null;
        const choice = { ...defaultPageChoice, paper: labelPaper, ...options };
        const outcome = await process.ask({ want: 'codes', path, choice }, timeoutMs);
        if (outcome.type === 'read') return outcome.reading;
        // A file that ends its reader is left alone; it prints as any other.
        return outcome.type === 'died' && !outcome.guilty ? null : unreadLabel;
      }),
    readText: (path) =>
      turns.run(async () => {
        if (closed) return null;
        const choice = { pages: 'all', crop: 'whole', paper: labelPaper } as const;
        const outcome = await process.ask({ want: 'text', path, choice }, timeoutMs);
        if (outcome.type === 'text') return outcome.text;
        return outcome.type === 'died' && !outcome.guilty ? null : '';
      }),
    async close() {
      closed = true;
      await process.stop('closed');
      await turns.idle();
    },
  };
}
