import { execFile } from 'node:child_process';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { run, type Terminal } from '../../src/main/command-line/index.ts';
import { labelProcessUrl } from './label-process/url.ts';
import { listLines, makeTerminal } from './terminal.ts';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output and standard error together. */
  readonly output: string;
}

type Env = Readonly<Record<string, string>>;

/**
 * Runs a command of the command line in the test's own process, for its output, effects and exit
 * code. Most of the cost of such a run would be a process and its label process.
 */
export function runCliHere(env: Env, args: readonly string[], input = ''): Promise<CliRun> {
  return runCliWith({}, env, args, input);
}

/** The same with these properties of the terminal replaced, such as its browser. */
export async function runCliWith(
  own: Partial<Terminal>,
  env: Env,
  args: readonly string[],
  input = '',
): Promise<CliRun> {
  const home = checkHome(env, args);
  let stdout = '';
  let stderr = '';
  let output = '';
  const variables = { ...env };
  const code = await run(
    args,
    makeTerminal({
      out: (text) => ((stdout += text), (output += text)),
      err: (text) => ((stderr += text), (output += text)),
      env: variables,
      home,
      stdin: () => listLines(input === '' ? [] : input.trimEnd().split('\n')),
      ...own,
    }),
  );
  return { code, stdout, stderr, output };
}

/**
 * The system vouches for no server that tests start, and reading its hundreds of certificates is a
 * third of a start.
 */
const withoutCertificates: Env = {
  SSL_CERT_FILE: devNull,
  SSL_CERT_DIR: join(import.meta.dirname, 'label-process'),
};

/**
 * The command that starts the command line as a program. Its label process is the run's bundle,
 * because loading the complete one is a third of a run's cost; `start: 'whole'` starts it as the
 * npm scripts do.
 */
export function describeCliStart(start: 'bundled' | 'whole' = 'bundled'): {
  readonly args: readonly string[];
  readonly env: Env;
} {
  const cli = join(import.meta.dirname, '../../src/main/cli.ts');
  const redirect = new URL('label-process/redirect.ts', import.meta.url).href;
  const preload = start === 'bundled' ? [`--import=${redirect}`] : [];
  return {
    args: ['--disable-warning=ExperimentalWarning', ...preload, cli],
    env:
      start === 'bundled'
        ? { DOCA_TEST_LABEL_PROCESS: labelProcessUrl.href, ...withoutCertificates }
        : {},
  };
}

/** Runs the command line as a program, without a terminal, and waits for its end. */
export function runCli(
  env: Env,
  args: readonly string[],
  input = '',
  start: 'bundled' | 'whole' = 'bundled',
): Promise<CliRun> {
  checkHome(env, args);
  const program = describeCliStart(start);
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...program.args, ...args],
      {
        env: { ...process.env, ...program.env, ...env, ...nameHome(env['HOME']) },
        maxBuffer: 64 << 20,
      },
      (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr, output: stdout + stderr });
      },
    );
    child.stdin?.end(input);
  });
}

/** The environment's variables for the home folder; Windows uses another one. */
export function nameHome(home: string | undefined): Env {
  return home === undefined ? {} : { HOME: home, USERPROFILE: home };
}

/**
 * Locks and the guards of conclusions are in the home folder: a test must not use another test's,
 * or its user's own.
 */
function checkHome(env: Env, args: readonly string[]): string {
  const home = env['HOME'];
  if (args[0] === 'dispatch' && home === undefined)
    throw new Error('a dispatch needs a HOME of its own');
  return home ?? '/nowhere';
}
