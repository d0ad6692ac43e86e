import { ok } from '../../shared/index.ts';
import type { CompanyInfo, Result } from '../../shared/index.ts';
import type { ErpClient } from './types.ts';

/**
 * Endpoint 11; null where it is the ERP that answers, lets groupings be read, and does not say whose it is: the permission is
 * missing (403), or this account has no such endpoint (404).
 */
export async function askCompany(
  erp: Pick<ErpClient, 'companyInfo' | 'grouping'>,
  signal?: AbortSignal,
): Promise<Result<CompanyInfo | null>> {
  const info = await erp.companyInfo(signal);
  if (info.ok || (info.fault.kind !== 'forbidden' && info.fault.kind !== 'other-service')) return info;
  // Whether there is such a grouping does not matter: a token that may not read them is told so of any.
  const read = await erp.grouping(1, signal);
  if (read.ok || read.fault.kind !== 'not-found') return read.ok ? ok(null) : read;
  // Another service has neither path, and does not speak as the ERP does.
  return info.fault.kind === 'forbidden' || read.fault.erpMessage !== null ? ok(null) : info;
}
