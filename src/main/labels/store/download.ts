import {
  fail,
  failed,
  fault,
  type Fault,
  type FaultKind,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import { pauseUnlessAborted, type Clock } from '../../os/clock.ts';
import type { Fetch } from '../../os/fetch.ts';
import type { Log } from '../../os/log.ts';
import type { Outage } from '../../os/network/outage.ts';
import { limitTime } from '../../os/timeout.ts';
import { classifyHost, type AddressClass, type ResolveHost } from '../../os/network/addresses.ts';
import { FaultError, readErrorCode, throwFault } from '../../os/errors.ts';
import { readProxyRefusal } from '../../os/network/proxy.ts';
import { readRetryAfterMs } from '../../os/network/retry-after.ts';

export type DownloadLimits = Readonly<typeof defaultDownloadLimits>;

export const defaultDownloadLimits = {
  /** For the file itself, after the transport's decompression. */
  maxBytes: 25 * 1024 * 1024,
  /** From the request to the answer's headers. */
  headerTimeoutMs: 20_000,
  /** Between two pieces of the body. */
  stallTimeoutMs: 15_000,
  /** For the whole download, with repetitions and pauses. */
  totalTimeoutMs: 120_000,
  maxRedirects: 5,
  attempts: 3,
  /** Pause before the second attempt; doubled before each further one. */
  backoffMs: 500,
};

export interface DownloadServices {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly policy: DownloadPolicy;
  readonly limits: DownloadLimits;
  /** Shared by all label hosts. */
  readonly outage: Outage;
  /** Called for each request that is sent, redirects and repetitions included. */
  readonly onRequest: () => void;
  readonly log: Log;
  /** 0 to 1, for the spread of pauses. */
  readonly random: () => number;
}

/**
 * Consumes a file's bytes; called again for each attempt. Rethrows the stream's error after
 * cleaning up.
 */
export type Receive<T> = (body: AsyncIterable<Uint8Array>) => Promise<Result<T>>;

/**
 * Downloads one label file within all limits, and repeats after faults that may pass: network
 * faults and an overloaded host, but not refusals. A fault's detail names hosts, never the rest of
 * an address, which may contain a signature.
 */
export async function downloadFile<T>(
  services: DownloadServices,
  address: string,
  receive: Receive<T>,
  signal: AbortSignal,
): Promise<Result<T>> {
  const { clock, limits, log, outage } = services;
  let failingSinceMs = 0;
  const deadlineMs = clock.awake() + limits.totalTimeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const result = await tryOnce(services, address, receive, { deadlineMs, signal });
    if (signal.aborted && !result.ok) return fail('cancelled');
    if (result.ok || result.fault.kind !== 'label-network') {
      outage.end();
      return result;
    }
    const nowMs = clock.awake();
    if (attempt === 1) failingSinceMs = nowMs;
    const isWorthWaiting = outage.isWorthWaiting(nowMs, failingSinceMs);
    if (attempt >= limits.attempts && !isWorthWaiting) return result;

    const pauseMs = pauseBefore(attempt, result.fault, services);
    if (clock.awake() + pauseMs >= deadlineMs) return result;
    log.warn('label-download-repeated', {
      attempt,
      kind: result.fault.kind,
      detail: result.fault.detail,
      pauseMs,
    });
    if (!(await pauseUnlessAborted(clock, pauseMs, signal))) return fail('cancelled');
  }
}

/**
 * The reason for closing connections; a single one, because stacks are expensive and it is never
 * read.
 */
const ended = new Error('the attempt has ended');

async function tryOnce<T>(
  services: DownloadServices,
  address: string,
  receive: Receive<T>,
  { deadlineMs, signal }: Patience,
): Promise<Result<T>> {
  // Closes the connection however the attempt ends, also if its body was not read to the end.
  const connection = new AbortController();
  const patience = { deadlineMs, signal: AbortSignal.any([signal, connection.signal]) };
  try {
    const opened = await openFile(services, address, patience);
    return opened.ok ? await receive(streamBody(services, opened.value, patience)) : opened;
  } catch (error) {
    if (error instanceof FaultError) return failed(error.fault);
    if (signal.aborted) return fail('cancelled');
    throw error;
  } finally {
    connection.abort(ended);
  }
}

/**
 * The host's own delay or a doubling pause, spread, so that workstations do not return at the same
 * moment.
 */
function pauseBefore(attempt: number, cause: Fault, { limits, random }: DownloadServices): number {
  const backoffMs = limits.backoffMs * 2 ** (attempt - 1) * (0.5 + random() / 2);
  return Math.round(Math.max(backoffMs, cause.retryAfterMs ?? 0));
}

/** A download's deadline and abort signal. */
interface Patience {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

interface OpenFile {
  readonly host: string;
  readonly response: Response;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests the file and follows redirects, each checked first, without bearer, cookies or referrer.
 */
async function openFile(
  services: DownloadServices,
  address: string,
  patience: Patience,
): Promise<Result<OpenFile>> {
  const { limits, policy } = services;
  let next = address;
  let from: URL | undefined;
  for (let hops = 0; ; hops += 1) {
    const checking = policy(next, from);
    const checked = await waitWithin(
      services,
      patience,
      limits.headerTimeoutMs,
      'the name service',
      checking,
    );
    if (!checked.ok) return checked;
    const url = checked.value;
    const host = url.host;
    url.hash = '';
    if (hops > limits.maxRedirects)
      return fail('label-redirects', {
        detail: `more than ${limits.maxRedirects} redirects, now at ${host}`,
      });
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
        throw new FaultError(toNetworkFault(error, host));
      });
    const response = await waitWithin(services, patience, limits.headerTimeoutMs, host, request);
    if (response.ok) return ok({ host, response });
    await response.body?.cancel().catch(() => undefined);
    if (!redirects.has(response.status)) return failed(toStatusFault(response, host));
    const location = response.headers.get('location');
    if (location === null)
      return fail('label-redirects', {
        status: response.status,
        detail: `redirect to nowhere from ${host}`,
      });
    next = location;
    from = url;
  }
}

