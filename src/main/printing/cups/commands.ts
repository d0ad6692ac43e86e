import { execFile } from 'node:child_process';
import type { PrintFile } from '../types.ts';

interface CommandEnd {
  /** Null if the command could not be started or was ended by its time limit. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly started: boolean;
}

/** Runs a program of the machine with these arguments, without a shell. Never rejects. */
export type RunCommand = (command: string, args: readonly string[]) => Promise<CommandEnd>;

/** Messages in English in any environment, so that they can be parsed. */
export function createCommandRunner(
  env: NodeJS.ProcessEnv = process.env,
  timeoutMs = 60_000,
): RunCommand {
  return (command, args) =>
    new Promise((resolve) => {
      execFile(
        command,
        [...args],
        { env: { ...env, LC_ALL: 'C' }, timeout: timeoutMs, windowsHide: true },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : error.code;
          const started = typeof code !== 'string';
          resolve({ code: typeof code === 'number' ? code : null, stdout, stderr, started });
        },
      );
    });
}

/**
 * `lp`'s arguments: a page at its exact size, a printer's language past every filter. The job is
 * held.
 */
export function makeLpArguments(
  printer: string,
  { path, kind, title, copies = 1, paper }: PrintFile,
): readonly string[] {
  const media =
    paper === undefined ? [] : ['-o', `media=Custom.${paper.widthMm}x${paper.heightMm}mm`];
  const options = kind === 'pdf' ? ['-o', 'print-scaling=none', ...media] : ['-o', 'raw'];
  return ['-d', printer, '-t', title, '-n', String(copies), '-H', 'hold', ...options, '--', path];
}

/** Arguments that release a held job, or leave it to its queue's rule. */
export function makeReleaseArguments(jobId: number, holdUntil: string): readonly string[] {
  return ['-i', String(jobId), '-H', holdUntil === 'no-hold' ? 'resume' : holdUntil];
}

/**
 * Returns the job id in `request id is zebra-12 (1 file(s))`; queue names may have hyphens and
 * digits themselves.
 */
export function readJobId(stdout: string): number | null {
  const id = /^request id is \S+-(\d+) \(/m.exec(stdout)?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the error message of a CUPS command, without its own name before it. */
export function readComplaint(stderr: string): string | null {
  const line = stderr.trim().split('\n').at(-1) ?? '';
  return line.replace(/^\w+: (?:Error - )?/, '') || null;
}
