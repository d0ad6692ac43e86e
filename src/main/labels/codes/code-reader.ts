import { defaultPageChoice, labelPaper } from '#shared/domain/labels.ts';
import { Serial } from '#shared/serial.ts';
import { AskedWorker, type Runner } from '../../os/worker.ts';
import type { LabelReading } from '#shared/domain/records.ts';
import type { Choice } from '../book/protocol.ts';
import { nothingRead, type ReadReply, type ReadRequest } from './protocol.ts';

/** Starts the code process (`process.ts`, or its bundle); passed in by the program. */
export type StartCodeProcess = () => Runner;

/** The time limit for one file, on a machine with more important work. */
const timeoutMs = 30_000;
/** How long the process waits for another file before it is ended. */
const idleMs = 20_000;

/** Reads the codes on label files, slowly and one file at a time, in a process of its own. */
export type CodeReader = ReturnType<typeof createCodeReader>;

/**
 * One for the whole program: files are read one after the other. Its process starts with the first.
 */
export function createCodeReader(start: StartCodeProcess) {
  const process = new AskedWorker<ReadRequest, ReadReply>({ start, late: 'not read', idleMs });
  const turns = new Serial();
  let closed = false;
  // A file that crashes its reader is not read again; it prints like any other.
  const ask = (request: ReadRequest): Promise<ReadReply | null> =>
    turns.run(async () => {
      const outcome = closed ? null : await process.ask(request, timeoutMs);
      if (outcome?.type !== 'died') return outcome;
      return outcome.guilty ? nothingRead : null;
    });
  return {
    /** Returns the codes on a prepared file; null if it was not read now and can be later. */
    async read(path: string, options: Partial<Choice> = {}): Promise<LabelReading | null> {
      const choice = { ...defaultPageChoice, paper: labelPaper, ...options };
      return (await ask({ want: 'codes', path, choice }))?.reading ?? null;
    },
    /**
     * Returns the text of a file, with the data of codes in ZPL, line by line; null if it was not
     * read now.
     */
    async readText(path: string): Promise<string | null> {
      const choice = { pages: 'all', crop: 'whole', paper: labelPaper } as const;
      return (await ask({ want: 'text', path, choice }))?.text ?? null;
    },
    async close(): Promise<void> {
      closed = true;
      await process.stop('closed');
      await turns.idle();
    },
  };
}
