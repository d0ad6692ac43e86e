import type { CustomFetch } from 'openid-client';
import { isSafeAddress } from '#shared/domain/sign-in.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import { FaultError, throwFault } from '../../os/errors.ts';
import type { Fetch } from '../../os/fetch.ts';
import { bodiless, BodyTooLarge, readText } from '../../os/network/body.ts';
import { chooseStatusKind, isPage, toNetworkFault } from '../../os/network/faults.ts';
import { readRetryAfterMs } from '../../os/network/retry-after.ts';
import { abortAfter } from '../../os/timeout.ts';

const longestAnswerBytes = 1024 * 1024;
/** Faults of a service that is away for now; the client library judges everything else. */
const passing: ReadonlySet<Fault['kind']> = new Set([
  'rate-limited',
  'unavailable',
  'server',
  'gateway',
  'proxy-password',
]);

export interface ProviderFetchOptions {
  readonly fetch: Fetch;
  /** The time for the answer's last byte. */
  readonly limitMs: number;
  /** The caller has gone. */
  readonly signal: AbortSignal | undefined;
  /**
   * True if a page in place of JSON comes from a gateway; if the address itself may be wrong, it
   * says nothing.
   */
  readonly pagesAreGateways: boolean;
}

/**
 * The client library's `fetch`: whole, limited answers, safe addresses, and Doca's network faults
 * as `FaultError`.
 */
export function makeProviderFetch(options: ProviderFetchOptions): CustomFetch {
  return async (url, { body, headers, method, redirect }) => {
    // Paths of endpoints contain no secret; queries may.
    const where = `${method} ${URL.parse(url)?.pathname ?? 'no address'}`;
    if (!isSafeAddress(url)) throwFault('sign-in-server', { detail: `${where}: not https` });
    // Some firewalls refuse names of libraries: the system's own name is sent.
    const { 'user-agent': _, ...others } = headers;
    // The library's own limit counts a sleep of the computer.
    const time = abortAfter(options.limitMs);
    const signals = [time, options.signal].filter((one) => one !== undefined);
    try {
      const response = await options.fetch(url, {
        method,
        headers: others,
        body: (body ?? null) as NonNullable<RequestInit['body']> | null,
        redirect,
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.any(signals),
      });
      const text = await readText(response, longestAnswerBytes);
      const passingFault = findPassingFault(response, text, where, options);
      if (passingFault !== null) throw new FaultError(passingFault);
      const { status, headers: answered } = response;
      return new Response(bodiless.has(status) ? null : text, { status, headers: answered });
    } catch (error) {
      if (error instanceof FaultError) throw error;
      throw new FaultError(toFault(error, where, time, options.signal));
    }
  };
}

function findPassingFault(
  { ok, status, headers }: Response,
  text: string,
  where: string,
  { pagesAreGateways }: ProviderFetchOptions,
): Fault | null {
  const isGateway = pagesAreGateways && isPage(text);
  if (ok && !isGateway) return null;
  const kind = ok ? 'gateway' : chooseStatusKind(status, isGateway);
  if (!passing.has(kind)) return null;
  return fault(kind, {
    status,
    detail: `${where}: ${status}`,
    reached: 'maybe',
    retryAfterMs: readRetryAfterMs(headers),
  });
}

function toFault(
  error: unknown,
  where: string,
  time: AbortSignal,
  person: AbortSignal | undefined,
): Fault {
  if (person?.aborted === true) return fault('cancelled', { detail: where, reached: 'maybe' });
  if (time.aborted) return fault('timeout', { detail: where, reached: 'maybe' });
  if (error instanceof BodyTooLarge)
    return fault('bad-response', { detail: `${where}: ${error.message}`, reached: 'yes' });
  return toNetworkFault(error, where);
}
