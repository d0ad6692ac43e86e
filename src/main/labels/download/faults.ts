import { fault, type Fault, type FaultKind } from '../../../shared/index.ts';
import { readErrorCode } from '../../os/errors.ts';
import { readProxyRefusal } from '../../os/network/proxy.ts';
import { readRetryAfterMs } from '../../os/network/retry-after.ts';

/** Carries a fault out of the depth of a stream; never leaves this room. */
export class DownloadBroken extends Error {
  readonly fault: Fault;

  constructor(cause: Fault) {
    super(cause.kind);
    this.name = 'DownloadBroken';
    this.fault = cause;
  }
}

/** Statuses that another try may cure; every other 4xx is an answer. */
const passing = new Set([408, 425, 429]);

/** The fault of a final answer that is not a file. */
export function toStatusFault(response: Response, host: string, nowMs: number): Fault {
  const { status } = response;
  const more = { status, detail: `${status} from ${host}` };
  if (status === 404 || status === 410) return fault('label-expired', more);
  if (status >= 500 || status < 400 || passing.has(status)) {
    return fault('label-network', { ...more, retryAfterMs: readRetryAfterMs(response.headers, nowMs) });
  }
  return fault('label-forbidden', more);
}

/** Whether the same request may end better soon: the network's moods and the host's overload, nothing else. */
export function isPassing(cause: Fault): boolean {
  if (cause.kind === 'label-timeout') return true;
  if (cause.kind !== 'label-network') return false;
  return cause.status === null || cause.status >= 500 || passing.has(cause.status);
}

export function toNetworkFault(error: unknown, host: string): Fault {
  let kind: FaultKind = 'label-network';
  // The innermost error code (`ECONNRESET`), else its name. Never the message: it can carry the address.
  let code = error instanceof Error ? error.name : 'unknown error';
  for (let one = error; one instanceof Error; one = one.cause) {
    kind = readProxyRefusal(one) ?? kind;
    code = readErrorCode(one) ?? code;
  }
  return fault(kind, { detail: `${code} at ${host}` });
}
