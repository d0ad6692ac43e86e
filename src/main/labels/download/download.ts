import { failed, fault } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { Log } from '../../os/log.ts';
import { bodyOf, openFile } from './connection.ts';
import type { ConnectionServices } from './connection.ts';
import { DownloadBroken, isPassing } from './faults.ts';

export interface DownloadServices extends ConnectionServices {
  readonly log: Log;
  /** 0 to 1, for the spread of pauses. */
  readonly random: () => number;
}

/** Takes a file's bytes in; called anew for each attempt. Lets what the stream throws pass, after cleaning up. */
export type Receive<T> = (body: AsyncIterable<Uint8Array>) => Promise<Result<T>>;

/**
 * Gets one label file within every limit, repeating what may pass: faults of the network and an overloaded host, but
 * not refusals. A fault's detail names hosts, never the rest of an address: it may carry a signature.
 */
export async function downloadFile<T>(
  services: DownloadServices,
  address: string,
  receive: Receive<T>,
  signal: AbortSignal,
): Promise<Result<T>> {
  const { clock, limits, log } = services;
  const deadlineMs = clock.now() + limits.totalTimeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const result = await attemptOnce(services, address, receive, { deadlineMs, signal });
    if (signal.aborted && !result.ok) return failed(fault('cancelled'));
    if (result.ok || attempt >= limits.attempts || !isPassing(result.fault)) return result;

    const pauseMs = pauseBefore(attempt, result.fault, services);
    if (clock.now() + pauseMs >= deadlineMs) return result;
    log.warn('label-download-repeated', { attempt, kind: result.fault.kind, detail: result.fault.detail, pauseMs });
    try {
      await clock.sleep(pauseMs, signal);
    } catch {
      return failed(fault('cancelled'));
    }
  }
}

/** Why connections are let go; one for all, because nobody reads it and stacks are dear. */
const ended = new Error('the attempt has ended');

async function attemptOnce<T>(
  services: DownloadServices,
  address: string,
  receive: Receive<T>,
  { deadlineMs, signal }: { readonly deadlineMs: number; readonly signal: AbortSignal },
): Promise<Result<T>> {
  // Ends the connection whichever way the attempt ends, also where the body was not read to its end.
  const connection = new AbortController();
  const patience = { deadlineMs, signal: AbortSignal.any([signal, connection.signal]) };
  try {
    const opened = await openFile(services, address, patience);
    return opened.ok ? await receive(bodyOf(services, opened.value, patience)) : opened;
  } catch (error) {
    if (error instanceof DownloadBroken) return failed(error.fault);
    if (signal.aborted) return failed(fault('cancelled'));
    throw error;
  } finally {
    connection.abort(ended);
  }
}

/** What the host asked for, or a doubling pause; spread, so that several workstations do not come back as one. */
function pauseBefore(attempt: number, cause: Fault, { limits, random }: DownloadServices): number {
  const backoffMs = limits.backoffMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.round(Math.max(backoffMs, cause.retryAfterMs ?? 0));
}
