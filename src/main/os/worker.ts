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

/** One worker thread, started when it is needed and again after its death. One request at a time. */
export class AskedWorker<Request, Reply> {
  private readonly options: AskedWorkerOptions;
  private worker: Worker | null = null;
  private settle: ((outcome: Reply | Died) => void) | null = null;

  constructor(options: AskedWorkerOptions) {
    this.options = options;
  }

  /** Starts the worker, so that it is there when the first request comes. */
  warmUp(): void {
    this.worker ??= this.start();
    this.worker.unref();
  }

  ask(request: Request, timeoutMs: number): Promise<Reply | Died> {
    if (this.settle !== null) throw new Error('a worker takes one request at a time');
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.lose(worker, `${this.options.late} after ${timeoutMs} ms`);
      }, timeoutMs);
      this.settle = (outcome) => {
        clearTimeout(timer);
        this.settle = null;
        // An idle worker must not keep the process from ending.
        worker.unref();
        resolve(outcome);
      };
      worker.ref();
      worker.postMessage(request);
    });
  }

  /** Ends the worker, and with it what it was asked; the next request starts another one. */
  async stop(why: string): Promise<void> {
    const { worker } = this;
    if (worker !== null) this.lose(worker, why);
    await worker?.terminate();
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

  private lose(worker: Worker, why: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    void worker.terminate();
    this.settle?.({ type: 'died', why });
  }
}
