import { Serial } from '#shared/serial.ts';
import { AskedWorker, type Died, type Runner } from '../../os/worker.ts';
import type { LookRequest, PrintRequest, WindowsReply, WindowsRequest } from './types.ts';

/** The result of a request: `died` if its process hung or crashed, and is gone. */
export type Answer = WindowsReply | Died;

/** Windows' spooler and drivers, by request and answer. */
export type Spooler = Pick<SpoolerProcesses, keyof SpoolerProcesses>;

export interface ProcessLimits {
  /**
   * The time limit for each kind of request; a document's piece may have to wait for the printer
   * itself.
   */
  readonly requestMs?: Partial<Readonly<Record<WindowsRequest['type'], number>>>;
  /** How long a process waits for another request before it ends. */
  readonly idleMs?: number;
}

const usualMs: Readonly<Record<WindowsRequest['type'], number>> = {
  list: 5_000,
  look: 3_000,
  find: 5_000,
  delete: 10_000,
  resume: 10_000,
  open: 60_000,
  send: 120_000,
  abort: 10_000,
};

/**
 * One process for printers and jobs, one for each printer that prints: a bad driver delays only its
 * own printer.
 */
export class SpoolerProcesses {
  readonly #openLane: () => Lane;
  readonly #lanes = new Map<string, Lane>();

  constructor(start: () => Runner, limits: ProcessLimits = {}) {
    this.#openLane = () => new Lane(start, limits);
  }

  ask(request: LookRequest): Promise<Answer> {
    const lane = this.#lane('looking');
    return lane.turns.run(() => lane.ask(request));
  }

  /** One document at a time on each printer. A document that is open when `work` ends is lost. */
  print<T>(
    printer: string,
    work: (ask: (request: PrintRequest) => Promise<Answer>) => Promise<T>,
  ): Promise<T> {
    const lane = this.#lane(`printing ${printer}`);
    return lane.turns.run(() => work((request) => lane.ask(request)));
  }

  /** Starts the process of this printer ahead of its use. */
  warmUp(printer: string): void {
    this.#lane(`printing ${printer}`).worker.warmUp();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(({ worker }) => worker.stop('closed')));
  }

  #lane(name: string): Lane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const lane = this.#openLane();
    this.#lanes.set(name, lane);
    return lane;
  }
}

/** One process, started on demand, and its waiting callers. */
class Lane {
  readonly turns = new Serial();
  readonly worker: AskedWorker<WindowsRequest, WindowsReply>;
  readonly #requestMs: typeof usualMs;

  constructor(start: () => Runner, { requestMs, idleMs = 60_000 }: ProcessLimits) {
    this.#requestMs = { ...usualMs, ...requestMs };
    this.worker = new AskedWorker({ start, late: 'no answer', idleMs });
  }

  async ask(request: WindowsRequest): Promise<Answer> {
    const answer = await this.worker.ask(request, this.#requestMs[request.type]);
    if (answer.type !== 'bug') return answer;
    // Its state is unknown.
    await this.worker.stop(answer.what);
    return { type: 'died', reason: `defect: ${answer.what}`, guilty: true };
  }
}
