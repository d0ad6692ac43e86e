import type { Clock } from '../../../src/main/os/clock.ts';
import { createWindowsSystem } from '../../../src/main/printing/index.ts';
import type { SystemPrinters } from '../../../src/main/printing/index.ts';
import type { Answer, Spooler } from '../../../src/main/printing/windows/types.ts';
import type {
  JobRecord,
  PrinterRecord,
  WindowsRequest,
} from '../../../src/main/printing/windows/types.ts';

/** Bits of a status, by Windows' names. */
export const jobBits = {
  Paused: 0x1,
  Error: 0x2,
  Deleting: 0x4,
  Spooling: 0x8,
  Printing: 0x10,
  PaperOut: 0x40,
  Printed: 0x80,
  Retained: 0x2000,
} as const;

export function makeJob(
  flags: readonly (keyof typeof jobBits)[],
  own: Partial<JobRecord> = {},
): JobRecord {
  const status = flags.reduce((bits, flag) => bits | jobBits[flag], 0);
  return { id: 7, title: 'Doca 1001', words: null, pages: 0, printed: 0, ...own, status };
}

export const zebra: PrinterRecord = {
  driver: 'ZDesigner ZD220',
  port: 'USB001',
  attributes: 0,
  status: 0,
};

export const died: Answer = { type: 'died', reason: 'no answer after 3000 ms', guilty: true };
const isGone = { type: 'seen', printer: null, job: null } as const;

/**
 * A spooler in memory. It plays the polled states of the job one after the other, and repeats the
 * last one until the job is deleted; `answers` are the results of other calls, which otherwise
 * succeed.
 */
export class FakeSpooler implements Spooler {
  readonly system: SystemPrinters;
  readonly requests: WindowsRequest[] = [];
  readonly looks: (readonly JobRecord[] | 'gone' | 'silent')[] = [];
  readonly clock: Clock;
  isClosed = false;
  readonly #printer: PrinterRecord | null;
  readonly #answers: Partial<Record<WindowsRequest['type'], Answer[]>>;
  #nowMs = 0;
  #isDeleted = false;

  constructor(
    printer: PrinterRecord | null = zebra,
    answers: Partial<Record<WindowsRequest['type'], Answer[]>> = {},
  ) {
    this.#printer = printer;
    this.#answers = answers;
    this.clock = {
      now: () => this.#nowMs,
      awake: () => this.#nowMs,
      sleep: (ms, signal) => {
        this.#nowMs += ms;
        return signal?.aborted === true ? Promise.reject(new Error('aborted')) : Promise.resolve();
      },
    };
    this.system = createWindowsSystem({
      startProcess: () => {
        throw new Error('no process here');
      },
      spooler: this,
      clock: this.clock,
      timing: { pollMs: 100, unreachableMs: 1000, lostMs: 1000, describeMs: 50 },
    });
  }

  /** The calls, without the polls. */
  get steps(): readonly string[] {
    return this.requests.map(({ type }) => type).filter((type) => type !== 'look');
  }

  ask(request: WindowsRequest): Promise<Answer> {
    this.requests.push(request);
    this.#nowMs += 100;
    return Promise.resolve(this.#answers[request.type]?.shift() ?? this.#answer(request));
  }

  print<T>(
    _: string,
    work: (ask: (request: WindowsRequest) => Promise<Answer>) => Promise<T>,
  ): Promise<T> {
    return work((request) => this.ask(request));
  }

  warmUp(): void {
    // There is nothing to start.
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  #answer(request: WindowsRequest): Answer {
    switch (request.type) {
      case 'look':
        return this.#look(request.jobId);
      case 'open':
        return { type: 'opened', jobId: 7 };
      case 'send':
        return { type: 'sent', isWhole: true };
      case 'find':
        return { type: 'found', jobIds: [7] };
      case 'delete':
        this.#isDeleted = true;
        return { type: 'done' };
      case 'abort':
      case 'resume':
        return { type: 'done' };
      case 'list':
        return { type: 'printers', names: ['Zebra'], default: 'Zebra' };
    }
  }

  #look(jobId: number | null): Answer {
    if (this.#printer === null) return isGone;
    if (jobId === null) return { type: 'seen', printer: this.#printer, job: null };
    const look = (this.looks.length > 1 ? this.looks.shift() : this.looks[0]) ?? [];
    if (look === 'silent') return died;
    if (look === 'gone') return isGone;
    const job = this.#isDeleted ? null : (look.find(({ id }) => id === jobId) ?? null);
    return { type: 'seen', printer: this.#printer, job };
  }
}
