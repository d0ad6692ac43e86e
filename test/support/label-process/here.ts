import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';
import type { Request, Settings } from '../../../src/main/labels/book/protocol.ts';
import type { StartLabelProcess } from '../../../src/main/labels/index.ts';
import { isThere, type Runner, type RunnerEnd } from '../../../src/main/os/worker.ts';

/**
 * Does the label process's work in the test's own process: a process for each test would cost a
 * quarter of a second of processor time, some hundred times. It has no limits: harmful files go to
 * a real process.
 */
export const readLabelsHere: StartLabelProcess = () => new ReaderHere();

class ReaderHere implements Runner {
  #reader: LabelReader | null = null;
  #heard: (message: unknown) => void = () => undefined;
  #ended: (end: RunnerEnd) => void = () => undefined;
  /** One after the other, and never in the caller's own turn. */
  #last: Promise<unknown> = Promise.resolve();
  #isGone = false;

  send(message: unknown): void {
    const received = structuredClone(message);
    this.#last = this.#last.then(() => this.#receive(received));
  }

  listen(heard: (message: unknown) => void, ended: (end: RunnerEnd) => void): void {
    this.#heard = heard;
    this.#ended = ended;
  }

  keepAlive(): void {
    // It runs in the process that it would keep from ending.
  }

  release(): void {
    // As above.
  }

  async end(): Promise<void> {
    this.#isGone = true;
    await this.#last;
    this.#reader?.close();
    this.#ended({ reason: 'ended', fromOutside: true });
  }

  async #receive(message: unknown): Promise<void> {
    if (this.#isGone) return;
    const request = message as Settings | Request;
    if (request.type === 'open') {
      this.#reader = new LabelReader(request);
      this.#heard(isThere);
      return;
    }
    const reply = await this.#reader?.answer(request);
    // The growth of the test's process is not that of a label process.
    this.#heard(structuredClone(reply?.type === 'closed' ? { ...reply, grownBytes: 0 } : reply));
  }
}
