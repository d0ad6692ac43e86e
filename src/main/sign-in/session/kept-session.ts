import { failed, fault, ok, type Person, type Result } from '../../../shared/index.ts';
import { leaveOnAbort } from '../../os/timeout.ts';
import { isRefreshDue, type StoredSession } from '../store/stored-session.ts';
import { refreshSession, type Refreshed, type RefreshServices } from './refresh.ts';
import type { Session } from '../types.ts';

/** The pause after a failed refresh. A token that the ERP refuses is refreshed at once all the same. */
const pauseAfterFailureMs = 30_000;

/** A session in this process: its present tokens in memory, and one refresh at a time for all callers. */
export class KeptSession implements Session {
  readonly #services: RefreshServices;
  readonly #erpOrigin: string;
  #held: StoredSession;
  /** Requests that are still under way carry it. */
  #tokenBefore: string | null = null;
  #over = false;
  #unsaved = false;
  #refreshing: Promise<Result<Refreshed>> | null = null;
  #failedAtMs: number | null = null;

  constructor(services: RefreshServices, erpOrigin: string, stored: StoredSession) {
    this.#services = services;
    this.#erpOrigin = erpOrigin;
    this.#held = stored;
  }

  id(): string {
    return this.#held.id;
  }

  person(): Person {
    return this.#held.person;
  }

  endsAtMs(): number | null {
    const { receivedAtMs, refreshLifetimeMs } = this.#held;
    return refreshLifetimeMs === null ? null : receivedAtMs + refreshLifetimeMs;
  }

  get isOver(): boolean {
    return this.#over;
  }

  /** Also if a refresh fails for now: the token may be valid, and the ERP refuses it otherwise. */
  async token(): Promise<string | null> {
    const nowMs = this.#services.clock.now();
    const isDue = !this.#over && (this.#unsaved || isRefreshDue(this.#held, nowMs));
    if (isDue && !this.#hasJustFailed(nowMs)) await this.#refresh(null);
    return this.#over ? null : this.#held.accessToken;
  }

  async renew(refused: string, signal?: AbortSignal): Promise<Result<boolean>> {
    while (!this.#over && this.#held.accessToken === refused) {
      // A refresh that began before this token was refused does not know of it.
      const joined = this.#refreshing;
      // A caller's abort does not stop a refresh: its answer may be the only one with the new refresh token.
      const left = (): Result<Refreshed> => failed(fault('cancelled'));
      const refreshed = await leaveOnAbort(joined ?? this.#refresh(refused), signal, left);
      if (!refreshed.ok) return refreshed;
      if (joined === null) break;
    }
    return ok(!this.#over && this.#held.accessToken !== refused);
  }

  secrets(): readonly string[] {
    const { accessToken, refreshToken } = this.#held;
    return [accessToken, refreshToken, this.#tokenBefore].filter((one) => one !== null);
  }

  /** A person signed out, or in again. */
  end(): void {
    this.#over = true;
  }

  #hasJustFailed(nowMs: number): boolean {
    return this.#failedAtMs !== null && Math.abs(nowMs - this.#failedAtMs) < pauseAfterFailureMs;
  }

  #refresh(refused: string | null): Promise<Result<Refreshed>> {
    this.#refreshing ??= this.#refreshOnce(refused).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refreshOnce(refused: string | null): Promise<Result<Refreshed>> {
    const refreshed = await refreshSession(this.#services, this.#erpOrigin, this.#held, refused);
    this.#failedAtMs = null;
    if (!refreshed.ok) {
      this.#failedAtMs = this.#services.clock.now();
      return refreshed;
    }
    if (refreshed.value === null) {
      this.#over = true;
      return refreshed;
    }
    const { session, unsaved } = refreshed.value;
    if (session.accessToken !== this.#held.accessToken) this.#tokenBefore = this.#held.accessToken;
    this.#held = session;
    this.#unsaved = unsaved;
    if (unsaved) this.#failedAtMs = this.#services.clock.now();
    return refreshed;
  }
}
