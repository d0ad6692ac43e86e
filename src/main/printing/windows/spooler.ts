import { Serial } from '#shared/serial.ts';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { isAborted } from '../../os/clock.ts';
import { AskedWorker, type Runner } from '../../os/worker.ts';
import { checkReadable, refuseUnavailable, waiting } from '../queue/print-queue.ts';
import { followJob, withdraw } from '../queue/system-job.ts';
import type { PrintFile, Printer, SpoolListener, SpoolOutcome } from '../types.ts';
import { isRaw, takesNoRaw } from './describe.ts';
import { createEarlierJobs } from './earlier-jobs.ts';
import {
  isOnlySpooling,
  openWindowsJob,
  readConditions,
  readPrinterFlags,
  removeByTitle,
  type WindowsTools,
} from './job.ts';
import type { Answer, Spooler, WindowsReply, WindowsRequest } from './types.ts';

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
export class SpoolerProcesses implements Spooler {
  readonly #openLane: () => Lane;
  readonly #lanes = new Map<string, Lane>();

  constructor(start: () => Runner, limits: ProcessLimits = {}) {
    this.#openLane = () => new Lane(start, limits);
  }

  readonly ask: Spooler['ask'] = (request) => {
    const lane = this.#lane('looking');
    return lane.turns.run(() => lane.ask(request));
  };

  readonly print: Spooler['print'] = (printer, work) => {
    const lane = this.#lane(`printing ${printer}`);
    return lane.turns.run(() => work((request) => lane.ask(request)));
  };

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

/** ERROR_PRINT_CANCELLED and ERROR_CANCELLED: a person deleted the job while it was written. */
const cancelledCodes: ReadonlySet<number> = new Set([63, 1223]);

export function createWindowsPrinter(name: string, tools: WindowsTools): Printer {
  return {
    name,
    earlier: createEarlierJobs(name, tools),
    print: async (asked, signal, onEvent) => {
      // It goes to another process, which takes no function.
      const { mayGoOn: _, ...file } = asked;
      // Its process starts while the printer is checked.
      tools.spooler.warmUp(name);
      const readable = await checkReadable(file.path);
      if (!readable.ok) return readable;
      const allowed = await checkPrinter(name, file, tools);
      if (!allowed.ok) return allowed;
      return sendFile(tools, name, file, signal, onEvent);
    },
  };
}

/**
 * Before anything is queued: a job for a printer that cannot print would come out later, as a
 * surprise.
 */
async function checkPrinter(
  name: string,
  file: PrintFile,
  { spooler }: WindowsTools,
): Promise<Result<void>> {
  const seen = await spooler.ask({ type: 'look', printer: name, jobId: null });
  if (seen.type !== 'seen') return failed(explainSilence(seen));
  if (seen.printer === null) return refuseUnavailable('there is no such printer');
  const flags = readPrinterFlags(seen.printer);
  if (readConditions(flags).length > 0) return refuseUnavailable(flags.join(', '));
  if (file.kind !== 'pdf' && takesNoRaw(seen.printer.driver))
    return fail('printer-no-raw', { detail: seen.printer.driver, reached: 'no' });
  if (file.kind === 'pdf' && isRaw(seen.printer.driver))
    return refuseUnavailable('a printer without driver cannot print PDF');
  return ok();
}

export function explainSilence(answer: Answer) {
  const detail =
    answer.type === 'refused' ? writeRefusal(answer) : 'the print spooler does not answer';
  return fault('printer-unavailable', { reached: 'no', detail });
}

/**
 * Sends a file to the spooler, and follows the job. Its id is reported before the first piece is
 * sent.
 */
async function sendFile(
  tools: WindowsTools,
  printer: string,
  file: PrintFile,
  signal: AbortSignal | undefined,
  onEvent: SpoolListener | undefined,
): Promise<Result<SpoolOutcome>> {
  type Ending = () => Promise<Result<SpoolOutcome>>;
  // The next document need not wait for this one's paper.
  const end = await tools.spooler.print(printer, async (ask): Promise<Ending> => {
    const endWith = (result: Result<SpoolOutcome>) => () => Promise.resolve(result);
    if (isAborted(signal)) return endWith(fail('cancelled'));
    const opened = await ask({ type: 'open', printer, file });
    if (opened.type !== 'opened') {
      // It may have got as far as a name in the queue.
      if (opened.type === 'died') await removeByTitle(tools, printer, file.title, isOnlySpooling);
      return endWith(failed(explainUnsent(opened, false, 'printer-unavailable')));
    }
    const job = openWindowsJob(tools, printer, opened.jobId, file.title);
    onEvent?.({ ...waiting, jobId: String(opened.jobId) });
    // Its rest in the queue must not print later.
    const breakOff = (reason: Fault) => () => withdraw(job, reason);
    for (let pieces = 0; ; pieces += 1) {
      const hasBegun = pieces > 0;
      if (isAborted(signal)) {
        await ask({ type: 'abort' });
        return breakOff(fault('cancelled', { reached: hasBegun ? 'maybe' : 'no' }));
      }
      const answer = await ask({ type: 'send' });
      if (answer.type === 'sent' && answer.isWhole) return () => followJob(job, signal, onEvent);
      if (answer.type === 'sent') continue;
      if (answer.type !== 'died') await ask({ type: 'abort' });
      if (answer.type === 'refused' && cancelledCodes.has(answer.code))
        return endWith(hasBegun ? fail('cancelled', { reached: 'maybe' }) : ok('cancelled'));
      return breakOff(explainUnsent(answer, hasBegun, 'print-failed'));
    }
  });
  return end();
}

function explainUnsent(
  answer: Answer,
  hasBegun: boolean,
  refusal: 'printer-unavailable' | 'print-failed',
): Fault {
  const reached = hasBegun ? 'maybe' : 'no';
  switch (answer.type) {
    case 'refused':
      return fault(refusal, { detail: writeRefusal(answer), reached });
    case 'unprintable':
      return answer.isTooLarge
        ? fault('printer-unavailable', { detail: answer.reason, reached })
        : fault('print-failed', { detail: `a page could not be drawn: ${answer.reason}`, reached });
    case 'died': {
      const detail = `the printer's driver: ${answer.reason}`;
      return refusal === 'printer-unavailable'
        ? fault(refusal, { detail, reached })
        : fault('print-unknown', { detail, reached: 'maybe' });
    }
    default:
      throw new Error(`the print process answered ${answer.type}`);
  }
}

/** In a searchable form: `StartDoc: Windows error 5: Access is denied`. */
function writeRefusal({ call, code, text }: Extract<Answer, { readonly type: 'refused' }>): string {
  return `${call}: Windows error ${code}: ${text.replace(/\.$/, '')}`;
}
