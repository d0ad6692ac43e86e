import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../os/log.ts';

const rotateAtBytes = 1_000_000;
/** One run writes no more than this; what a defect in a loop says more often is not worth a full disk. */
const runLimitBytes = 5_000_000;
const writeAfterMs = 200;
const tailLines = 2_000;

export interface LogFile {
  readonly log: Log;
  /** The last lines of this run and the ones before it. */
  readonly tail: () => Promise<readonly string[]>;
  /** Writes what is waiting, at once: before the process ends. */
  readonly flush: () => void;
}

/** One line of JSON for each event, in one file and the one before it. A disk that refuses to write stops no work. */
export function openLogFile(folder: string, now: () => number): LogFile {
  const path = join(folder, 'doca.log');
  const older = join(folder, 'doca.1.log');
  quietly(() => mkdirSync(folder, { recursive: true }));
  if (sizeOf(path) > rotateAtBytes) quietly(() => renameSync(path, older));
  let waiting: string[] = [];
  let written = 0;
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<void> = Promise.resolve();

  const take = (): string => {
    const text = waiting.join('');
    waiting = [];
    written += text.length;
    return text;
  };
  const add = (level: 'info' | 'warn', event: string, fields: Parameters<Log['info']>[1]): void => {
    if (written > runLimitBytes) return;
    waiting.push(`${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`);
    timer ??= setTimeout(() => {
      timer = null;
      const text = take();
      last = last.then(() => appendFile(path, text)).catch(() => undefined);
    }, writeAfterMs).unref();
  };

  return {
    log: {
      info: (event, fields) => add('info', event, fields),
      warn: (event, fields) => add('warn', event, fields),
    },
    tail: async () => {
      await last;
      quietly(() => appendFileSync(path, take()));
      return [...linesOf(older), ...linesOf(path)].slice(-tailLines);
    },
    flush: () => quietly(() => appendFileSync(path, take())),
  };
}

function linesOf(path: string): readonly string[] {
  let text = '';
  quietly(() => {
    text = readFileSync(path, 'utf8');
  });
  return text.split('\n').filter((line) => line !== '');
}

function sizeOf(path: string): number {
  let bytes = 0;
  quietly(() => {
    bytes = statSync(path).size;
  });
  return bytes;
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The log is a help, never a condition.
  }
}
