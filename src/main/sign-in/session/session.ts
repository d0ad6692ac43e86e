import { refreshTokenGrant } from 'openid-client';
import type { Person } from '#shared/domain/sign-in.ts';
import {
  fail,
  failed,
  fault,
  type Fault,
  type FaultKind,
  ok,
  type Result,
} from '#shared/faults/faults.ts';
import type { Clock } from '../../os/clock.ts';
import type { Log } from '../../os/log.ts';
import { leaveOnAbort, limitTime } from '../../os/timeout.ts';
import { isGrantRefused } from '../provider/faults.ts';
import type { Provider } from '../provider/provider.ts';
import { readTokens } from '../provider/tokens.ts';
import type { SessionLock } from '../store/session-lock.ts';
import {
  isRefreshDue,
  isTokenOver,
  type SessionVault,
  type StoredSession,
  type Tokens,
} from '../store/stored-session.ts';

export interface SessionServices {
  readonly provider: Provider;
  readonly vault: SessionVault;
  readonly lock: SessionLock;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Null: the session is over. `unsaved`: the keychain has not taken it yet, so only this process has
 * its tokens.
 */
type Refreshed = { readonly session: StoredSession; readonly unsaved: boolean } | null;

/**
 * The pause after a failed refresh. A token that the ERP refuses is refreshed at once all the same.
 */
const pauseAfterFailureMs = 30_000;

/** Its answer may be the only one with the new refresh token: hardly anything ends the wait. */
const refreshLimitMs = 120_000;

/** For a refresh ahead of the token's end, which is good for requests until then. */
const aheadPatienceMs = 2_500;

/**
 * One person's session at one ERP, which refreshes its tokens in memory, one refresh at a time for
 * all callers.
 */
export class KeptSession {
  readonly #services: SessionServices;
  readonly #erpOrigin: string;
  #stored: StoredSession;
  /** Requests that are still under way carry it. */
  #tokenBefore: string | null = null;
  #over = false;
  #unsaved = false;
  #refreshing: Promise<Result<Refreshed>> | null = null;
  /** Ends with it, or when the patience for a refresh ahead does. */
  #ahead: Promise<unknown> | null = null;
  /** Ends the refresh that is under way. */
  #stop = new AbortController();
  #failedAtMs: number | null = null;

  constructor(services: SessionServices, erpOrigin: string, stored: StoredSession) {
    this.#services = services;
    this.#erpOrigin = erpOrigin;
    this.#stored = stored;
  }

  /**
   * Constant through refreshes, new after each sign-in: a confirmation holds for all of a session's
   * tokens.
   */
  id(): string {
    return this.#stored.id;
  }

  person(): Person {
    return this.#stored.person;
  }

