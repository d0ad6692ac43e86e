import { defaultPageChoice, labelPaper } from '../../../shared/index.ts';
import { Serial } from '../../os/serial.ts';
import { AskedWorker, type Runner } from '../../os/worker.ts';
import type { CodeReader } from '../types.ts';
import { unreadLabel, type ReadReply, type ReadRequest } from './protocol.ts';

/** Starts the code process (`process.ts`, or its bundle); passed in by the program. */
export type StartCodeProcess = () => Runner;

export interface CodeReaderOptions {
  readonly startProcess: StartCodeProcess;
  /** The time limit for one file, on a machine with more important work. Default 30 s. */
  readonly timeoutMs?: number;
  /** How long the process waits for another file before it is ended. Default 20 s. */
  readonly idleMs?: number;
}

/** One for the whole program: files are read one after the other. Its process starts with the first. */
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
        // A file that crashes its reader is not read again; it prints like any other.
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
