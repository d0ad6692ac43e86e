import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolderSync } from '../../os/files.ts';
import { isAlive } from '../../os/process.ts';
import { AskedWorker, type Died, type Runner } from '../../os/worker.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** The result of a request. */
export type Outcome = Exclude<Reply, { readonly type: 'bug' | 'spent' }> | Died;

/** The caller that closes a book waits for it. */
const closeTimeoutMs = 2_000;

/** The label process and its spill file, which lives as long as the process. */
export class ProcessHost {
  readonly #startProcess: () => Runner;
  readonly #settings: Settings;
  readonly #process: AskedWorker<Request, Reply>;
  #isStopped = false;

  /** Calls `lost` when a process is gone, and its labels with it. */
  constructor(startProcess: () => Runner, settings: Settings, lost: () => void) {
    this.#startProcess = startProcess;
    this.#settings = settings;
    this.#process = new AskedWorker({
      start: () => this.#start(),
      late: 'no answer',
      lost,
    });
  }

  /** Starts the process before the first request. */
  warmUp(): void {
    if (!this.#isStopped) this.#process.warmUp();
  }

  /** Throws if the process met a defect. */
  async run(request: Request, timeoutMs: number): Promise<Outcome> {
    if (this.#isStopped) return { type: 'died', reason: 'closed', guilty: false };
    const outcome = await this.#process.ask(request, timeoutMs);
    if (outcome.type === 'bug') throw new Error(`label process: ${outcome.message}`);
    if (outcome.type !== 'spent') return outcome;
    // The answer to this one may have been on its way when another one behind it was too much.
    const guilty = this.#process.waiting === 0;
    await this.#process.stop(outcome.reason);
    return { type: 'died', reason: outcome.reason, guilty };
  }

  /**
   * Ends the process and removes its spill file. An idle one gets `close` before, so that other
   * books can have it.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#process.isIdle) await this.#process.ask({ type: 'close' }, closeTimeoutMs);
    await this.#process.stop('closed');
    this.#removeSpill();
  }

  #start(): Runner {
    this.#removeSpill();
    const runner = this.#startProcess();
    runner.send(this.#settings);
    return runner;
  }

  #removeSpill(): void {
    rmSync(this.#settings.spillPath, { force: true });
  }
}

const pattern = /^labels-(\d+)-/;

/**
 * Returns a name for data of an open book, creates the folder for it, and removes data of programs
 * that are gone.
 */
export function makeDataPath(spillDir: string): string {
  makeOwnFolderSync(spillDir);
  for (const name of readdirSync(spillDir)) {
    const pid = Number(pattern.exec(name)?.[1] ?? process.pid);
    if (pid !== process.pid && !isAlive(pid))
      rmSync(join(spillDir, name), { recursive: true, force: true });
  }
  return join(spillDir, `labels-${process.pid}-${randomUUID()}`);
}
