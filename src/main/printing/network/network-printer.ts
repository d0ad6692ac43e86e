import { readFile } from 'node:fs/promises';
import type { NetworkPrinterSetting } from '#shared/contract/settings.ts';
import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import { isAborted, systemClock, type Clock } from '../../os/clock.ts';
import { Serial } from '#shared/serial.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { toOutcomeEvent, waiting } from '../queue/print-queue.ts';
import type {
  PrintFile,
  Printer,
  PrinterDescription,
  SpoolEvent,
  SpoolListener,
  SpoolOutcome,
} from '../types.ts';
import { ConnectionLost, LabelConnection } from './connection.ts';
import type { HostStatus } from './host-status.ts';
import {
  BatchSender,
  cutLabels,
  defaultNetworkTiming,
  drawnAhead,
  waitForPaper,
  type BatchEnd,
  type LabelBatch,
  type NetworkTiming,
} from './send-batch.ts';

/** The batches to one address, one at a time; `underWay` is the last event of the present one. */
interface Line {
  readonly batches: Serial;
  underWay: typeof begun | null;
}

const begun: Pick<SpoolEvent, 'state' | 'conditions' | 'reason'> = {
  state: 'printing',
  conditions: [],
  reason: null,
};

export interface NetworkPrinter extends Printer {
  /**
   * Asks the printer for its state; `unknown` if it is busy with another computer or does not
   * report. While this program sends it a batch, the batch's own knowledge is used: most printers
   * accept one connection at a time.
   */
  describe(): Promise<PrinterDescription>;
}

/** A label printer on a TCP port, which is sent ZPL. */
function createNetworkPrinter(
  { name, host, port }: NetworkPrinterSetting,
  line: Line,
  clock: Clock,
  timing: NetworkTiming,
): NetworkPrinter {
  const send = async (
    batch: LabelBatch,
    mayGoOn: PrintFile['mayGoOn'],
    signal?: AbortSignal,
    onEvent?: SpoolListener,
  ): Promise<BatchEnd> => {
    if (isAborted(signal)) return refuse(fault('cancelled'), batch);
    const listen: SpoolListener = (event) => {
      line.underWay = event;
      onEvent?.(event);
    };
    line.underWay = begun;
    try {
      const connection = await LabelConnection.open(host, port, timing.connectMs, signal);
      return await new BatchSender({
        connection,
        batch,
        timing,
        clock,
        signal,
        mayGoOn,
        onEvent: listen,
      }).send();
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      const kind = isAborted(signal) ? 'cancelled' : 'printer-unavailable';
      return refuse(fault(kind, { detail: error.message, reached: 'no' }), batch);
    } finally {
      line.underWay = null;
    }
  };

  /**
   * Waits until the printer has nothing left to print. It cannot tell whose labels came out, or if
   * it was off.
   */
  const stayUntilIdle = async (
    signal: AbortSignal | undefined,
    onEvent: SpoolListener | undefined,
  ): Promise<Result<SpoolOutcome>> => {
    try {
      const connection = await LabelConnection.open(host, port, timing.connectMs, signal);
      try {
        const report = (conditions: HostStatus['conditions']) => {
          const state = conditions.length > 0 ? 'held' : 'printing';
          const event = { ...waiting, state, conditions } as const;
          line.underWay = event;
          onEvent?.(event);
        };
        report([]);
        const ask = async (): Promise<HostStatus> => {
          const status = await connection.askOn(timing, () => report(['needs-attention']));
          report(status.conditions);
          return status;
        };
        await waitForPaper(ask, ({ labelMs }) => drawnAhead * labelMs, { clock, timing, signal });
      } finally {
        line.underWay = null;
        connection.close();
      }
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      if (!isAborted(signal))
        return fail('print-unknown', { detail: error.message, reached: 'maybe' });
    }
    return ok('unknown');
  };

  return {
    name,
    print: async (file, signal, onEvent) => {
      const reading = readBatch(file);
      let hasBegun = false;
      const turn = line.batches.run(async () => {
        hasBegun = true;
        const batch = await reading;
        if (batch === null) return refuse(fault('disk', { detail: 'the file cannot be read' }));
        return send(batch, file.mayGoOn, signal, onEvent);
      });
      // A batch that still waits can be cancelled at once.
      const { result, labels } = await leaveOnAbort(turn, signal, () =>
        hasBegun ? turn : reading.then((batch) => refuse(fault('cancelled'), batch)),
      );
      onEvent?.(toOutcomeEvent(result, null, labels));
      return result;
    },
    // It has no queue, and does not know whose labels its memory holds: only whether labels are
    // still to come.
    earlier: {
      system: 'label-printer',
      look: async () =>
        line.underWay !== null || (await askOnce(host, port, timing)).busy ? 'there' : null,
      follow: (_ticket, signal, onEvent) => {
        const turn = line.batches.run(() => stayUntilIdle(signal, onEvent));
        return leaveOnAbort(turn, signal, () => ok('unknown'));
      },
      withdraw: null,
    },
    describe: async () => {
      const now = line.underWay;
      const moving = now?.state === 'held' ? 'stopped' : 'printing';
      const { state, conditions, reason }: Seen =
        now === null ? await askOnce(host, port, timing) : { ...now, state: moving };
      return {
        name,
        kind: 'network',
        isDefault: false,
        accepts: ['zpl'],
        state,
        conditions,
        reason,
      };
    },
  };
}

async function readBatch({ path, labelEnds, copies = 1 }: PrintFile): Promise<LabelBatch | null> {
  const file = await readFile(path).catch(() => null);
  return file && cutLabels(file, labelEnds ?? [file.length], copies);
}

function refuse(reason: Fault, batch: LabelBatch | null = null): BatchEnd {
  return {
    result: failed(reason),
    labels: { printed: 0, perhaps: 0, not: batch?.labels.length ?? 0 },
  };
}

type Seen = Pick<PrinterDescription, 'state' | 'conditions' | 'reason'>;

async function askOnce(
  host: string,
  port: number,
  { connectMs, firstStatusMs }: NetworkTiming,
): Promise<Seen & { readonly busy: boolean }> {
  let status: HostStatus | null;
  try {
    // The list of printers waits no longer for one.
    const connection = await LabelConnection.open(host, port, Math.min(connectMs, 2_000));
    try {
      status = await connection.ask(firstStatusMs);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    return { state: 'unknown', conditions: ['offline'], reason: error.message, busy: false };
  }
  if (status === null) return { state: 'unknown', conditions: [], reason: null, busy: false };
  const { conditions, formatsWaiting, labelsLeft } = status;
  const busy = formatsWaiting + labelsLeft > 0;
  const moving = busy ? 'printing' : 'ready';
  const state = conditions.length > 0 ? 'stopped' : moving;
  return { state, conditions, reason: null, busy };
}

export type NetworkPrinters = ReturnType<typeof createNetworkPrinters>;

/** The label printers by address, for the life of this process. */
export function createNetworkPrinters(
  options: { readonly clock?: Clock; readonly timing?: Partial<NetworkTiming> } = {},
) {
  const { clock = systemClock, timing } = options;
  const lines = new Map<string, Line>();
  return {
    /** One batch at a time goes to an address, whatever its name and however often it is set up. */
    at: (setting: NetworkPrinterSetting): NetworkPrinter => {
      const address = `${setting.host.toLowerCase()} ${setting.port}`;
      const line = lines.get(address) ?? { batches: new Serial(), underWay: null };
      lines.set(address, line);
      return createNetworkPrinter(setting, line, clock, {
        ...defaultNetworkTiming,
        ...timing,
      });
    },
  };
}
