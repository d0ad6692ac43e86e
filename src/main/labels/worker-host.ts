import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-protocol.ts';

/** `died`: the worker was killed, or fell, over this request; what it had in memory is gone. */
export type Outcome = WorkerReply | { readonly type: 'died'; readonly why: string };

export interface HostOptions {
  readonly workerUrl: URL;
  readonly settings: WorkerSettings;
  readonly maxHeapMb: number;
}

/** One worker thread, started when it is needed and again after its death. One request at a time. */
export class WorkerHost {
  private readonly options: HostOptions;
  private worker: Worker | null = null;
  private settle: ((outcome: Outcome) => void) | null = null;

  constructor(options: HostOptions) {
    this.options = options;
  }

  /** Starts the worker, so that it is there when the first request comes. */
  warmUp(): void {
    this.worker ??= this.start();
    this.worker.unref();
  }

  run(request: WorkerRequest, timeoutMs: number): Promise<Outcome> {
    if (this.settle !== null) throw new Error('the label worker takes one request at a time');
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.lose(worker, `no answer after ${timeoutMs} ms`);
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

  /** Ends the worker and removes its spill file. */
  async stop(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.settle?.({ type: 'died', why: 'closed' });
    await worker?.terminate();
    rmSync(this.options.settings.spillPath, { force: true });
  }

  private start(): Worker {
    rmSync(this.options.settings.spillPath, { force: true });
    const worker = new Worker(this.options.workerUrl, {
      workerData: this.options.settings,
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxHeapMb, maxYoungGenerationSizeMb: 64 },
    });
    worker.on('message', (reply: WorkerReply) => {
      // The last word of a worker that was given up is no answer to what another one was asked.
      if (this.worker === worker) this.settle?.(reply);
    });
    worker.on('error', (error) => {
      this.lose(worker, error instanceof Error ? error.message : 'unknown');
    });
    worker.on('exit', () => {
      this.lose(worker, 'exited');
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
