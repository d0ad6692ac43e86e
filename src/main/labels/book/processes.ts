import type { Runner, RunnerEnd } from '../../os/worker.ts';
import type { StartLabelProcess } from './book.ts';
import type { Reply } from './protocol.ts';

/** How long a process waits for another book before it is ended. */
const idleMs = 60_000;
/** A process that has grown by more than this since its start is ended with its book. */
const maxGrownBytes = 200 * 1024 * 1024;

/**
 * Gives each book its own label process, so that one job's labels cannot harm another's, and keeps
 * a process that a book has left for the next. Starting one costs a third of a second of the
 * processor, and the first hundreds of labels take longer, until their code is compiled.
 */
export class LabelProcesses {
  readonly #startProcess: StartLabelProcess;
  #kept: ReusableProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(startProcess: StartLabelProcess) {
    this.#startProcess = startProcess;
  }

  /**
   * Returns the kept process, or a new one. It may be kept again when it is ended and its book is
   * closed.
   */
  readonly start: StartLabelProcess = () => {
    return (
      this.#takeKept() ?? new ReusableProcess(this.#startProcess(), (left) => this.#keep(left))
    );
  };

  /** Ends the kept process, and keeps none from now on. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#takeKept()?.endForGood();
  }

  #takeKept(): ReusableProcess | null {
    const kept = this.#kept;
    this.#kept = null;
    clearTimeout(this.#idle);
    return kept;
  }

  #keep(left: ReusableProcess): boolean {
    if (this.#closed || this.#kept !== null) return false;
    this.#kept = left;
    const drop = () => {
      if (this.#kept === left) void this.#takeKept()?.endForGood();
    };
    this.#idle = setTimeout(drop, idleMs).unref();
    // It has no request: any message means that something went wrong.
    left.listen(drop, drop);
    return true;
  }
}

/** A process that serves one book after the other. */
class ReusableProcess implements Runner {
  readonly #process: Runner;
  readonly #keep: (left: ReusableProcess) => boolean;
  /** Its book was closed, and it has not grown too much. */
  #mayStay = false;
  #onMessage: (message: unknown) => void = () => undefined;
  #onEnd: (end: RunnerEnd) => void = () => undefined;

  constructor(process: Runner, keep: (left: ReusableProcess) => boolean) {
    this.#process = process;
    this.#keep = keep;
    process.listen(
      (message) => {
        const reply = message as Reply;
        this.#mayStay = reply.type === 'closed' && reply.grownBytes <= maxGrownBytes;
        this.#onMessage(message);
      },
      (end) => {
        this.#mayStay = false;
        this.#onEnd(end);
      },
    );
  }

  send(message: unknown): void {
    this.#mayStay = false;
    this.#process.send(message);
  }

  listen(onMessage: (message: unknown) => void, onEnd: (end: RunnerEnd) => void): void {
    this.#onMessage = onMessage;
    this.#onEnd = onEnd;
  }

  keepAlive(): void {
    this.#process.keepAlive();
  }

  release(): void {
    this.#process.release();
  }

  async end(): Promise<void> {
    if (!this.#mayStay || !this.#keep(this)) await this.endForGood();
  }

  async endForGood(): Promise<void> {
    await this.#process.end();
  }
}
