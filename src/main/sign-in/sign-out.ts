import { buildEndSessionUrl, tokenRevocation } from 'openid-client';
import { isSafeAddress, type Result } from '../../shared/index.ts';
import { nameOf } from '../os/errors.ts';
import type { RefreshServices } from './session/refresh.ts';
import type { StoredSession } from './store/stored-session.ts';
import type { OpenBrowser, Program } from './types.ts';

/** How long the provider may take to end a session that is no longer used. */
const patienceMs = 10_000;

/** Removes the session from the keychain first: later failures cannot bring it back. Fault: `keychain`. */
export async function endAtEveryPlace(
  services: RefreshServices,
  erpOrigin: string,
  program: Program,
  openBrowser: OpenBrowser | null,
): Promise<Result<void>> {
  const { vault, lock } = services;
  const found: { session: StoredSession | null } = { session: null };
  const take = async (): Promise<Result<void>> => {
    const read = await vault.read(erpOrigin);
    if (read.ok) found.session = read.value;
    return vault.remove(erpOrigin);
  };
  // In the lock, so that a refresh under way does not store it again. Without a lock it is removed all the same.
  const locked = await lock.run(erpOrigin, take);
  const emptied = locked.ok || locked.fault.kind === 'keychain' ? locked : await take();
  await endAtProvider(services, found.session ?? program, found.session, openBrowser);
  return emptied;
}

/** If the provider can be reached and offers it: RFC 7009, and OpenID Connect RP-Initiated Logout 1.0. */
export async function endAtProvider(
  { provider, log }: RefreshServices,
  program: Program,
  kept: StoredSession | null,
  openBrowser: OpenBrowser | null,
): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const server = await provider.describe(program.issuer, { signal });
  if (!server.ok) {
    log.warn('sign-in.not-revoked', { kind: server.fault.kind });
    return;
  }
  if (kept !== null && isSafeAddress(server.value.revocation_endpoint)) {
    const { accessToken, refreshToken } = kept;
    const hint = refreshToken === null ? 'access_token' : 'refresh_token';
    const revoked = await provider.ask(program, { signal, step: 'revocation' }, (config) =>
      tokenRevocation(config, refreshToken ?? accessToken, { token_type_hint: hint }),
    );
    if (!revoked.ok) log.warn('sign-in.not-revoked', { kind: revoked.fault.kind, detail: revoked.fault.detail });
  }
  if (openBrowser === null || !isSafeAddress(server.value.end_session_endpoint)) return;
  // The client's id and no ID token: addresses are visible in the arguments of the program that opens them.
  const page = await provider.ask(program, { signal, step: 'end of session' }, (config) =>
    Promise.resolve(buildEndSessionUrl(config)),
  );
  if (!page.ok) return;
  await openBrowser(page.value.href).catch((error: unknown) => {
    log.warn('sign-in.no-browser', { error: nameOf(error) });
  });
}
