import { ok } from '../../shared/index.ts';
import type { CompanyInfo, Result } from '../../shared/index.ts';
import type { ErpClient } from './types.ts';

/**
 * Endpoint 11. Returns null if the ERP itself answers and allows reading groupings, but does not name the company: the
 * permission is missing (403), or this account has no such endpoint (404).
 */
export async function askCompany(
  erp: Pick<ErpClient, 'companyInfo' | 'grouping'>,
  signal?: AbortSignal,
): Promise<Result<CompanyInfo | null>> {
  const info = await erp.companyInfo(signal);
  if (info.ok || (info.fault.kind !== 'forbidden' && info.fault.kind !== 'other-service')) return info;
  // Whether the grouping exists does not matter: a token without the right is refused for any.
  const read = await erp.grouping(1, signal);
  if (read.ok || read.fault.kind !== 'not-found') return read.ok ? ok(null) : read;
  // Another service has neither path, and no ERP messages.
  return info.fault.kind === 'forbidden' || read.fault.erpMessage !== null ? ok(null) : info;
}
