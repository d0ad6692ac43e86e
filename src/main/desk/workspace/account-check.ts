import { asksForToken, failed, fault, ok } from '../../../shared/index.ts';
import type { CompanyInfo, Fault, Result } from '../../../shared/index.ts';
import { CompanyOfToken, isUnnamedAccount, TokenMemory } from '../../dispatch/index.ts';
import { askCompany, createErpClient } from '../../erp/index.ts';
import type { ErpClient } from '../../erp/index.ts';
import type { DeskOptions } from '../types.ts';
import { readAccount, readHolder, readToken, renewToken } from './access.ts';
import type { Access } from './access.ts';
import type { Workspace } from './workspace.ts';

/** An ERP's address, and the origin that its token or session is stored under. */
export interface Address {
  readonly baseUrl: string;
  readonly erpOrigin: string;
}

/** An ERP in use: the training one, or the one whose address is in the settings. */
export interface Seat extends Address {
  access: Access;
}

type Services = Pick<DeskOptions, 'fetch' | 'clock' | 'stationDir'>;

const testTimeoutMs = 20_000;

/**
 * Returns the company, or null if the ERP accepts the access for groupings and does not name one. `isNew`: it was typed
 * just now.
 */
export async function testAccess(
  services: Services,
  baseUrl: string,
  access: Access,
  isNew: boolean,
): Promise<Result<CompanyInfo | null>> {
  const answer = await askCompany(connect(services, baseUrl, access), AbortSignal.timeout(testTimeoutMs));
  if (answer.ok) return answer;
  return failed(isNew ? judgeNew(answer.fault, access.by) : judgeTimed(answer.fault));
}

/**
 * Open groupings continue only with an access of their own company; fault `other-company`, or the obstacle to knowing
 * it. Without open groupings only an access that the ERP refuses is rejected: a new token can be entered without the
 * network.
 */
export async function checkAccess(
  services: Services,
  { baseUrl, erpOrigin, access: before }: Seat,
  workspace: Workspace,
  access: Access,
): Promise<Result<void>> {
  const open = workspace.jobs.all();
  const erp = connect(services, baseUrl, access);
  const memory = new TokenMemory(services.stationDir, services.clock);
  const holderBefore = readHolder(before);
  const companyBefore = holderBefore === null ? null : await memory.recall(erpOrigin, holderBefore);
  const accountBefore = companyBefore !== null && isUnnamedAccount(companyBefore) ? companyBefore : null;
  const holder = (): Promise<string | null> => Promise.resolve(readHolder(access));
  const account = (): string | null => readAccount(access);
  const owner = await new CompanyOfToken({ erp, erpOrigin, holder, account, memory, accountBefore }).confirm(
    AbortSignal.timeout(testTimeoutMs),
  );
  if (owner.ok) {
    return open.every(({ job }) => job.company === owner.value) ? ok() : failed(fault('other-company'));
  }
  const judged = judgeNew(owner.fault, access.by);
  const isRefused = judged.kind === 'token-refused' || judged.kind === 'sign-in-refused';
  return open.length === 0 && !isRefused ? ok() : failed(judged);
}

function connect({ fetch, clock }: Services, baseUrl: string, access: Access): ErpClient {
  return createErpClient({
    baseUrl,
    token: () => readToken(access),
    renew: (refused, signal) => renewToken(access, refused, signal),
    fetch,
    clock,
  });
}

/** Only the time limit can cancel here. */
function judgeTimed(found: Fault): Fault {
  return found.kind === 'cancelled' ? fault('timeout') : found;
}

/** A new access has not expired: the ERP refuses it. */
function judgeNew(found: Fault, by: Access['by']): Fault {
  if (!asksForToken(found)) return judgeTimed(found);
  return { ...found, kind: by === 'token' ? 'token-refused' : 'sign-in-refused' };
}
