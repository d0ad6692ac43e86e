import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnFileSync, makeOwnFolderSync } from '../../os/files.ts';
import type { Log } from '../../os/log.ts';
import { Serial } from '#shared/serial.ts';

const rotateAtBytes = 1_000_000;
/** The limit for one run, so that a defect in a loop does not fill the disk. */
const runLimitBytes = 5_000_000;
const writeAfterMs = 200;
const tailLines = 2_000;

export type LogFile = ReturnType<typeof openLogFile>;

/** One line of JSON per event, in one file and the one before it. A failing disk stops no work. */
export function openLogFile(folder: string, now: () => number) {
  const path = join(folder, 'doca.log');
  const older = join(folder, 'doca.1.log');
  tryQuietly(() => {
    makeOwnFolderSync(folder);
    makeOwnFileSync(path);
  });
  const bytes = tryQuietly(() => statSync(path).size) ?? 0;
  if (bytes > rotateAtBytes) {
    tryQuietly(() => {
      renameSync(path, older);
      makeOwnFileSync(path);
    });
  }
  let waiting: string[] = [];
  let written = 0;
  let timer: NodeJS.Timeout | null = null;
  const writes = new Serial();

  const take = () => {
    const text = waiting.join('');
    waiting = [];
    written += text.length;
    return text;
  };
  const add = (level: 'info' | 'warn', event: string, fields: Parameters<Log['info']>[1]) => {
    if (written > runLimitBytes) return;
    waiting.push(
      `${JSON.stringify({ at: new Date(now()).toISOString(), level, event, ...fields })}\n`,
    );
    timer ??= setTimeout(() => {
      timer = null;
      const text = take();
      writes.run(() => appendFile(path, text)).catch(() => undefined);
    }, writeAfterMs).unref();
  };

  /** Writes waiting lines at once, before the process ends. */
  const flush = () => tryQuietly(() => appendFileSync(path, take()));

  const log: Log = {
    info: (event, fields) => add('info', event, fields),
    warn: (event, fields) => add('warn', event, fields),
  };
  return {
    log,
    /** The last lines of this run and the ones before it. */
    tail: async (): Promise<readonly string[]> => {
      await writes.idle();
      flush();
      return [...readLines(older), ...readLines(path)].slice(-tailLines);
    },
    flush,
  };
}

function readLines(path: string): readonly string[] {
  const text = tryQuietly(() => readFileSync(path, 'utf8')) ?? '';
  return text.split('\n').filter((line) => line !== '');
}

/** Returns null for a failure: the log is a help, never a condition. */
function tryQuietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
