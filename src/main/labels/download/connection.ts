import { failed, fault, ok } from '../../../shared/index.ts';
import type { Fault, Result } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import type { Fetch } from '../../os/fetch.ts';
import { DownloadBroken, toNetworkFault, toStatusFault } from './faults.ts';
import type { DownloadLimits } from './limits.ts';
import type { DownloadPolicy } from './policy.ts';

export interface ConnectionServices {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly policy: DownloadPolicy;
  readonly limits: DownloadLimits;
  /** Called for each request that goes out, redirects and repetitions included. */
  readonly onRequest: () => void;
}

/** A download's patience: until when, and whose word stops it. */
export interface Patience {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

export interface OpenFile {
  readonly host: string;
  readonly response: Response;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for the file and follows redirects by hand, each target checked before anything is sent to it. Nothing that
 * could tell the ERP's user goes along: no bearer, no cookies, no referrer.
 */
export async function openFile(
  services: ConnectionServices,
  address: string,
  patience: Patience,
): Promise<Result<OpenFile>> {
  const { clock, limits, policy } = services;
  const seen = new Set<string>();
  let next = address;
  let from: URL | undefined;
  for (;;) {
    const checked = await within(
      services,
      patience,
      limits.headerTimeoutMs,
      'the name service',
      policy.check(next, from),
    );
    if (!checked.ok) return checked;
    const url = checked.value;
    const host = url.host;
    url.hash = '';
    if (seen.has(url.href)) return failed(fault('label-redirects', { detail: `redirects in a circle at ${host}` }));
    if (seen.size > limits.maxRedirects) {
      return failed(fault('label-redirects', { detail: `more than ${limits.maxRedirects} redirects, now at ${host}` }));
    }
    seen.add(url.href);

    services.onRequest();
    const request = services
      .fetch(url.href, {
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: patience.signal,
      })
      .catch((error: unknown) => {
        throw new DownloadBroken(toNetworkFault(error, host));
      });
    const response = await within(services, patience, limits.headerTimeoutMs, host, request);
    if (response.ok) return ok({ host, response });
    await response.body?.cancel().catch(() => undefined);
    if (!redirects.has(response.status)) return failed(toStatusFault(response, host, clock.now()));
    const location = response.headers.get('location');
    if (location === null) {
      return failed(fault('label-redirects', { status: response.status, detail: `redirect to nowhere from ${host}` }));
    }
    next = location;
    from = url;
  }
}

/** The file's bytes as they come, held to the limits of size and pace; breaks off with `DownloadBroken`. */
export async function* bodyOf(
  services: ConnectionServices,
  { host, response }: OpenFile,
  patience: Patience,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes, stallTimeoutMs } = services.limits;
  const tooLarge = (): DownloadBroken =>
    new DownloadBroken(fault('label-too-large', { detail: `more than ${maxBytes} bytes from ${host}` }));

  const announced = announcedBytes(response);
  if (announced !== null && announced > maxBytes) throw tooLarge();
  const body = response.body as ReadableStream<Uint8Array> | null;
  if (body === null) return;

  const reader = body.getReader();
  let bytes = 0;
  for (;;) {
    const read = reader.read().catch((error: unknown) => {
      throw new DownloadBroken(toNetworkFault(error, host));
    });
    const { done, value } = await within(services, patience, stallTimeoutMs, host, read);
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) throw tooLarge();
    yield value;
  }
  const packed = response.headers.has('content-encoding');
  if (!packed && announced !== null && bytes < announced) {
    throw new DownloadBroken(fault('label-network', { detail: `${bytes} of ${announced} bytes from ${host}` }));
  }
}

function announcedBytes(response: Response): number | null {
  const text = response.headers.get('content-length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Ends a wait that is not needed any more; made once, because an error for each piece of a body would cost time. */
const inTime = new Error('in time');

/** Waits for work, but no longer than `ms`, the deadline, or the caller's abort. */
async function within<T>(
  { clock }: ConnectionServices,
  { deadlineMs, signal }: Patience,
  ms: number,
  host: string,
  work: Promise<T>,
): Promise<T> {
  // Whoever loses the race below must not end as an unhandled rejection.
  work.catch(() => undefined);
  const waitMs = Math.max(0, Math.min(ms, deadlineMs - clock.now()));
  const over = new AbortController();
  const stop = (): void => {
    over.abort(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const late = clock.sleep(waitMs, over.signal).then((): never => {
    throw new DownloadBroken(lateFault(host, waitMs));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener('abort', stop);
    over.abort(inTime);
    late.catch(() => undefined);
  }
}

function lateFault(host: string, waitedMs: number): Fault {
  return fault('label-timeout', { detail: `nothing from ${host} within ${Math.round(waitedMs)} ms` });
}