  /** Its end unless it is refreshed before; null if the provider does not say. */
  endsAtMs(): number | null {
    return this.#stored.endsAtMs;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /**
   * The present token, refreshed ahead of its end; the old one if that fails for now. Null: the
   * session is over.
   */
  async token(): Promise<string | null> {
    const { clock } = this.#services;
    const isDue = !this.#over && (this.#unsaved || isRefreshDue(this.#stored, clock.now()));
    const hasJustFailed =
      this.#failedAtMs !== null && clock.awake() - this.#failedAtMs < pauseAfterFailureMs;
    if (isDue && !hasJustFailed) {
      const refreshed = this.#refresh(null);
      await (isTokenOver(this.#stored, clock.now()) ? refreshed : this.#ahead);
    }
    return this.#over ? null : this.#stored.accessToken;
  }

  /**
   * Called after the ERP refused this token: true if another one is there now, false if the session
   * is over. A fault says why that is not known now (the network, the keychain), and the session
   * goes on.
   */
  async renew(refused: string, signal?: AbortSignal): Promise<Result<boolean>> {
    while (!this.#over && this.#stored.accessToken === refused) {
      // A refresh that began before this token was refused does not know of it.
      const joined = this.#refreshing;
      // A caller's abort does not stop a refresh: its answer may be the only one with the new
      // refresh token.
      const left = (): Result<Refreshed> => fail('cancelled');
      const refreshed = await leaveOnAbort(joined ?? this.#refresh(refused), signal, left);
      if (!refreshed.ok && !this.isOver) return refreshed;
      if (joined === null) break;
    }
    return ok(!this.#over && this.#stored.accessToken !== refused);
  }

  secrets(): readonly string[] {
    const { accessToken, refreshToken } = this.#stored;
    return [accessToken, refreshToken, this.#tokenBefore].filter((one) => one !== null);
  }

  /** A person signed out, or in again. */
  end(): void {
    this.#over = true;
    this.leaveRefresh();
  }

  /** Ends a refresh under way unless its answer comes soon: others wait for the lock of it. */
  leaveRefresh(): void {
    const stop = (): void => this.#stop.abort();
    void this.#ahead?.then(stop, stop);
  }

  #refresh(refused: string | null): Promise<Result<Refreshed>> {
    if (this.#refreshing !== null) return this.#refreshing;
    this.#stop = new AbortController();
    const refreshing = this.#refreshOnce(refused).finally(() => {
      this.#refreshing = null;
    });
    this.#refreshing = refreshing;
    this.#ahead = limitTime<unknown>(refreshing, aheadPatienceMs, () => null, this.#services);
    this.#ahead.catch(() => undefined);
    return refreshing;
  }

  async #refreshOnce(refused: string | null): Promise<Result<Refreshed>> {
    const refreshed = await this.#services.lock.run(this.#erpOrigin, () =>
      this.#findLatest(refused),
    );
    const isKept = refreshed.ok && refreshed.value?.unsaved !== true;
    this.#failedAtMs = isKept ? null : this.#services.clock.awake();
    if (!refreshed.ok) return refreshed;
    if (refreshed.value === null) {
      this.#over = true;
      return refreshed;
    }
    const { session, unsaved } = refreshed.value;
    if (session.accessToken !== this.#stored.accessToken)
      this.#tokenBefore = this.#stored.accessToken;
    this.#stored = session;
    this.#unsaved = unsaved;
    return refreshed;
  }

  /**
   * Returns the latest state of the session, refreshed if due or if its token was refused. One
   * program of the workstation at a time: the second one finds the first one's tokens in the
   * keychain, without a request. Only the provider's refusal of the refresh token ends a session;
   * every other trouble is a fault and leaves it as it is.
   */
  async #findLatest(refused: string | null): Promise<Result<Refreshed>> {
    const { vault, clock, log } = this.#services;
    const kept = await vault.read(this.#erpOrigin);
    if (!kept.ok) return kept;
    // Another program signed out here, or another person has signed in since.
    if (kept.value?.id !== this.#stored.id) return ok(null);
    const latest = kept.value.refreshes >= this.#stored.refreshes ? kept.value : this.#stored;
    const isGood =
      refused === null ? !isRefreshDue(latest, clock.now()) : latest.accessToken !== refused;
    if (isGood)
      return ok(
        latest === kept.value ? { session: latest, unsaved: false } : await this.#keep(latest),
      );
    if (latest.refreshToken === null) {
      // The clock alone ends nothing: the ERP says when such a token is invalid.
      return refused === null ? ok({ session: latest, unsaved: false }) : this.#remove(latest);
    }
    const tokens = await this.#askForTokens(latest, latest.refreshToken);
    if (!tokens.ok) {
      if (tokens.fault.kind === 'signed-out') return this.#remove(latest);
      log.warn('sign-in.not-refreshed', { kind: tokens.fault.kind, detail: tokens.fault.detail });
      return tokens;
    }
    // A provider that does not rotate refresh tokens returns none: the old one stays.
    const refreshToken = tokens.value.refreshToken ?? latest.refreshToken;
    const endsAtMs = tokens.value.endsAtMs ?? latest.endsAtMs;
    const refreshes = latest.refreshes + 1;
    const next = { ...latest, ...tokens.value, refreshToken, endsAtMs, refreshes };
    log.info('sign-in.refreshed', { refreshes: next.refreshes });
    return ok(await this.#keep(next));
  }

  async #askForTokens(session: StoredSession, refreshToken: string): Promise<Result<Tokens>> {
    const { provider, clock } = this.#services;
    const readError = (error: unknown): Fault | null =>
      isGrantRefused(error) ? fault('signed-out') : null;
    const { signal } = this.#stop;
    const answer = await provider.ask(
      session,
      { step: 'refresh', signal, limitMs: refreshLimitMs, idTokens: 'refresh', readError },
      (config) => refreshTokenGrant(config, refreshToken),
    );
    if (!answer.ok) return toRefreshFault(answer.fault);
    // OpenID Connect Core, 12.2: another person's token is no refresh of this session.
    const subject = answer.value.claims()?.sub ?? session.person.subject;
    if (subject !== session.person.subject)
      return fail('signed-out', { detail: 'refresh: another person' });
    const tokens = readTokens(answer.value, clock.now());
    return tokens.ok ? tokens : toRefreshFault(tokens.fault);
  }

  /**
   * Stored in the keychain before use. If that refuses the tokens, this process uses them and tries
   * again.
   */
  async #keep(session: StoredSession): Promise<Refreshed> {
    const written = await this.#services.vault.write(this.#erpOrigin, session);
    if (!written.ok) this.#services.log.warn('sign-in.not-kept', { detail: written.fault.detail });
    return { session, unsaved: !written.ok };
  }

  async #remove({ refreshes }: StoredSession): Promise<Result<Refreshed>> {
    // The lock is held since it was read: this very session is stored.
    const removed = await this.#services.vault.remove(this.#erpOrigin);
    this.#services.log.info('sign-in.over', { refreshes, removed: removed.ok });
    return ok(null);
  }
}

/** There was no browser, and who asked for the token waits on. */
const kindsOfRefresh: Partial<Record<FaultKind, FaultKind>> = {
  'sign-in-broken': 'bad-response',
  cancelled: 'timeout',
};

function toRefreshFault(cause: Fault): Result<never> {
  return failed({ ...cause, kind: kindsOfRefresh[cause.kind] ?? cause.kind });
}
