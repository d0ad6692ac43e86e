import type { Worker } from 'node:worker_threads';
import { countAwake } from './clock.ts';

/** A runner's first message: it can take requests. */
export const isThere = 'there';

/** A thread or process of this program that answers requests, once it has sent `isThere`. */
export interface Runner {
  send(message: unknown): void;
  /** Must be called once, right after the start. `onEnd` may be called more than once. */
  listen(onMessage: (message: unknown) => void, onEnd: (end: RunnerEnd) => void): void;
  /** Keeps this program from ending until it is released. */
  keepAlive(): void;
  release(): void;
  /** Ends it at once, in the middle of any work; resolves when it is gone. */
  end(): Promise<unknown>;
}

export interface RunnerEnd {
  readonly reason: string;
  /** A person or the system ended it: no request caused it. */
  readonly fromOutside: boolean;
}

export function runThread(worker: Worker): Runner {
  return {
    send: (message) => worker.postMessage(message),
    listen(onMessage, onEnd) {
      worker.on('message', onMessage);
      worker.on('error', (error) => {
        onEnd({ reason: error instanceof Error ? error.message : 'unknown', fromOutside: false });
      });
      worker.on('exit', (code) => onEnd({ reason: `exited with ${code}`, fromOutside: false }));
    },
    keepAlive: () => worker.ref(),
    release: () => worker.unref(),
    end: () => worker.terminate(),
  };
}

/** The runner was killed or crashed during this request; its memory is lost. */
export interface Died {
  readonly type: 'died';
  readonly reason: string;
  /**
   * True if this request certainly caused it: not another one, an end from outside, or a failed
   * start.
   */
  readonly guilty: boolean;
}

export interface AskedWorkerOptions {
  readonly start: () => Runner;
  /** How a timeout is reported: `late` and the milliseconds. */
  readonly late: string;
  /** Called when a runner is gone and its memory with it, during a request or not. */
  readonly lost?: () => void;
  /** How long a runner waits for another request before it is ended. Default: for ever. */
  readonly idleMs?: number;
}

/** A slow start from a cold disk, with a virus scanner, is not a request's fault. */
const startTimeoutMs = 60_000;

/**
 * One runner, started on demand and again after its death. Requests that come before an answer wait
 * in the runner, which must answer in turn: it has work then while its answers are on their way. A
 * request's time counts from the answer before it, or from the runner's `isThere`.
 *
 * A new runner waits for the end of the one before. V8 keeps one list of machine code for all
 * threads of a process, and a thread with WebAssembly that ends while another starts has been seen
 * to end the process (`Check failed: jit_page.has_value()`). The switch for memory protection keys
 * does not help: V8 keeps that list without them as well.
 */
export class AskedWorker<Request, Reply> {
  readonly #options: AskedWorkerOptions;
  #runner: Runner | null = null;
  #isThere = false;
  /** In turn: the runner works on the first. */
  #asked: Asked<Request, Reply>[] = [];
  #stopClock: () => void = () => undefined;
  /** The end of the last runner that was given up. */
  #ending: Promise<unknown> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: AskedWorkerOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#asked.length;
  }

  get isIdle(): boolean {
    return this.#runner !== null && this.#isThere && this.#asked.length === 0;
  }

  /** Starts the runner before the first request. */
  warmUp(): void {
    if (this.#ending !== null || this.#asked.length > 0) return;
    this.#runner ??= this.#start();
    this.#runner.release();
    this.#endWhenIdle();
  }

  ask(request: Request, timeoutMs: number): Promise<Reply | Died> {
    clearTimeout(this.#idle);
    return new Promise((resolve) => {
      const asked: Asked<Request, Reply> = { request, timeoutMs, resolve };
      this.#asked.push(asked);
      if (this.#ending === null) this.#begin(asked);
      else void this.#ending.then(() => this.#begin(asked));
    });
  }

  /** Ends the runner and its requests; the next request starts another one. */
  async stop(reason: string): Promise<void> {
    this.#lose(this.#runner, { reason, guilty: false });
    clearTimeout(this.#idle);
    await this.#ending;
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#idle = setTimeout(() => void this.stop('idle'), idleMs).unref();
  }

  #begin(asked: Asked<Request, Reply>): void {
    if (!this.#asked.includes(asked)) return;
    this.#runner ??= this.#start();
    this.#runner.keepAlive();
    if (this.#isThere) this.#runner.send(asked.request);
    if (this.#asked[0] === asked) this.#startClock();
  }

  #startClock(): void {
    this.#stopClock();
    const [first] = this.#asked;
    if (first === undefined) return;
    const timeoutMs = this.#isThere ? first.timeoutMs : startTimeoutMs;
    this.#stopClock = countAwake(timeoutMs, () => {
      const reason = `${this.#options.late} after ${timeoutMs} ms`;
      // Those behind it have not been begun.
      const guilty = this.#isThere;
      this.#resolveFirst({ type: 'died', reason, guilty });
      this.#lose(this.#runner, { reason, guilty: false });
    });
  }

  #resolveFirst(outcome: Reply | Died): void {
    this.#stopClock();
    const first = this.#asked.shift();
    if (this.#asked.length === 0) {
      // An idle runner must not keep the process from ending.
      this.#runner?.release();
      this.#endWhenIdle();
    }
    first?.resolve(outcome);
  }

  #start(): Runner {
    const runner = this.#options.start();
    this.#isThere = false;
    runner.listen(
      (message) => {
        // The last message of a runner that was given up is not an answer to the new one's request.
        if (this.#runner !== runner) return;
        if (this.#isThere) this.#resolveFirst(message as Reply);
        else if (message === isThere) {
          this.#isThere = true;
          for (const { request } of this.#asked) runner.send(request);
        } else this.#lose(runner, { reason: 'did not start', guilty: false });
        this.#startClock();
      },
      ({ reason, fromOutside }) =>
        this.#lose(runner, { reason, guilty: this.#isThere && !fromOutside }),
    );
    return runner;
  }

  #lose(runner: Runner | null, { reason, guilty }: Omit<Died, 'type'>): void {
    if (this.#runner !== runner) return;
    this.#runner = null;
    if (runner !== null) {
      const ending = runner.end().finally(() => {
        if (this.#ending === ending) this.#ending = null;
      });
      this.#ending = ending;
      this.#options.lost?.();
    }
    // One of several may have been answered: its answer was lost with the runner.
    const isSure = this.#asked.length === 1;
    while (this.#asked.length > 0)
      this.#resolveFirst({ type: 'died', reason, guilty: guilty && isSure });
  }
}

interface Asked<Request, Reply> {
  readonly request: Request;
  readonly timeoutMs: number;
  readonly resolve: (outcome: Reply | Died) => void;
}
