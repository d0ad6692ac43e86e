import { execFile } from 'node:child_process';
import { labelProcessUrl } from './label-process/url.ts';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both. */
  readonly output: string;
}

/**
 * Runs the command line without a terminal, and waits for its end. Its label process is the run's bundle, because finding
 * and warming up the whole is a third of what a run costs; `start: 'whole'` starts all as its npm scripts do.
 */
export function runCli(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
  start: 'bundled' | 'whole' = 'bundled',
): Promise<CliRun> {
  const cli = new URL('../../src/main/cli.ts', import.meta.url).pathname;
  const redirect = new URL('label-process/redirect.ts', import.meta.url).href;
  const preload = start === 'bundled' ? [`--import=${redirect}`] : [];
  // Locks and what guards conclusions lie in the home folder: a test must not meet another one's, or its user's own.
  if (args[0] === 'dispatch' && env['HOME'] === undefined) throw new Error('a dispatch needs a HOME of its own');
  const worker = { DOCA_TEST_LABEL_PROCESS: labelProcessUrl.href };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...preload, cli, ...args],
      { env: { ...process.env, LC_ALL: 'en_US.UTF-8', ...worker, ...env }, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr, output: stdout + stderr });
      },
    );
    child.stdin?.end(input);
  });
}
