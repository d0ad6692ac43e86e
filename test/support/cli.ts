import { execFile } from 'node:child_process';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both. */
  readonly output: string;
}

/** Runs the command line as its npm scripts do, without a terminal, and waits for its end. */
export function runCli(env: Readonly<Record<string, string>>, args: readonly string[], input = ''): Promise<CliRun> {
  const cli = new URL('../../src/main/cli.ts', import.meta.url).pathname;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', cli, ...args],
      { env: { ...process.env, LC_ALL: 'en_US.UTF-8', ...env }, maxBuffer: 64 << 20 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr, output: stdout + stderr });
      },
    );
    child.stdin?.end(input);
  });
}
