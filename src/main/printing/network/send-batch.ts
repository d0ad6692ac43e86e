import { fail, type FaultKind, ok, type Result } from '#shared/faults/faults.ts';
import { isAborted, pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { waiting } from '../queue/print-queue.ts';
import type {
  LabelTally,
  PrinterCondition,
  PrintFile,
  SpoolListener,
  SpoolOutcome,
} from '../types.ts';
import { ConnectionLost, type LabelConnection } from './connection.ts';
import type { HostStatus } from './host-status.ts';

export type NetworkTiming = Readonly<typeof defaultNetworkTiming>;

export const defaultNetworkTiming = {
  connectMs: 5_000,
  /**
   * The limit for the first answer to `~HS`; a printer without one by then counts as one that never
   * answers, and has as long to close the connection.
   */
  firstStatusMs: 1_500,
  /** After this silence of a printer that used to answer, a person should go and look. */
  quietMs: 5_000,
  /**
   * How long a silent connection is kept: with a full memory a printer waits for a person and a new
   * roll.
   */
  stallMs: 300_000,
  /** Between two questions to a busy printer. */
  pollMs: 250,
};

/**
 * A file of ZPL, cut between labels, and the rest after the last; together they are the file, byte
 * for byte.
 */
export type LabelBatch = { readonly labels: readonly Buffer[]; readonly rest: Buffer };

/** Returns the batch that prints a file so many times, each copy after the other. */
export function cutLabels(file: Buffer, ends: readonly number[], copies: number): LabelBatch {
  const [first, ...others] = ends.map((end, at) => file.subarray(ends[at - 1] ?? 0, end));
  const rest = file.subarray(ends.at(-1) ?? 0);
  if (first === undefined) return { labels: [], rest };
  const again = [Buffer.concat([rest, first]), ...others];
  return {
    labels: [first, ...others, ...Array.from({ length: copies - 1 }, () => again).flat()],
    rest,
  };
}

export interface BatchEnd {
  readonly result: Result<SpoolOutcome>;
  readonly labels: LabelTally;
}

/** Labels that may wait in a printer's memory: few, so that few are in doubt if it breaks down. */
const labelsAhead = 8;
/** Labels that a printer has drawn, and no longer counts as waiting, before they are on paper. */
export const drawnAhead = 3;

/**
 * Asks until the printer has been idle for as long as the labels take that it has drawn ahead, of
 * which it does not tell. Returns false if the signal has ended the wait.
 */
export async function waitForPaper(
  ask: () => Promise<HostStatus>,
  findDrawnMs: (status: HostStatus) => number,
  { clock, timing, signal }: Pick<Sending, 'clock' | 'timing' | 'signal'>,
): Promise<boolean> {
  let leftMs: number | null = null;
  for (;;) {
    const status = await ask();
    const { formatsWaiting, labelsLeft, conditions } = status;
    const isIdle = formatsWaiting + labelsLeft + conditions.length === 0;
    if (!isIdle) leftMs = null;
    else if (leftMs === null) leftMs = findDrawnMs(status);
    else leftMs -= timing.pollMs;
    if (leftMs !== null && leftMs < 0) return true;
    if (!(await pauseUnlessAborted(clock, timing.pollMs, signal))) return false;
  }
}

interface Sending {
  readonly connection: LabelConnection;
  readonly batch: LabelBatch;
  readonly timing: NetworkTiming;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly mayGoOn: PrintFile['mayGoOn'];
  readonly onEvent: SpoolListener;
}

/**
 * Sends a batch label by label, to the end of all work; to a printer that does not report, all at
 * once.
 */
export class BatchSender {
  readonly #of: Sending;
  readonly #beganAtMs = performance.now();
  #sent = 0;
  /**
   * The number sent before the last question: the printer may not have counted the bytes right
   * ahead of it.
   */
  #sentBefore = 0;
  /** By the printer's own count. */
  #printed = 0;
  #last: HostStatus | null = null;
  #reported = '';

  constructor(sending: Sending) {
    this.#of = sending;
  }

  async send(): Promise<BatchEnd> {
    try {
      const before = await this.#of.connection.ask(this.#of.timing.firstStatusMs);
      this.#last = before;
      if (isAborted(this.#of.signal)) return this.#stop();
      if (before !== null && before.conditions.length > 0)
        return this.#end('printer-unavailable', before.conditions.join(', '));
      return await this.#sendAll(before);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      if (isAborted(this.#of.signal)) return this.#stop();
      return this.#breakOff(error.message);
    }
  }

  async #sendAll(before: HostStatus | null): Promise<BatchEnd> {
    const { connection, batch, timing, clock, signal } = this.#of;
    let room = before === null ? Infinity : labelsAhead - before.formatsWaiting;
    for (const label of batch.labels) {
      while (room <= 0 || this.#isStanding()) {
        if (isAborted(signal)) return this.#stop();
        const status = await this.#askStatus();
        room = status.bufferFull ? 0 : labelsAhead - status.formatsWaiting;
        if (room <= 0 || this.#isStanding()) await pauseUnlessAborted(clock, timing.pollMs, signal);
      }
      const end = await this.#sendLabel(label);
      if (end !== null) return end;
      room -= 1;
    }
    if (batch.rest.length > 0) await connection.write(batch.rest, timing.stallMs);
    if (before === null) {
      await connection.finish(timing.firstStatusMs, timing.stallMs);
      if (isAborted(signal)) return this.#stop();
      return { result: ok('unknown'), labels: this.#countLabels() };
    }
    const isOut = await waitForPaper(
      () => this.#askStatus(),
      (status) => this.#findDrawnMs(status),
      this.#of,
    );
    if (!isOut) return this.#stop();
    this.#printed = this.#sent;
    connection.close();
    return { result: ok('done'), labels: this.#countLabels() };
  }

  /** Counts the label as sent before its first byte goes out; returns an end in its place. */
  async #sendLabel(label: Buffer): Promise<BatchEnd | null> {
    const { connection, timing, signal, mayGoOn } = this.#of;
    if (mayGoOn !== undefined) {
      const refusal = await leaveOnAbort(mayGoOn(), signal, () => null);
      if (refusal !== null) return this.#end(refusal.kind, refusal.detail);
    }
    this.#report('printing', [], 1);
    if (isAborted(signal)) return this.#stop();
    connection.check();
    this.#sent += 1;
    await connection.write(label, timing.stallMs);
    return null;
  }

  async #askStatus(): Promise<HostStatus> {
    const sent = this.#sent;
    const { connection, timing } = this.#of;
    const status = await connection.askOn(timing, () => this.#report('held', ['needs-attention']));
    this.#last = status;
    this.#printed = Math.max(
      this.#printed,
      this.#sentBefore - status.formatsWaiting - status.labelsLeft - drawnAhead,
    );
    this.#sentBefore = sent;
    this.#report(status.conditions.length > 0 ? 'held' : 'printing', status.conditions);
    return status;
  }

  /** At the speed of this batch, if it is long enough to show it, with a quarter to spare. */
  #findDrawnMs({ labelMs }: HostStatus): number {
    const out = this.#sent - drawnAhead;
    const paceMs = out > 0 ? (1.25 * (performance.now() - this.#beganAtMs)) / out : labelMs;
    return Math.min(this.#sent, drawnAhead) * Math.min(labelMs, paceMs);
  }

  #isStanding(): boolean {
    return (this.#last?.conditions.length ?? 0) > 0;
  }

  /** At a label's end, if the printer still takes data. It prints the labels that it has. */
  #stop(): BatchEnd {
    return this.#end('cancelled', null);
  }

  /** Labels of which something was sent may be on paper; the others can never be. */
  #breakOff(reason: string): BatchEnd {
    const reasons = [...(this.#last?.conditions ?? []), reason].join(', ');
    if (this.#sent === 0) return this.#end('printer-unavailable', reasons);
    const isSent = this.#sent === this.#of.batch.labels.length;
    return this.#end(isSent ? 'print-unknown' : 'print-failed', reasons);
  }

  #end(kind: FaultKind, reason: string | null): BatchEnd {
    this.#of.connection.close();
    const labels = this.#countLabels();
    const { printed, perhaps, not } = labels;
    const count = `labels: ${printed} printed, ${perhaps} perhaps, ${not} not`;
    const detail = reason === null ? count : `${reason}; ${count}`;
    return {
      result: fail(kind, { detail, reached: this.#sent === 0 ? 'no' : 'maybe' }),
      labels,
    };
  }

  #countLabels(beingSent = 0): LabelTally {
    const sent = this.#sent + beingSent;
    return {
      printed: this.#printed,
      perhaps: sent - this.#printed,
      not: this.#of.batch.labels.length - sent,
    };
  }

  #report(
    state: 'printing' | 'held',
    conditions: readonly PrinterCondition[],
    beingSent = 0,
  ): void {
    const labels = this.#countLabels(beingSent);
    const text = `${state} ${conditions.join()} ${labels.printed} ${labels.not}`;
    if (text === this.#reported) return;
    this.#reported = text;
    this.#of.onEvent({ ...waiting, state, conditions, labels });
  }
}
