import { randomUUID } from 'node:crypto';
import { buildEndSessionUrl, tokenRevocation } from 'openid-client';
import { isSafeAddress } from '#shared/domain/sign-in.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { Language } from '#shared/faults/languages.ts';
import type { SignInClient, OpenBrowser, Program } from './types.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Clock } from '../os/clock.ts';
import { nameOf } from '../os/errors.ts';
import type { Fetch } from '../os/fetch.ts';
import type { Log } from '../os/log.ts';
import { signInWithBrowser } from './flows/browser-flow.ts';
import { Provider } from './provider/provider.ts';
import { readPerson, readTokens, type TokenAnswer } from './provider/tokens.ts';
import { KeptSession, type SessionServices } from './session/session.ts';
import { SessionLock } from './store/session-lock.ts';
import { SessionVault, type StoredSession } from './store/stored-session.ts';
import { abortAfter } from '../os/timeout.ts';

export interface SignInServices {
  readonly tokenStore: TokenStore;
  /** As from `findStationDir`: all programs of a user share it. */
  readonly stationDir: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly log: Log;
  /** For the browser's last page. */
  readonly language: () => Language;
}

/** How long the provider may take to end a session that is no longer used. */
const patienceMs = 10_000;

/**
 * Signs people in and out. Sessions are in the keychain alone, one object each here, which shares
 * its refreshes.
 */
export class OpenIdSignIn {
  readonly #services: SessionServices;
  readonly #language: () => Language;
  readonly #sessions = new Map<string, KeptSession>();

  constructor({ tokenStore, stationDir, fetch, clock, log, language }: SignInServices) {
    const vault = new SessionVault(tokenStore);
    const provider = new Provider({ fetch, vault });
    this.#services = { provider, vault, lock: new SessionLock(stationDir, clock), clock, log };
    this.#language = language;
  }

  /**
   * Returns the stored session for this ERP, begun by any program of this workstation; null if
   * there is none.
   */
  async resume(
    erpOrigin: string,
    { issuer, clientId }: Program,
  ): Promise<Result<KeptSession | null>> {
    const stored = await this.#services.vault.read(erpOrigin);
    if (!stored.ok) return stored;
    if (stored.value?.issuer !== issuer || stored.value.clientId !== clientId) return ok(null);
    const open = this.#sessions.get(erpOrigin);
    return ok(
      open?.id() === stored.value.id && !open.isOver ? open : this.#open(erpOrigin, stored.value),
    );
  }

  /**
   * Begins a new session with the system's browser (authorization code with PKCE, RFC 8252), stored
   * before it is returned. `signal`: the person gave up. Faults: `cancelled`, `sign-in-…`,
   * `network` and similar, `keychain`.
   */
  async start(
    erpOrigin: string,
    client: SignInClient,
    openBrowser: OpenBrowser,
    signal: AbortSignal,
  ): Promise<Result<KeptSession>> {
    const flow = { ...this.#services, language: this.#language };
    const answer = await signInWithBrowser(flow, client, openBrowser, signal);
    return answer.ok ? this.#begin(erpOrigin, client, answer.value) : answer;
  }

  /**
   * Ends the session at the server if it can be reached, and removes it from the keychain in any
   * case, and first: later failures cannot bring it back. `openBrowser`: opens the server's own
   * sign-out page, so that the next person does not continue as this one; null without a browser.
   * Fault: `keychain`.
   */
  async end(
    erpOrigin: string,
    program: Program,
    openBrowser: OpenBrowser | null,
  ): Promise<Result<void>> {
    this.#sessions.get(erpOrigin)?.end();
    this.#sessions.delete(erpOrigin);
    const { vault, lock } = this.#services;
    const found: { session: StoredSession | null } = { session: null };
    const take = async (): Promise<Result<void>> => {
      const read = await vault.read(erpOrigin);
      if (read.ok) found.session = read.value;
      return vault.remove(erpOrigin);
    };
    // In the lock, so that a refresh under way does not store it again. Without a lock it is
    // removed all the same.
    const locked = await lock.run(erpOrigin, take);
    const emptied = locked.ok || locked.fault.kind === 'keychain' ? locked : await take();
    await this.#endAtProvider(found.session ?? program, found.session, openBrowser);
    return emptied;
  }

  /** Stores this program's client secret, if it has one; null removes it. Fault `keychain`. */
  setClientSecret(program: Program, secret: string | null): Promise<Result<void>> {
    return this.#services.vault.writeSecret(program, secret);
  }

  /** Stored before it is returned, and before an existing session is given up. */
  async #begin(
    erpOrigin: string,
    { issuer, clientId }: Program,
    answer: TokenAnswer,
  ): Promise<Result<KeptSession>> {
    const { vault, lock, clock, log } = this.#services;
    const person = readPerson(answer);
    if (!person.ok) return person;
    const tokens = readTokens(answer, clock.now());
    if (!tokens.ok) return tokens;
    const stored = {
      id: randomUUID(),
      issuer,
      clientId,
      person: person.value,
      ...tokens.value,
      refreshes: 0,
    };
    const before = this.#sessions.get(erpOrigin);
    before?.leaveRefresh();
    // No longer abortable: the provider has signed this person in.
    const written = await lock.run(erpOrigin, () => vault.write(erpOrigin, stored));
    if (!written.ok) {
      await this.#endAtProvider(stored, stored, null);
      return written;
    }
    log.info('sign-in.begun', { refreshable: stored.refreshToken !== null });
    before?.end();
    return ok(this.#open(erpOrigin, stored));
  }

  #open(erpOrigin: string, stored: StoredSession): KeptSession {
    const session = new KeptSession(this.#services, erpOrigin, stored);
    this.#sessions.set(erpOrigin, session);
    return session;
  }

  /**
   * If the provider can be reached and offers it: RFC 7009, and OpenID Connect RP-Initiated Logout
   * 1.0.
   */
  async #endAtProvider(
    program: Program,
    kept: StoredSession | null,
    openBrowser: OpenBrowser | null,
  ): Promise<void> {
    const { provider, log } = this.#services;
    const signal = abortAfter(patienceMs);
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
      if (!revoked.ok)
        log.warn('sign-in.not-revoked', { kind: revoked.fault.kind, detail: revoked.fault.detail });
    }
    if (openBrowser === null || !isSafeAddress(server.value.end_session_endpoint)) return;
    // The client's id and no ID token: addresses are visible in the arguments of the program that
    // opens them.
    const page = await provider.ask(program, { signal, step: 'end of session' }, (config) =>
      Promise.resolve(buildEndSessionUrl(config)),
    );
    if (!page.ok) return;
    await openBrowser(page.value.href).catch((error: unknown) => {
      log.warn('sign-in.no-browser', { error: nameOf(error) });
    });
  }
}
