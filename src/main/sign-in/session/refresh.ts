import { refreshTokenGrant } from 'openid-client';
import { failed, fault, ok, type Fault, type Result } from '../../../shared/index.ts';
import type { Clock } from '../../os/clock.ts';
import type { Log } from '../../os/log.ts';
import { isGrantRefused } from '../provider/faults.ts';
import type { Provider } from '../provider/provider.ts';
import type { SessionLock } from '../store/session-lock.ts';
import { isRefreshDue, type SessionVault, type StoredSession, type Tokens } from '../store/stored-session.ts';
import { readTokens } from '../provider/tokens.ts';

export interface RefreshServices {
  readonly provider: Provider;
  readonly vault: SessionVault;
  readonly lock: SessionLock;
  readonly clock: Clock;
  readonly log: Log;
}

/** Null: the session is over. `unsaved`: the keychain has not taken it yet, so only this process has its tokens. */
export type Refreshed = { readonly session: StoredSession; readonly unsaved: boolean } | null;

/**
 * Returns the latest state of a session, refreshed if due or if its token was refused. One program of the workstation
 * at a time: the second one finds the first one's tokens in the keychain, without a request. Only the provider's
 * refusal of the refresh token ends a session; every other trouble is a fault and leaves it as it is.
 */
export function refreshSession(
  services: RefreshServices,
  erpOrigin: string,
  held: StoredSession,
  refused: string | null,
): Promise<Result<Refreshed>> {
  const { vault, lock, clock, log } = services;
  return lock.run(erpOrigin, async () => {
    const kept = await vault.read(erpOrigin);
    if (!kept.ok) return kept;
    // Another program signed out here, or another person has signed in since.
    if (kept.value?.id !== held.id) return ok(null);
    const latest = kept.value.refreshes >= held.refreshes ? kept.value : held;
    const isGood = refused === null ? !isRefreshDue(latest, clock.now()) : latest.accessToken !== refused;
    if (isGood)
      return ok(latest === kept.value ? { session: latest, unsaved: false } : await keep(services, erpOrigin, latest));
    if (latest.refreshToken === null) {
      // The clock alone ends nothing: the ERP says when such a token is invalid.
      return refused === null ? ok({ session: latest, unsaved: false }) : endSession(services, erpOrigin, latest);
    }
    const tokens = await askForTokens(services, latest, latest.refreshToken);
    if (!tokens.ok) {
      if (tokens.fault.kind === 'signed-out') return endSession(services, erpOrigin, latest);
      log.warn('sign-in.not-refreshed', { kind: tokens.fault.kind, detail: tokens.fault.detail });
      return tokens;
    }
    // A provider that does not rotate refresh tokens returns none: the old one stays.
    const refreshToken = tokens.value.refreshToken ?? latest.refreshToken;
    const next = { ...latest, ...tokens.value, refreshToken, refreshes: latest.refreshes + 1 };
    log.info('sign-in.refreshed', { refreshes: next.refreshes });
    return ok(await keep(services, erpOrigin, next));
  });
}

async function askForTokens(
  { provider, clock }: RefreshServices,
  session: StoredSession,
  refreshToken: string,
): Promise<Result<Tokens>> {
  const readError = (error: unknown): Fault | null => (isGrantRefused(error) ? fault('signed-out') : null);
  // Not abortable: the answer may be the only one with the new refresh token.
  const answer = await provider.ask(session, { step: 'refresh', idTokens: 'refresh', readError }, (config) =>
    refreshTokenGrant(config, refreshToken),
  );
  if (!answer.ok) return toRefreshFault(answer.fault);
  // OpenID Connect Core, 12.2: another person's token is no refresh of this session.
  const subject = answer.value.claims()?.sub ?? session.person.subject;
  if (subject !== session.person.subject) return failed(fault('signed-out', { detail: 'refresh: another person' }));
  const tokens = readTokens(answer.value, clock.now());
  return tokens.ok ? tokens : toRefreshFault(tokens.fault);
}

/** There was no browser: the provider's answer makes no sense. */
function toRefreshFault(told: Fault): Result<never> {
  return failed(told.kind === 'sign-in-broken' ? { ...told, kind: 'bad-response' } : told);
}

/**
 * Stored in the keychain before the tokens are used. If it refuses them, this process goes on with them and tries
 * again.
 */
async function keep({ vault, log }: RefreshServices, erpOrigin: string, session: StoredSession): Promise<Refreshed> {
  const written = await vault.write(erpOrigin, session);
  if (!written.ok) log.warn('sign-in.not-kept', { detail: written.fault.detail });
  return { session, unsaved: !written.ok };
}

async function endSession(
  { vault, log }: RefreshServices,
  erpOrigin: string,
  { refreshes }: StoredSession,
): Promise<Result<Refreshed>> {
  // The lock is held since it was read: this very session is stored.
  const removed = await vault.remove(erpOrigin);
  log.info('sign-in.over', { refreshes, removed: removed.ok });
  return ok(null);
}
