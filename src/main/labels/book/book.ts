import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { failed, fault, labelPaper, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import { makeOwnFolderSync } from '../../os/files.ts';
import { isAlive } from '../../os/process.ts';
import { Serial } from '../../os/serial.ts';
import type { BookEntry, LabelBook, PreparedLabel, WriteOptions, WrittenBook } from '../types.ts';
import type { Choice, WorkerRequest, WorkerReply, WorkerSettings } from './worker-protocol.ts';
import { rmSync, readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { AskedWorker } from '../../os/worker.ts';
import type { Died } from '../../os/worker.ts';

export interface LabelBookOptions {
  /** `worker.ts`, or what the build made of it. */
  readonly workerUrl: URL;
  /** A folder for what does not fit in memory while the book is open. */
  readonly spillDir: string;
  /** How long one file may take before it is given up. Default 30 s. */
  readonly timeoutMs?: number;
  /** Stream data kept in memory before the spill file is used. Default 48 MB. */
  readonly maxMemoryBytes?: number;
  /** The worker's own heap. Default 192 MB. */
  readonly maxHeapMb?: number;
}

/** Writing is bounded by the disk, not by a file's tricks. */
const writeTimeoutMs = 300_000;

/** Opens an empty book and starts its worker. */
export function createLabelBook(options: LabelBookOptions): LabelBook {
  return new WorkerBook(options);
}

class WorkerBook implements LabelBook {
  private readonly host: WorkerHost;
  private readonly timeoutMs: number;
  /** Files the book has, with what was asked for: enough to prepare them again when the worker was lost. */
  private readonly prepared = new Map<string, Choice>();
  /** Files that were prepared once and then, after a lost worker, could not be again. */
  private readonly lost = new Map<string, Fault>();
  private readonly requests = new Serial();
  private mustRestore = false;
  private closed = false;

  constructor({ workerUrl, spillDir, timeoutMs, maxMemoryBytes, maxHeapMb }: LabelBookOptions) {
    this.timeoutMs = timeoutMs ?? 30_000;
    removeStaleSpills(spillDir);
    this.host = new WorkerHost({
      workerUrl,
      settings: {
        spillPath: join(spillDir, makeSpillName(randomUUID())),
        maxMemoryBytes: maxMemoryBytes ?? 48 * 1024 * 1024,
      },
      maxHeapMb: maxHeapMb ?? 192,
    });
    this.host.warmUp();
  }

  prepare(path: string, options: Partial<Choice> = {}): Promise<Result<PreparedLabel>> {
    const choice = { paper: options.paper ?? labelPaper, pages: options.pages ?? 'auto' };
    return this.runInTurn(async () => {
      this.prepared.delete(path);
      this.lost.delete(path);
      const outcome = await this.ask({ type: 'prepare', path, ...choice }, this.timeoutMs);
      if (outcome.type === 'fault') return failed(outcome.fault);
      if (outcome.type === 'died') return failed(this.makeUnrenderable(outcome.why));
      if (outcome.type !== 'prepared') throw new Error(`unexpected answer of the label worker: ${outcome.type}`);
      this.prepared.set(path, choice);
      return ok(outcome.label);
    });
  }

  writePdf(entries: readonly BookEntry[], outPath: string, options: WriteOptions = {}): Promise<Result<WrittenBook>> {
    return this.write({ type: 'write-pdf', entries, outPath, options });
  }

  writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Result<WrittenBook>> {
    return this.write({ type: 'write-zpl', entries, outPath });
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.host.stop();
    await this.requests.idle();
  }

  private write(request: Exclude<WorkerRequest, { readonly type: 'prepare' }>): Promise<Result<WrittenBook>> {
    return this.runInTurn(async () => {
      let outcome: Outcome = { type: 'died', why: '' };
      for (let attempt = 0; attempt < 2 && outcome.type === 'died' && !this.closed; attempt += 1) {
        await this.restore();
        for (const { path } of request.entries) {
          const lost = this.lost.get(path);
          if (lost !== undefined) return failed(lost);
          if (!this.prepared.has(path)) throw new Error('a file was to be written that was never prepared');
        }
        outcome = await this.ask(request, writeTimeoutMs);
      }
      if (outcome.type === 'written') return ok(outcome.book);
      if (outcome.type === 'fault') return failed(outcome.fault);
      if (outcome.type === 'died') {
        return failed(this.closed ? fault('cancelled') : fault('internal', { detail: `label worker: ${outcome.why}` }));
      }
      throw new Error(`unexpected answer of the label worker: ${outcome.type}`);
    });
  }

  /** One thing after the other, in the order in which they were asked for. */
  private runInTurn<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    return this.requests.run(() => (this.closed ? failed(fault('cancelled')) : work()));
  }

  private async ask(request: WorkerRequest, timeoutMs: number): Promise<Exclude<Outcome, { readonly type: 'bug' }>> {
    await this.restore();
    const outcome = await this.host.run(request, timeoutMs);
    if (outcome.type === 'bug') throw new Error(`label worker: ${outcome.message}`);
    if (outcome.type === 'died' && !this.closed) {
      this.mustRestore = true;
      // While the desk waits for the next file anyway.
      void this.runInTurn(async () => {
        await this.restore();
        return ok();
      });
    }
    return outcome;
  }

  /** After a worker was lost: reads again, from their files, all labels that it had. */
  private async restore(): Promise<void> {
    while (this.mustRestore && !this.closed) {
      this.mustRestore = false;
      for (const [path, choice] of [...this.prepared]) {
        const outcome = await this.host.run({ type: 'prepare', path, ...choice }, this.timeoutMs);
        if (outcome.type === 'prepared') continue;
        this.prepared.delete(path);
        this.lost.set(path, outcome.type === 'fault' ? outcome.fault : this.makeUnrenderable('lost with its worker'));
        if (outcome.type === 'died') {
          this.mustRestore = true;
          break;
        }
      }
    }
  }

  private makeUnrenderable(why: string): Fault {
    return this.closed ? fault('cancelled') : fault('label-unrenderable', { detail: `label worker: ${why}` });
  }
}

type Outcome = WorkerReply | Died;

interface HostOptions {
  readonly workerUrl: URL;
  readonly settings: WorkerSettings;
  readonly maxHeapMb: number;
}

/** The label worker and its spill file, which lives as long as the thread. */
class WorkerHost {
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

const pattern = /^labels-(\d+)-[0-9a-f-]+\.spill$/;

/** The name of a spill file of this process. */
function makeSpillName(id: string): string {
  return `labels-${process.pid}-${id}.spill`;
}

/** Makes the folder, and removes from it what processes that are gone left behind. */
function removeStaleSpills(spillDir: string): void {
  makeOwnFolderSync(spillDir);
  for (const name of readdirSync(spillDir)) {
    const pid = Number(pattern.exec(name)?.[1] ?? '0');
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(join(spillDir, name), { force: true });
  }
}
