import { defaultPageChoice, labelPaper } from '#shared/domain/labels.ts';
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

/**
 * One for the whole program: files are read one after the other. Its process starts with the first.
 */
export function createCodeReader({
  startProcess,
  timeoutMs = 30_000,
  idleMs = 20_000,
}: CodeReaderOptions): CodeReader {
  const process = new AskedWorker<ReadRequest, ReadReply>({
    start: startProcess,
    late: 'not read',
    idleMs,
  });
  const turns = new Serial();
  let closed = false;
  // A file that crashes its reader is not read again; it prints like any other.
  const ask = (request: ReadRequest): Promise<ReadReply | 'crashed' | null> =>
    turns.run(async () => {
      const outcome = closed ? null : await process.ask(request, timeoutMs);
      if (outcome?.type !== 'died') return outcome;
      return outcome.guilty ? 'crashed' : null;
    });
  return {
    async read(path, options = {}) {
      const choice = { ...defaultPageChoice, paper: labelPaper, ...options };
      const reply = await ask({ want: 'codes', path, choice });
      if (reply === null) return null;
      return reply !== 'crashed' && reply.type === 'read' ? reply.reading : unreadLabel;
    },
    async readText(path) {
      const reply = await ask({
        want: 'text',
        path,
        choice: { pages: 'all', crop: 'whole', paper: labelPaper },
      });
      if (reply === null) return null;
      return reply !== 'crashed' && reply.type === 'text' ? reply.text : '';
    },
    async close() {
      closed = true;
      await process.stop('closed');
      await turns.idle();
    },
  };
}
