import { fail, failed, fault, type Fault, ok, type Result } from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import type { Fetch } from '../../os/fetch.ts';
import { BodyTooLarge, readText } from '../../os/network/body.ts';
import { toNetworkFault } from '../../os/network/faults.ts';
import { combBody } from './comb.ts';
import { toStatusFault } from './faults.ts';
import type { Slot } from '../pacing/pacer.ts';

const longestErrorBytes = 1024 * 1024;

export interface ErpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Appended to the base URL. */
  readonly path: string;
  /** Sent as JSON if set. */
  readonly body?: unknown;
  /** The limit for the body of a 2xx. */
  readonly maxBytes: number;
}

export interface RawAnswer {
  /** As `nameRequest` says. */
  readonly where: string;
  readonly status: number;
  readonly text: string;
}

export interface AttemptOptions {
  readonly urlPrefix: string;
  readonly token: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Method and path for fault details. Paths contain only ids. */
export function nameRequest(request: ErpRequest): string {
  return `${request.method} ${request.path}`;
}

/**
 * Sends the request once. The time limit and the caller's signal apply until the body's last byte.
 */
export async function tryRequest(
  request: ErpRequest,
  slot: Slot,
  options: AttemptOptions,
  caller: AbortSignal | undefined,
): Promise<Result<RawAnswer>> {
  const { clock } = options;
  const timeUp = new AbortController();
  const ended = new AbortController();
  clock.sleep(options.timeoutMs, ended.signal).then(
    () => timeUp.abort(),
    () => undefined,
  );
  const signal = AbortSignal.any(caller === undefined ? [timeUp.signal] : [timeUp.signal, caller]);

  const where = nameRequest(request);
  const read = async (response: Response, maxBytes: number): Promise<string> =>
    combBody(await readText(response, maxBytes), options.token);
  let answered: number | null = null;
  try {
    slot.sent();
    const response = await options.fetch(
      options.urlPrefix + request.path,
      makeRequestInit(request, options, signal),
    );
    answered = response.status;
    slot.answered(response);
    if (response.ok)
      return ok({ where, status: answered, text: await read(response, request.maxBytes) });
    const words = await read(response, longestErrorBytes).catch(() => '');
    // For a write, the ERP's refusal matters more than the caller's abort.
    if (caller?.aborted === true && request.method === 'GET')
      return fail('cancelled', { reached: 'maybe', detail: where });
    return failed(toStatusFault(answered, response.headers, words, where));
  } catch (error) {
    const broken =
      answered === null ? toNetworkFault(error, where) : toBodyFault(error, where, answered);
    // A write took effect when the 2xx was sent, whatever happened to its body.
    const done = answered !== null && request.method !== 'GET';
    if (caller?.aborted === true)
      return fail('cancelled', { reached: done ? 'yes' : 'maybe', detail: where });
    if (done) return failed({ ...broken, kind: 'bad-response' });
    if (!timeUp.signal.aborted) return failed(broken);
    return fail('timeout', { reached: 'maybe', detail: `${where}: after ${options.timeoutMs} ms` });
  } finally {
    ended.abort();
  }
}

function makeRequestInit(
  request: ErpRequest,
  options: AttemptOptions,
  signal: AbortSignal,
): RequestInit {
  const json = 'application/json';
  const hasBody = request.body !== undefined;
  return {
    method: request.method,
    headers: {
      Authorization: `Bearer ${options.token}`,
      Accept: json,
      ...(hasBody && { 'Content-Type': json }),
    },
    body: hasBody ? JSON.stringify(request.body) : null,
    // The bearer goes to the ERP and to no other host.
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    signal,
  };
}

function toBodyFault(error: unknown, where: string, status: number): Fault {
  if (error instanceof BodyTooLarge)
    return fault('bad-response', { status, reached: 'yes', detail: `${where}: ${error.message}` });
  return { ...toNetworkFault(error, where), status, reached: 'yes' };
}
