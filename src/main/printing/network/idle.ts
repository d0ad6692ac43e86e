import { failed, fault, ok, type Result } from '../../../shared/index.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { SpoolListener, SpoolOutcome } from '../types.ts';
import { ConnectionLost, LabelConnection } from './connection.ts';
import type { NetworkTiming } from './send-batch.ts';

/** Waits until a printer has nothing left to print. It cannot tell whose labels came out, or if it was off. */
export async function stayUntilIdle(options: {
  readonly host: string;
  readonly port: number;
  readonly timing: NetworkTiming;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly onEvent: SpoolListener;
}): Promise<Result<SpoolOutcome>> {
  const { host, port, timing, clock, signal, onEvent } = options;
  try {
    const connection = await LabelConnection.open(host, port, timing.connectMs, signal);
    try {
      // Twice in a row: between two labels a printer can look idle for a moment.
      for (let idle = 0; idle < 2;) {
        const status = (await connection.ask(timing.quietMs)) ?? (await connection.hear(timing.stallMs));
        if (status === null) break;
        const { conditions, formatsWaiting, labelsLeft } = status;
        idle = formatsWaiting + labelsLeft === 0 ? idle + 1 : 0;
        const state = conditions.length > 0 ? 'held' : 'printing';
        onEvent({ jobId: null, state, conditions, reason: null, labels: null });
        if (!(await pauseUnlessAborted(clock, timing.pollMs, signal))) break;
      }
    } finally {
      connection.close();
    }
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    if (signal?.aborted !== true) return failed(fault('print-unknown', { detail: error.message, reached: 'maybe' }));
  }
  return ok('unknown');
}
