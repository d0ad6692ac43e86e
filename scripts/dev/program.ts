import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Desktop } from '../desktop.ts';

/** Several changes, of main and preload, often come together. */
const settleMs = 100;
const patienceMs = 5_000;

/** The running program, restarted on request. It ends if its window is closed or it is stopped. */
export class Program {
  readonly #desktop: Desktop;
  readonly #ended = Promise.withResolvers<number>();
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #again = false;

  constructor(desktop: Desktop) {
    this.#desktop = desktop;
  }

  /** Its exit code, when it ends by itself or is stopped. */
  get ended(): Promise<number> {
    return this.#ended.promise;
  }

  start(): void {
    const { command, args, env } = this.#desktop;
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    this.#child = child;
    child.once('error', (error) => this.#ended.reject(error));
    child.once('exit', (code) => {
      this.#child = null;
      if (this.#again) this.start();
      else this.#ended.resolve(this.#stopped ? 0 : (code ?? 1));
      this.#again = false;
    });
  }

  /** The old one has ended before the new one starts: both want the lock on the data. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#stopped || this.#child === null) return;
      this.#again = true;
      end(this.#child);
    }, settleMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#again = false;
    if (this.#child === null) this.#ended.resolve(0);
    else end(this.#child);
  }
}

/** A running job continues later from its journal, so a program that would ask first is killed. */
function end(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  child.once('exit', () => clearTimeout(timer));
}
