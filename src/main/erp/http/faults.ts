import { fault, type Fault } from '#shared/faults/faults.ts';
import { chooseStatusKind, isPage } from '../../os/network/faults.ts';
import { readRetryAfterMs } from '../../os/network/retry-after.ts';
import { readErpWords } from '../wire/answers.ts';

/** Returns the fault for an answer that is not 2xx. `body` is '' if it could not be read. */
export function toStatusFault(
  status: number,
  headers: Headers,
  body: string,
  where: string,
): Fault {
  const kind = chooseStatusKind(status, isPage(body));
  return fault(kind, {
    status,
    ...readErpWords(body),
    detail:
      status >= 400 ? `${where}: ${status}` : `${where}: ${status}, redirects are not followed`,
    reached: findReach(kind, status),
    retryAfterMs: readRetryAfterMs(headers),
  });
}

/**
 * A 4xx is a refusal by the ERP itself. After a 5xx, a redirect or another server's page, the
 * effect is unknown.
 */
function findReach(kind: Fault['kind'], status: number): Fault['reached'] {
  if (kind === 'proxy-password') return 'no';
  return status >= 400 && status < 500 && kind !== 'gateway' ? 'yes' : 'maybe';
}
