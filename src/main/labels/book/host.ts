import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolderSync } from '../../os/files.ts';
import { isAlive } from '../../os/process.ts';
import { AskedWorker } from '../../os/worker.ts';
import type { Died, Runner } from '../../os/worker.ts';
import type { Reply, Request, Settings } from './protocol.ts';

/** What became of a request. */
export type Outcome = Exclude<Reply, { readonly type: 'bug' | 'spent' }> | Died;

/** The label process and its spill file, which lives as long as the process. */
export class ProcessHost {
  readonly #startProcess: () => Runner;
  readonly #settings: Settings;
  readonly #process: AskedWorker<Request, Reply>;

  /** `lost` is called when a process is gone, and with it all that it had read. */
  constructor(startProcess: () => Runner, settings: Settings, lost: () => void) {
    this.#startProcess = startProcess;
    this.#settings = settings;
    this.#process = new AskedWorker({
      start: () => this.#start(),
      late: 'no answer',
      lost,
    });
  }

  /** Starts the process, so that it is there when the first request comes. */
  warmUp(): void {
    this.#process.warmUp();
  }

  /** Throws where the process met a defect. */
  async run(request: Request, timeoutMs: number): Promise<Outcome> {
    const outcome = await this.#process.ask(request, timeoutMs);
    if (outcome.type === 'bug') throw new Error(`label process: ${outcome.message}`);
    if (outcome.type !== 'spent') return outcome;
    await this.#process.stop(outcome.why);
    return { type: 'died', why: outcome.why, guilty: true };
  }

  /** Ends the process and removes its spill file. */
  async stop(): Promise<void> {
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

const pattern = /^labels-(\d+)-[0-9a-f-]+\.spill$/;

/**
 * A name for a book's spill file, in a folder that is made where there is none, and from which goes what programs that are
 * gone left behind.
 */
export function makeSpillPath(spillDir: string): string {
  makeOwnFolderSync(spillDir);
  for (const name of readdirSync(spillDir)) {
    const pid = Number(pattern.exec(name)?.[1] ?? '0');
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(join(spillDir, name), { force: true });
  }
  return join(spillDir, `labels-${process.pid}-${randomUUID()}.spill`);
}