/** Yields the file's bytes within the limits of size and pace; throws `FaultError`. */
async function* streamBody(
  services: DownloadServices,
  { host, response }: OpenFile,
  patience: Patience,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { maxBytes, stallTimeoutMs } = services.limits;
  const refuseSize = () =>
    throwFault('label-too-large', { detail: `more than ${maxBytes} bytes from ${host}` });

  const announced = readAnnouncedBytes(response);
  if (announced !== null && announced > maxBytes) refuseSize();
  const body = response.body as ReadableStream<Uint8Array> | null;
  if (body === null) return;

  const reader = body.getReader();
  let bytes = 0;
  for (;;) {
    const read = reader.read().catch((error: unknown) => {
      throw new FaultError(toNetworkFault(error, host));
    });
    const { done, value } = await waitWithin(services, patience, stallTimeoutMs, host, read);
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) refuseSize();
    yield value;
  }
  const packed = response.headers.has('content-encoding');
  if (!packed && announced !== null && bytes < announced)
    throwFault('label-network', { detail: `${bytes} of ${announced} bytes from ${host}` });
}

function readAnnouncedBytes(response: Response): number | null {
  const text = response.headers.get('content-length') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Waits for work, but no longer than `ms`, the deadline, or the caller's abort. */
function waitWithin<T>(
  { clock }: DownloadServices,
  { deadlineMs, signal }: Patience,
  ms: number,
  host: string,
  work: Promise<T>,
): Promise<T> {
  const waitMs = Math.max(0, Math.min(ms, deadlineMs - clock.awake()));
  const detail = `nothing from ${host} within ${Math.round(waitMs)} ms`;
  const late = () => throwFault('label-network', { detail });
  return limitTime(work, waitMs, late, { clock, signal });
}

/** Statuses below 500 that another attempt may cure; every other one is final. */
const passing = new Set([408, 425, 429]);

/** Returns the fault of a final answer that is not a file. */
function toStatusFault({ status, headers }: Response, host: string): Fault {
  const more = { status, detail: `${status} from ${host}` };
  return status >= 500 || passing.has(status)
    ? fault('label-network', { ...more, retryAfterMs: readRetryAfterMs(headers) })
    : fault('label-expired', more);
}

export function toNetworkFault(error: unknown, host: string): Fault {
  let kind: FaultKind = 'label-network';
  // The innermost error code (`ECONNRESET`), else the class. Never the message, which can contain
  // the address.
  let code = error instanceof Error ? error.name : 'unknown error';
  for (let one = error; one instanceof Error; one = one.cause) {
    kind = readProxyRefusal(one) ?? kind;
    code = readErrorCode(one) ?? code;
  }
  return fault(kind, { detail: `${code} at ${host}` });
}

/**
 * The allowed origins of labels: https on any public host, http on loopback only, and neither
 * private nor loopback addresses unless the ERP itself is in that class of network. The name is
 * resolved before the connection, not by it, so a host with changing answers is not caught: only a
 * hostile ERP could list such a link. Returns the parsed address, or the fault `label-link-broken`
 * or `label-host-refused`. `from` is the address that redirected here.
 */
export type DownloadPolicy = (address: string, from?: URL) => Promise<Result<URL>>;

/** A job asks for one host hundreds of times; names do not change that fast. */
const resolvedForMs = 30_000;

export function createDownloadPolicy(options: {
  readonly erpBaseUrl: string;
  readonly resolveHost: ResolveHost;
  readonly now: () => number;
}): DownloadPolicy {
  const erpHost = new URL(options.erpBaseUrl).hostname;
  const resolved = new Map<
    string,
    { readonly untilMs: number; readonly classes: Promise<ReadonlySet<AddressClass>> }
  >();

  function classesOf(hostname: string): Promise<ReadonlySet<AddressClass>> {
    const known = resolved.get(hostname);
    if (known !== undefined && known.untilMs > options.now()) return known.classes;
    const classes = classifyHost(hostname, options.resolveHost);
    resolved.set(hostname, { untilMs: options.now() + resolvedForMs, classes });
    return classes;
  }

  return async (address, from) => {
    const url = URL.parse(address, from?.href);
    if (url === null && from === undefined)
      return fail('label-link-broken', { detail: 'not a web address' });
    if (url === null) return refuseHost('not a web address');
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return refuseHost(`scheme ${url.protocol}`);
    if (url.username !== '' || url.password !== '')
      return refuseHost(`credentials in the address of ${url.hostname}`);
    if (from?.protocol === 'https:' && url.protocol === 'http:')
      return refuseHost(`downgrade to http at ${url.hostname}`);

    const classes = await classesOf(url.hostname);
    if (url.protocol === 'http:' && ![...classes].every((one) => one === 'loopback'))
      return refuseHost(`http at ${url.hostname}`);
    const special = [...classes].filter((one) => one !== 'public');
    if (special.length === 0) return ok(url);
    const erpClasses = await classesOf(erpHost);
    const strange = special.find((one) => one === 'reserved' || !erpClasses.has(one));
    return strange === undefined ? ok(url) : refuseHost(`${strange} address of ${url.hostname}`);
  };
}

function refuseHost(detail: string): Result<URL> {
  return fail('label-host-refused', { detail });
}
