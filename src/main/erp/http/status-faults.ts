import { fault, type ErpFaultKind, type Fault } from '../../../shared/index.ts';
import { readRetryAfterMs } from './response-headers.ts';
import { readErpWords } from '../wire/answers.ts';

/** The fault for an answer that is not 2xx. `body` is '' where it could not be read. */
export function toStatusFault(status: number, headers: Headers, body: string, where: string, nowMs: number): Fault {
  const words = readErpWords(body);
  return fault(kindOf(status), {
    status,
    erpMessage: words.message,
    erpDetails: words.details,
    detail: status >= 400 ? `${where}: ${status}` : `${where}: ${status}, redirects are not followed`,
    // A 4xx is a refusal by the ERP itself. After a 5xx, or a redirect, nobody knows what was done before it.
    reached: status >= 400 && status < 500 ? 'yes' : 'maybe',
    retryAfterMs: readRetryAfterMs(headers, nowMs),
  });
}

function kindOf(status: number): ErpFaultKind {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 429) return 'rate-limited';
  if (status === 502 || status === 503 || status === 504) return 'unavailable';
  if (status >= 500) return 'server';
  return status >= 400 ? 'validation' : 'bad-response';
}
