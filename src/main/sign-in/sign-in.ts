import { randomUUID } from 'node:crypto';
import { ok, type Language, type Result, type SignInPlace } from '../../shared/index.ts';
import type { TokenStore } from '../credentials/index.ts';
import type { Clock } from '../os/clock.ts';
import type { Fetch } from '../os/fetch.ts';
import type { Log } from '../os/log.ts';
import { signInWithBrowser } from './flows/browser-flow.ts';
import { signInWithDeviceCode } from './flows/device-flow.ts';
import { KeptSession } from './session/kept-session.ts';
import { Provider } from './provider/provider.ts';
import type { RefreshServices } from './session/refresh.ts';
import { SessionLock } from './store/session-lock.ts';
import { SessionVault, type StoredSession } from './store/stored-session.ts';
import { endAtEveryPlace, endAtProvider } from './sign-out.ts';
import { readPerson, readTokens, type TokenAnswer } from './provider/tokens.ts';
import type { DeviceCode, OpenBrowser, Program, Session, SignIn } from './types.ts';

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

/** The sessions of this process, one object for each, so that all users of one share its refreshes. */
export class OpenIdSignIn implements SignIn {
  readonly #services: RefreshServices;
  readonly #language: () => Language;
  readonly #sessions = new Map<string, KeptSession>();

  constructor({ tokenStore, stationDir, fetch, clock, log, language }: SignInServices) {
    const vault = new SessionVault(tokenStore);
    const provider = new Provider({ fetch, clock, vault });
    this.#services = { provider, vault, lock: new SessionLock(stationDir, clock), clock, log };
    this.#language = language;
  }

  async resume(erpOrigin: string, { issuer, clientId }: Program): Promise<Result<Session | null>> {
    const stored = await this.#services.vault.read(erpOrigin);
    if (!stored.ok) return stored;
    if (stored.value?.issuer !== issuer || stored.value.clientId !== clientId) return ok(null);
    const open = this.#sessions.get(erpOrigin);
    return ok(open?.id() === stored.value.id && !open.isOver ? open : this.#open(erpOrigin, stored.value));
  }

  async start(
    erpOrigin: string,
    place: SignInPlace,
    openBrowser: OpenBrowser,
    signal: AbortSignal,
  ): Promise<Result<Session>> {
    const flow = { ...this.#services, language: this.#language };
    const answer = await signInWithBrowser(flow, place, openBrowser, signal);
    return answer.ok ? this.#begin(erpOrigin, place, answer.value) : answer;
  }

  async startWithDeviceCode(
    erpOrigin: string,
    place: SignInPlace,
    show: (code: DeviceCode) => void,
    signal: AbortSignal,
  ): Promise<Result<Session>> {
    const answer = await signInWithDeviceCode(this.#services.provider, place, show, signal);
    return answer.ok ? this.#begin(erpOrigin, place, answer.value) : answer;
  }

  async end(erpOrigin: string, program: Program, openBrowser: OpenBrowser | null): Promise<Result<void>> {
    this.#sessions.get(erpOrigin)?.end();
    this.#sessions.delete(erpOrigin);
    return endAtEveryPlace(this.#services, erpOrigin, program, openBrowser);
  }

  setClientSecret(program: Program, secret: string | null): Promise<Result<void>> {
    return this.#services.vault.writeSecret(program, secret);
  }

  /** Stored before it is returned, and before an existing session is given up. */
  async #begin(erpOrigin: string, { issuer, clientId }: Program, answer: TokenAnswer): Promise<Result<Session>> {
    const { vault, lock, clock, log } = this.#services;
    const person = readPerson(answer);
    if (!person.ok) return person;
    const tokens = readTokens(answer, clock.now());
    if (!tokens.ok) return tokens;
    const stored = { id: randomUUID(), issuer, clientId, person: person.value, ...tokens.value, refreshes: 0 };
    // No longer abortable: the provider has signed this person in.
    const written = await lock.run(erpOrigin, () => vault.write(erpOrigin, stored));
    if (!written.ok) {
      await endAtProvider(this.#services, stored, stored, null);
      return written;
    }
    log.info('sign-in.begun', { refreshable: stored.refreshToken !== null });
    this.#sessions.get(erpOrigin)?.end();
    return ok(this.#open(erpOrigin, stored));
  }

  #open(erpOrigin: string, stored: StoredSession): KeptSession {
    const session = new KeptSession(this.#services, erpOrigin, stored);
    this.#sessions.set(erpOrigin, session);
    return session;
  }
}
