import { fault, type Fault } from '../../../shared/index.ts';

/**
 * Chromium's errors for connections that never came about. Everything else (`ERR_CONNECTION_RESET`,
 * `ERR_NETWORK_CHANGED`, …) can also happen after the request was sent.
 */
const chromiumBeforeSending =
  /^ERR_(CERT_\w+|CONNECTION_(REFUSED|FAILED|TIMED_OUT)|NAME_(NOT_RESOLVED|RESOLUTION_FAILED)|INTERNET_DISCONNECTED|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED|ADDRESS_(UNREACHABLE|INVALID)|NETWORK_ACCESS_DENIED)$/;

/** Node's errors for a certificate that was not accepted, which comes before the first byte of the request. */
const nodeCertificate =
  /^(CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|ERR_TLS_CERT_ALTNAME_INVALID)$/;

interface Cause {
  readonly code: string | null;
  readonly syscall: string | null;
}

/**
 * What `fetch` threw, as a fault. `reached` is 'no' only where the error says that no connection was made; where it
 * does not tell, 'maybe'. The error's own text stays out: libraries quote header values in it.
 */
export function toNetworkFault(error: unknown, where: string): Fault {
  const causes = rootCauses(error, 5);
  const code = causes.map((cause) => cause.code).find((one) => one !== null) ?? 'no code';
  const neverSent = causes.length > 0 && causes.every(isBeforeSending);
  return fault('network', { reached: neverSent ? 'no' : 'maybe', detail: `${where}: ${code}` });
}

function isBeforeSending(cause: Cause): boolean {
  if (cause.syscall === 'connect' || cause.syscall === 'getaddrinfo') return true;
  if (cause.code === null) return false;
  return (
    cause.code === 'UND_ERR_CONNECT_TIMEOUT' ||
    nodeCertificate.test(cause.code) ||
    chromiumBeforeSending.test(cause.code)
  );
}

/** The innermost causes; several where a host has several addresses and each was tried. */
function rootCauses(error: unknown, depth: number): readonly Cause[] {
  if (!(error instanceof Error) || depth === 0) return [];
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.flatMap((one: unknown) => rootCauses(one, depth - 1));
  }
  if (error.cause instanceof Error) return rootCauses(error.cause, depth - 1);
  return [{ code: codeOf(error), syscall: textOf(error, 'syscall') }];
}

function codeOf(error: Error): string | null {
  const chromium = /\bnet::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1];
  const code = chromium ?? textOf(error, 'code');
  return code !== null && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null;
}

function textOf(error: Error, key: 'code' | 'syscall'): string | null {
  const value: unknown = Reflect.get(error, key);
  return typeof value === 'string' ? value : null;
}
