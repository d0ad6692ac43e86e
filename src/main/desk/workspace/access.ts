import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { Session } from '../../sign-in/index.ts';

/** The credentials for an ERP's requests: a pasted token, or a person's session. Null: none yet. */
export type Access =
  | { readonly by: 'token'; readonly token: string | null }
  | { readonly by: 'session'; readonly session: Session | null };

export function readToken(access: Access): Promise<string | null> {
  if (access.by === 'token') return Promise.resolve(access.token);
  return access.session?.token() ?? Promise.resolve(null);
}

/** As `RenewToken` of the ERP's client. Fault `signed-out` if the session is over; a pasted token has no other one. */
export async function renewToken(access: Access, refused: string, signal?: AbortSignal): Promise<Result<boolean>> {
  if (access.by === 'token') return ok(false);
  const renewed = (await access.session?.renew(refused, signal)) ?? ok(false);
  return renewed.ok && !renewed.value ? failed(fault('signed-out')) : renewed;
}

/** Returns the constant id of one access over all of its tokens. */
export function readHolder(access: Access): string | null {
  return access.by === 'token' ? access.token : (access.session?.id() ?? null);
}

/** The person's id at the sign-in service, constant over sign-ins; null if a token was pasted. */
export function readAccount(access: Access): string | null {
  return access.by === 'session' ? (access.session?.person().subject ?? null) : null;
}

export function hasAccess(access: Access): boolean {
  return readHolder(access) !== null;
}

/** The tokens in memory, for filters that must remove them from something. */
export function listSecrets(access: Access): readonly string[] {
  if (access.by === 'session') return access.session?.secrets() ?? [];
  return access.token === null ? [] : [access.token];
}

/** Null if nobody is signed in. */
export function readPersonName(access: Access): string | null {
  return access.by === 'session' ? (access.session?.person().name ?? null) : null;
}
