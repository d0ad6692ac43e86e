import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { Session } from '../../sign-in/index.ts';

/** What the requests to an ERP are made with: a token that was pasted, or the session of whoever signed in. Null: none yet. */
export type Access =
  | { readonly by: 'token'; readonly token: string | null }
  | { readonly by: 'session'; readonly session: Session | null };

export function readToken(access: Access): Promise<string | null> {
  if (access.by === 'token') return Promise.resolve(access.token);
  return access.session?.token() ?? Promise.resolve(null);
}

/** As `RenewToken` of the ERP's client. Fault `signed-out` where the session is over; a pasted token has no other one. */
export async function renewToken(access: Access, refused: string, signal?: AbortSignal): Promise<Result<boolean>> {
  if (access.by === 'token') return ok(false);
  const renewed = (await access.session?.renew(refused, signal)) ?? ok(false);
  return renewed.ok && !renewed.value ? failed(fault('signed-out')) : renewed;
}

/** What stays the same for all tokens of one access. */
export function readHolder(access: Access): string | null {
  return access.by === 'token' ? access.token : (access.session?.id() ?? null);
}

/** The person's id at the sign-in service, the same at each sign-in; null if a token was pasted. */
export function readAccount(access: Access): string | null {
  return access.by === 'session' ? (access.session?.person().subject ?? null) : null;
}

export function hasAccess(access: Access): boolean {
  return readHolder(access) !== null;
}

/** The tokens in memory, for whoever must keep them out of something. */
export function listSecrets(access: Access): readonly string[] {
  if (access.by === 'session') return access.session?.secrets() ?? [];
  return access.token === null ? [] : [access.token];
}

/** Null where nobody is signed in. */
export function readPersonName(access: Access): string | null {
  return access.by === 'session' ? (access.session?.person().name ?? null) : null;
}
