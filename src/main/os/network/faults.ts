import { fault, type Fault, type FaultKind } from '#shared/faults/faults.ts';
import { readProxyRefusal, type ProxyFaultKind } from './proxy.ts';

/**
 * Returns true for HTML or XML in place of JSON: proxies, firewalls and captive portals send it,
 * services do not.
 */
export function isPage(body: string): boolean {
  return /^\s*</.test(body);
}

/**
 * Returns the kind of an answer that is not 2xx. A page of any status does not come from the
 * service, except for statuses that mean the same from anybody. 408 and 520 to 530 come from
 * proxies and content networks that do not reach the service behind them.
 */
export function chooseStatusKind(status: number, page: boolean): FaultKind {
  if (status === 407) return 'proxy-password';
  if (status === 401) return 'unauthorized';
  if (status === 429) return 'rate-limited';
  if (page || status === 408 || (status >= 520 && status <= 530)) return 'gateway';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  if (status >= 500) return 'server';
  return status >= 400 ? 'validation' : 'bad-response';
}

/** Chromium's errors before a connection. All others can also happen after the request was sent. */
const chromiumBeforeSending: ReadonlySet<string> = new Set([
  'ERR_CONNECTION_REFUSED',
  'ERR_CONNECTION_FAILED',
  'ERR_CONNECTION_TIMED_OUT',
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_INTERNET_DISCONNECTED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_ADDRESS_UNREACHABLE',
  'ERR_ADDRESS_INVALID',
  'ERR_NETWORK_ACCESS_DENIED',
]);

const certificateCodes: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * Returns true if an error's code means a refused certificate, which comes before the first byte of
 * a request.
 */
export function isCertificateCode(code: string): boolean {
  return certificateCodes.has(code) || /^(ERR_)?CERT_\w+$/.test(code);
}

interface Cause {
  readonly code: string | null;
  readonly proxy: ProxyFaultKind | null;
  readonly syscall: unknown;
}

/**
 * `reached` is 'no' only if the error says that no connection was made. Its text is left out: it
 * can quote headers.
 */
export function toNetworkFault(error: unknown, where: string): Fault {
  const causes = findRootCauses(error, 5);
  const code = causes.map((cause) => cause.code).find((one) => one !== null) ?? 'no code';
  const neverSent = causes.length > 0 && causes.every(isBeforeSending);
  return fault(chooseNetworkKind(causes), {
    reached: neverSent ? 'no' : 'maybe',
    detail: `${where}: ${code}`,
  });
}

function chooseNetworkKind(causes: readonly Cause[]): FaultKind {
  if (causes.some(({ code }) => code !== null && isCertificateCode(code))) return 'certificate';
  return causes.find(({ proxy }) => proxy !== null)?.proxy ?? 'network';
}

function isBeforeSending(cause: Cause): boolean {
  if (cause.proxy !== null) return true;
  if (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo') return true;
  if (cause.code === null) return false;
  return (
    cause.code === 'UND_ERR_CONNECT_TIMEOUT' ||
    isCertificateCode(cause.code) ||
    chromiumBeforeSending.has(cause.code)
  );
}

/** Returns the innermost causes; several if a host has several addresses and each was tried. */
function findRootCauses(error: unknown, depth: number): readonly Cause[] {
  if (!(error instanceof Error) || depth === 0) return [];
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.flatMap((one: unknown) => findRootCauses(one, depth - 1));
  if (error.cause instanceof Error) return findRootCauses(error.cause, depth - 1);
  const syscall: unknown = Reflect.get(error, 'syscall');
  return [{ code: readCode(error), proxy: readProxyRefusal(error), syscall }];
}

function readCode(error: Error): string | null {
  const chromium = /\bnet::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1];
  const code: unknown = chromium ?? Reflect.get(error, 'code');
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
}
