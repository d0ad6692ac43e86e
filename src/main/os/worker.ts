import type { Worker } from 'node:worker_threads';

/** The worker was killed, or fell, over this request; what it had in memory is gone. */
export interface Died {
  readonly type: 'died';
  readonly why: string;
}

export interface AskedWorkerOptions {
  readonly start: () => Worker;
  /** How a time-out is told: `late` and the milliseconds. */
  readonly late: string;
  /** How an end that nobody asked for is told. */
  readonly gone: string;
}

/**
 * One worker thread, started when it is needed and again after its death. One request at a time.
 *
 * A new thread waits for the end of the one before. V8 keeps one list of machine code for all threads of a process, and a
 * thread with WebAssembly that goes while another comes has been seen to make it end the process (`Check failed:
 * jit_page.has_value()`). The switch for memory protection keys does not help: V8 keeps that list without them as well.
 */
export class AskedWorker<Request, Reply> {
  private readonly options: AskedWorkerOptions;
  private worker: Worker | null = null;
  private settle: ((outcome: Reply | Died) => void) | null = null;
  /** The end of the thread that was given up last. */
  private ending: Promise<unknown> | null = null;

  constructor(options: AskedWorkerOptions) {
    this.options = options;
  }

  /** Starts the worker, so that it is there when the first request comes. */
  warmUp(): void {
    if (this.ending === null) (this.worker ??= this.start()).unref();
  }

  ask(request: Request, timeoutMs: number): Promise<Reply | Died> {
    if (this.settle !== null) throw new Error('a worker takes one request at a time');
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.lose(this.worker, `${this.options.late} after ${timeoutMs} ms`);
      }, timeoutMs);
      const settle = (outcome: Reply | Died): void => {
        clearTimeout(timer);
        this.settle = null;
        // An idle worker must not keep the process from ending.
        this.worker?.unref();
        resolve(outcome);
      };
      this.settle = settle;
      const send = (): void => {
        if (this.settle !== settle) return;
        const worker = (this.worker ??= this.start());
        worker.ref();
        worker.postMessage(request);
      };
      if (this.ending === null) send();
      else void this.ending.then(send);
    });
  }

  /** Ends the worker, and with it what it was asked; the next request starts another one. */
  async stop(why: string): Promise<void> {
    this.lose(this.worker, why);
    await this.ending;
  }

  private start(): Worker {
    const worker = this.options.start();
    worker.on('message', (reply: Reply) => {
      // The last word of a worker that was given up is no answer to what another one was asked.
      if (this.worker === worker) this.settle?.(reply);
    });
    worker.on('error', (error) => {
      this.lose(worker, error instanceof Error ? error.message : 'unknown');
    });
    worker.on('exit', () => {
      this.lose(worker, this.options.gone);
    });
    return worker;
  }

  private lose(worker: Worker | null, why: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    if (worker !== null) {
      const ending = worker.terminate().finally(() => {
        if (this.ending === ending) this.ending = null;
      });
      this.ending = ending;
    }
    this.settle?.({ type: 'died', why });
  }
}
