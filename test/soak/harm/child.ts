import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Run } from '../checker/claims.ts';

const root = join(import.meta.dirname, '../../..');
const preload = new URL('preload.ts', import.meta.url).href;
/** Far longer than the sum of its timeouts. */
const hangMs = 8 * 60_000;
const longestOutput = 4 << 20;

export interface Start {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Limits the size of each file, in KB: simulates a full disk if none can be mounted. */
  readonly fileLimitKb?: number;
}

/** The real program in a process that can be killed, stopped and continued. */
export class Child {
  readonly #process: ChildProcess;
  readonly #args: readonly string[];
  #stdout = '';
  #stderr = '';
  #killed = false;
  #hung = false;
  #isOver = false;
  readonly ended: Promise<Omit<Run, 'wasPair'>>;

  constructor({ args, env, fileLimitKb }: Start) {
    const command = [
      ...[process.execPath, '--disable-warning=ExperimentalWarning', `--import=${preload}`],
      ...[join(root, 'src/main/cli.ts'), ...args],
    ];
    // Ignored, so that a write beyond the limit is an error and not a signal.
    const limited = [
      'sh',
      '-c',
      `trap '' XFSZ; ulimit -f ${(fileLimitKb ?? 0) * 2}; exec "$@"`,
      'sh',
      ...command,
    ];
    const [file = '', ...rest] = fileLimitKb === undefined ? command : limited;
    this.#args = args;
    this.#process = spawn(file, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#stdout.length < longestOutput) this.#stdout += text;
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (this.#stderr.length < longestOutput) this.#stderr += text;
    });
    const timer = setTimeout(() => {
      this.#hung = true;
      this.#process.kill('SIGCONT');
      this.#process.kill('SIGKILL');
    }, hangMs);
    this.ended = new Promise((resolve) => {
      this.#process.once('close', (code, signal) => {
        clearTimeout(timer);
        this.#isOver = true;
        const said = { stdout: this.#stdout, stderr: this.#stderr };
        resolve({
          args: this.#args,
          code,
          signal,
          ...said,
          killed: this.#killed && code === null,
          hung: this.#hung,
        });
      });
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  kill(): void {
    if (this.#isOver) return;
    this.#killed = true;
    this.#process.kill('SIGKILL');
  }

  /** Returns false if there was nothing left to stop. */
  stop(ms: number): boolean {
    if (this.#isOver || !this.#process.kill('SIGSTOP')) return false;
    setTimeout(() => this.#process.kill('SIGCONT'), ms);
    return true;
  }
}
