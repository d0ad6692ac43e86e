import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AskedWorker } from '../../os/worker.ts';
import type { Died } from '../../os/worker.ts';
import type { WorkerReply, WorkerRequest, WorkerSettings } from './worker-protocol.ts';

export type Outcome = WorkerReply | Died;

export interface HostOptions {
  readonly workerUrl: URL;
  readonly settings: WorkerSettings;
  readonly maxHeapMb: number;
}

/** The label worker and its spill file, which lives as long as the thread. */
export class WorkerHost {
  private readonly options: HostOptions;
  private readonly worker: AskedWorker<WorkerRequest, WorkerReply>;

  constructor(options: HostOptions) {
    this.options = options;
    this.worker = new AskedWorker({ start: () => this.start(), late: 'no answer', gone: 'exited' });
  }

  /** Starts the worker, so that it is there when the first request comes. */
  warmUp(): void {
    this.worker.warmUp();
  }

  run(request: WorkerRequest, timeoutMs: number): Promise<Outcome> {
    return this.worker.ask(request, timeoutMs);
  }

  /** Ends the worker and removes its spill file. */
  async stop(): Promise<void> {
    await this.worker.stop('closed');
    this.removeSpill();
  }

  private start(): Worker {
    this.removeSpill();
    return new Worker(this.options.workerUrl, {
      workerData: this.options.settings,
      resourceLimits: { maxOldGenerationSizeMb: this.options.maxHeapMb, maxYoungGenerationSizeMb: 64 },
    });
  }

  private removeSpill(): void {
    rmSync(this.options.settings.spillPath, { force: true });
  }
}
