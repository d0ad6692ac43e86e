import type { CompanyInfo } from '#shared/domain/erp.ts';
import {
  asksForToken,
  fail,
  fault,
  type Fault,
  isCancelled,
  isSignedOut,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import type { CompanyOfToken } from '../../dispatch/index.ts';
import { askCompany, createErpClient } from '../../erp/index.ts';
import { FaultError } from '../../os/errors.ts';
import type { Session } from '../../sign-in/index.ts';
import type { JobRegistry } from '../jobs/jobs.ts';
import type { DeskOptions } from '../types.ts';
import { abortAfter } from '../../os/timeout.ts';

/** The credentials for an ERP's requests: a pasted token, or a person's session. Null: none yet. */
export interface Access {
  readonly by: 'token' | 'session';
  readonly token: string | null;
  readonly session: Session | null;
}

export function byToken(token: string | null): Access {
  return { by: 'token', token, session: null };
}

export function bySession(session: Session | null): Access {
  return { by: 'session', token: null, session };
}

/** An ERP's address, and the origin that its token or session is stored under. */
export interface Address {
  readonly baseUrl: string;
  readonly erpOrigin: string;
}

/** An ERP in use: the training one, or the one whose address is in the settings. */
export interface Seat extends Address {
  access: Access;
}

type Services = Pick<DeskOptions, 'fetch' | 'clock'>;

/** A workspace. */
interface At {
  readonly seat: Seat;
  readonly jobs: JobRegistry;
  readonly account: CompanyOfToken;
}

const testTimeoutMs = 20_000;

/** Returns the constant id of one access over all of its tokens. */
export function readHolder({ token, session }: Access): string | null {
  return session?.id() ?? token;
}

/**
 * Returns what requests need of the present access. `signedOut`: the session of that access turned
 * out to be over.
 */
export function readCredentials(
  access: () => Access,
  signedOut: (access: Access) => void = () => undefined,
) {
  return {
    token: async (): Promise<string | null> => {
      const { token, session } = access();
      return session === null ? token : session.token();
    },
    /** Fault `signed-out` if the session is over; a pasted token has no other one. */
    renew: async (refused: string, signal?: AbortSignal): Promise<Result<boolean>> => {
      const asked = access();
      const { by, session } = asked;
      if (by === 'token') return ok(false);
      const renewed = (await session?.renew(refused, signal)) ?? ok(false);
      const isOver = renewed.ok ? !renewed.value : isSignedOut(renewed.fault);
      if (isOver) signedOut(asked);
      return renewed.ok && isOver ? fail('signed-out') : renewed;
    },
    holder: () => Promise.resolve(readHolder(access())),
    account: () => access().session?.person().subject ?? null,
  };
}

/**
 * Returns the company; null if the ERP accepts the access and names none. `isNew`: it was typed
 * just now.
 */
export async function testAccess(
  services: Services,
  baseUrl: string,
  access: Access,
  isNew: boolean,
): Promise<CompanyInfo | null> {
  const { erp } = openErp(services, baseUrl, access);
  const answer = await askCompany(erp, abortAfter(testTimeoutMs));
  if (answer.ok) return answer.value;
  throw new FaultError(isNew ? judgeNew(answer.fault, access.by) : judgeTimed(answer.fault));
}

/**
 * Open groupings continue only with an access of their own company. Returns null, the fault
 * `other-company`, or the obstacle to knowing it. Without them only a refused access is rejected: a
 * new token can be entered without the network.
 */
export async function findObstacle(
  services: Services,
  { seat, jobs, account }: At,
  access: Access,
): Promise<Fault | null> {
  const open = jobs.all();
  const successor = account.successor(openErp(services, seat.baseUrl, access));
  const owner = await successor.confirm(abortAfter(testTimeoutMs));
  if (owner.ok)
    return open.every(({ job }) => job.company === owner.value) ? null : fault('other-company');
  const judged = judgeNew(owner.fault, access.by);
  const isRefused = judged.kind === 'token-refused' || judged.kind === 'sign-in-refused';
  return open.length === 0 && !isRefused ? null : judged;
}

function openErp({ fetch, clock }: Services, baseUrl: string, access: Access) {
  const credentials = readCredentials(() => access);
  return { ...credentials, erp: createErpClient({ baseUrl, ...credentials, fetch, clock }) };
}

/** Only the time limit can cancel here. */
export function judgeTimed(found: Fault): Fault {
  return isCancelled(found) ? fault('timeout') : found;
}

/** A new access has not expired: the ERP refuses it. */
function judgeNew(found: Fault, by: Access['by']): Fault {
  if (!asksForToken(found)) return judgeTimed(found);
  return { ...found, kind: by === 'token' ? 'token-refused' : 'sign-in-refused' };
}
