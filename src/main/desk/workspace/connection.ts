import { failed, fault, ok, parseToken } from '../../../shared/index.ts';
import type { AccountCompany, CompanyInfo, ConnectionInfo, JobRef, Result, SignInInfo } from '../../../shared/index.ts';
import type { Journal } from '../../dispatch/index.ts';
import { parseBaseUrl } from '../../erp/index.ts';
import { nameOf } from '../../os/errors.ts';
import { Serial } from '../../os/serial.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { Session, SignIn } from '../../sign-in/index.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import { hasAccess, listSecrets, readHolder, readPersonName } from './access.ts';
import type { Access } from './access.ts';
import { checkAccess, testAccess } from './account-check.ts';
import type { Address, Seat } from './account-check.ts';
import type { Bench } from './bench.ts';
import { BrowserSignIn } from './browser-sign-in.ts';
import type { Entrance } from './browser-sign-in.ts';
import type { FloorLink } from './floor-link.ts';
import { startTraining } from './training.ts';
import type { Training } from './training.ts';
import { Workspace } from './workspace.ts';
import type { WorkspaceServices } from './workspace.ts';

export interface ConnectionServices extends WorkspaceServices {
  readonly settings: SettingsStore;
  readonly signIn: SignIn;
  /** The ERP's address if IT has decided it: there is no other then. */
  readonly managedUrl: string | null;
  readonly journal: Journal;
  readonly floor: FloorLink;
  readonly bench: Bench;
  readonly changed: (info: ConnectionInfo) => void;
}

/** The ERP that this workstation uses. Changes happen one after the other; each ends with a new `info()`. */
export class Connection {
  readonly #services: ConnectionServices;
  #real: Seat | null = null;
  #workspace: Workspace | null = null;
  #training: Training | null = null;
  readonly #browser: BrowserSignIn;
  readonly #changes = new Serial();

  constructor(services: ConnectionServices) {
    this.#services = services;
    this.#browser = new BrowserSignIn(services.options.openSignInPage, () => this.#tell());
  }

  /** Enters the ERP of the settings, if there is one, with its stored session or token. */
  async enterSaved(): Promise<void> {
    await this.#services.floor.follow();
    const { settings } = this.#services;
    const baseUrl = settings.baseUrl();
    const saved = baseUrl === null ? null : parseBaseUrl(baseUrl);
    if (baseUrl === null || saved?.ok !== true) return;
    const erpOrigin = saved.value.origin;
    const access = await this.#readSaved(erpOrigin);
    this.#enter({ baseUrl, erpOrigin, access });
    // A session that ended over night is noticed before work begins; nothing waits for this.
    void this.keepSession();
  }

  /** Refreshes the session of the ERP in use if due. Notifies the window if its end has moved, or if it is over. */
  async keepSession(): Promise<void> {
    const access = this.#real?.access;
    if (access?.by !== 'session' || access.session === null) return;
    const endedAtMs = access.session.endsAtMs();
    if ((await access.session.token()) === null) this.#noteSignedOut(access);
    else if (access.session.endsAtMs() !== endedAtMs) this.#tell();
  }

  info(): ConnectionInfo {
    const [seat, training] = [this.#training ?? this.#real, this.#training];
    return {
      baseUrl: seat?.baseUrl ?? null,
      hasToken: seat !== null && hasAccess(seat.access),
      signIn: this.#signInInfo(),
      tokenStore: this.#services.options.tokenStore.kind,
      training: training !== null,
      trainingGroupings: training?.groupings ?? [],
    };
  }

  /** Returns the ERP in use: the training one while it runs. Fault `no-token` if there is none. */
  workspace(): Result<Workspace> {
    const current = this.#training?.workspace ?? this.#workspace;
    return current === null ? failed(fault('no-token')) : ok(current);
  }

  /** The same, after pending changes of it. */
  async awaitWorkspace(): Promise<Result<Workspace>> {
    await this.#changes.idle();
    return this.workspace();
  }

  /** Open groupings may depend on the settings. */
  noteSettings(): void {
    for (const { job } of this.#workspace?.jobs.all() ?? []) job.noteSettings();
  }

  /** Makes a handler that works on an open grouping; an obstacle is its answer. */
  onJob<I extends JobRef, T>(
    work: (opened: OpenedJob, input: I, workspace: Workspace) => Result<T> | Promise<Result<T>>,
  ): (input: I) => Promise<Result<T>> {
    return async (input) => {
      const workspace = this.workspace();
      if (!workspace.ok) return workspace;
      const opened = workspace.value.jobs.opened(input.groupingId);
      return opened.ok ? work(opened.value, input, workspace.value) : opened;
    };
  }

  /** Makes a handler that works on stored data of the token's company; it answers `without` if there is no ERP. */
  onCompany<I, T>(
    work: (workspace: Workspace, company: string, input: I) => Result<T> | Promise<Result<T>>,
    without?: T,
  ): (input: I) => Promise<Result<T>> {
    return async (input) => {
      const workspace = this.workspace();
      if (!workspace.ok) return without === undefined ? workspace : ok(without);
      const owner = await workspace.value.owner();
      return owner.ok ? work(workspace.value, owner.value, input) : owner;
    };
  }

  /** The tokens in memory, for filters that must remove them from something. */
  secrets(): readonly string[] {
    return this.#real === null ? [] : listSecrets(this.#real.access);
  }

  /** Null if the ERP accepts the token for groupings but may not name the company. */
  async test(typedUrl: string, given: string | null): Promise<Result<CompanyInfo | null>> {
    const address = this.#addressOf(typedUrl);
    if (!address.ok) return address;
    const { baseUrl, erpOrigin } = address.value;
    const token = await this.#tokenFor(erpOrigin, given);
    if (!token.ok) return token;
    return testAccess(this.#services.options, baseUrl, { by: 'token', token: token.value }, given !== null);
  }

  save(typedUrl: string, given: string | null): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const { settings } = this.#services;
      const address = this.#addressOf(typedUrl);
      if (!address.ok) return address;
      const { baseUrl, erpOrigin } = address.value;
      const token = await this.#tokenFor(erpOrigin, given);
      if (!token.ok) return token;
      if (given !== null) {
        const stored = await this.#storeToken(erpOrigin, token.value);
        if (!stored.ok) return stored;
      }
      const written = await settings.setBaseUrl(baseUrl);
      if (!written.ok) return written;
      const access: Access = { by: 'token', token: token.value };
      const [real, workspace] = [this.#real, this.#workspace];
      const isSame = this.#training === null && workspace !== null && real?.baseUrl === baseUrl;
      if (isSame && workspace.jobs.all().length > 0) {
        const fits = await checkAccess(this.#services.options, real, workspace, access);
        if (fits.ok) {
          await this.#useAccess(real, workspace, access);
          return ok();
        }
      }
      await this.#leave();
      this.#enter({ baseUrl, erpOrigin, access });
      return ok();
    });
  }

  /**
   * Signs a person in: with another ERP, at the provider in the settings, or with the one in use (`typedUrl` null),
   * whose open groupings go on. If they are another company's, fault `other-company`, and nobody is signed in.
   */
  async signIn(typedUrl: string | null, clientSecret: string | null): Promise<Result<ConnectionInfo>> {
    const entrance = this.#findEntrance();
    const address = typedUrl === null ? ok(this.#real) : this.#addressOf(typedUrl);
    if (!address.ok) return address;
    if (entrance === null || address.value === null) {
      return failed(fault('invalid-input', { detail: 'there is no place to sign in' }));
    }
    if (clientSecret !== null) {
      const stored = await entrance.signIn.setClientSecret(entrance.place, clientSecret);
      if (!stored.ok) return stored;
    }
    const { baseUrl, erpOrigin } = address.value;
    const session =
      (await this.#findOthersSession(entrance, erpOrigin)) ?? (await this.#browser.signIn(entrance, erpOrigin));
    if (!session.ok) return session;
    return this.#inTurn(() => this.#takeSession({ baseUrl, erpOrigin }, entrance, session.value, typedUrl === null));
  }

  /** The person at work: the signed-in one, else the owner of the scanned badge; null if unknown. */
  person(): string | null {
    const access = (this.#training ?? this.#real)?.access;
    return (access === undefined ? null : readPersonName(access)) ?? this.#services.bench.operator().name;
  }

  /** Connects to the server in the settings. Open groupings are closed: they begin anew with it. */
  followFloor(): Promise<void> {
    return this.#changes.run(async () => {
      const { floor } = this.#services;
      if (!floor.isOutdated()) return;
      const real = this.#training === null ? this.#real : null;
      if (real !== null) await this.#leave();
      await floor.follow();
      if (real === null) return;
      this.#enter(real);
      this.#tell();
    });
  }

  cancelSignIn(): void {
    this.#browser.cancel();
  }

  reopenSignIn(): Promise<void> {
    return this.#browser.reopen();
  }

  signOut(): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const [seat, entrance] = [this.#real, this.#findEntrance()];
      if (this.#training !== null || seat?.access.by !== 'session' || entrance === null) return ok();
      const { openSignInPage } = this.#services.options;
      const ended = await entrance.signIn.end(seat.erpOrigin, entrance.place, openSignInPage);
      if (!ended.ok) return ended;
      // Open groupings are not for the next person.
      await this.#leave();
      this.#enter({ ...seat, access: { by: 'session', session: null } });
      return ok();
    });
  }

  changeToken(pasted: string): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      // Training has a token of its own that never expires.
      if (this.#training !== null) return ok();
      const [real, workspace] = [this.#real, this.#workspace];
      if (real === null || workspace === null) {
        return failed(fault('invalid-input', { detail: 'there is no ERP address yet' }));
      }
      const token = parseToken(pasted);
      if (!token.ok) return token;
      const access: Access = { by: 'token', token: token.value };
      const fits = await checkAccess(this.#services.options, real, workspace, access);
      if (!fits.ok) return fits;
      const stored = await this.#storeToken(real.erpOrigin, token.value);
      if (stored.ok) await this.#useAccess(real, workspace, access);
      return stored;
    });
  }

  /**
   * Stores a person's word on the company of the account in use. Closes open groupings if the company has records here
   * already.
   */
  sayCompany(said: NonNullable<AccountCompany['said']>): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const [real, workspace] = [this.#real, this.#workspace];
      if (this.#training !== null || real === null || workspace === null) return ok();
      const before = await workspace.account.confirm();
      const now = await workspace.account.say(said);
      if (!now.ok) return now;
      if (before.ok && before.value !== now.value) {
        await this.#leave();
        this.#enter(real);
      }
      return ok();
    });
  }

  forget(): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const { options, settings } = this.#services;
      if (this.#real !== null) {
        const { erpOrigin } = this.#real;
        const ended = await this.#endOwnSession(erpOrigin);
        if (!ended.ok) return ended;
        const removed = await options.tokenStore.remove(erpOrigin);
        if (!removed.ok) return removed;
      }
      const written = await settings.setBaseUrl(null);
      if (!written.ok) return written;
      await this.#leave();
      this.#real = null;
      // An address that IT has decided stays, without its token.
      await this.enterSaved();
      return ok();
    });
  }

  startTraining(): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      if (this.#training !== null) return ok();
      await this.#leave();
      const training = await startTraining(this.#services, () => this.person()).catch((error: unknown) => {
        this.#services.options.log.warn('training.failed', { error: nameOf(error) });
        return null;
      });
      if (training === null) {
        if (this.#real !== null) this.#enter(this.#real);
        return failed(fault('internal', { detail: 'the training ERP did not start' }));
      }
      this.#training = training;
      return ok();
    });
  }

  stopTraining(): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      if (this.#training === null) return ok();
      await this.#leave();
      if (this.#real !== null) this.#enter(this.#real);
      return ok();
    });
  }

  async close(): Promise<void> {
    this.cancelSignIn();
    await this.#changes.idle();
    await this.#leave();
    await this.#services.floor.close();
  }

  /** One change at a time: a second one sees the result of the first. */
  #inTurn(change: () => Promise<Result<void>>): Promise<Result<ConnectionInfo>> {
    return this.#changes.run(async () => {
      const result = await change();
      if (!result.ok) return result;
      this.#tell();
      return ok(this.info());
    });
  }

  #tell(): void {
    this.#services.changed(this.info());
  }

  /** Returns the sign-in service of the ERP in the settings; null if its users paste tokens. */
  #findEntrance(): Entrance | null {
    const { settings, signIn } = this.#services;
    const { signInIssuer: issuer, signInClientId: clientId, signInScopes, signInRedirect } = settings.settings();
    if (issuer === null || clientId === null) return null;
    return { signIn, place: { issuer, clientId, scopes: signInScopes, redirectUrl: signInRedirect } };
  }

  #signInInfo(): SignInInfo | null {
    const { issuer } = this.#browser;
    if (issuer !== null) return { issuer, person: null, endsAtMs: null, underWay: true };
    const [entrance, access] = [this.#findEntrance(), this.#real?.access];
    if (this.#training !== null || entrance === null || (access?.by === 'token' && access.token !== null)) return null;
    const session = access?.by === 'session' ? access.session : null;
    const [person, endsAtMs] = [session?.person() ?? null, session?.endsAtMs() ?? null];
    return { issuer: entrance.place.issuer, person, endsAtMs, underWay: false };
  }

  /**
   * Returns a session that another program of this workstation began meanwhile: nobody has to sign in twice. Null if
   * there is none; the one in use does not count, because it has just failed.
   */
  async #findOthersSession({ signIn, place }: Entrance, erpOrigin: string): Promise<Result<Session> | null> {
    const kept = await signIn.resume(erpOrigin, place);
    const [session, seat] = [kept.ok ? kept.value : null, this.#real];
    if (session === null || (seat !== null && readHolder(seat.access) === session.id())) return null;
    return (await session.token()) === null ? null : ok(session);
  }

  async #readSaved(erpOrigin: string): Promise<Access> {
    const { options, told } = this.#services;
    const entrance = this.#findEntrance();
    const kept = entrance === null ? ok(null) : await entrance.signIn.resume(erpOrigin, entrance.place);
    if (!kept.ok) told.notice(kept.fault);
    if (kept.ok && kept.value !== null) return { by: 'session', session: kept.value };
    const stored = await options.tokenStore.get(erpOrigin);
    if (!stored.ok) told.notice(stored.fault);
    const token = stored.ok ? stored.value : null;
    return token === null && entrance !== null ? { by: 'session', session: null } : { by: 'token', token };
  }

  /** A new session, which the keychain has by now. */
  async #takeSession(
    { baseUrl, erpOrigin }: Address,
    { signIn, place }: Entrance,
    session: Session,
    goesOn: boolean,
  ): Promise<Result<void>> {
    const access: Access = { by: 'session', session };
    const [seat, workspace] = [this.#real, this.#workspace];
    const isSame = workspace !== null && seat?.baseUrl === baseUrl;
    const fits = isSame ? await checkAccess(this.#services.options, seat, workspace, access) : ok();
    if (!fits.ok && (goesOn || fits.fault.kind !== 'other-company')) {
      const ended = await signIn.end(erpOrigin, place, null);
      if (isSame) this.#noteSignedOut(seat.access);
      return ended.ok ? fits : ended;
    }
    const { options, settings } = this.#services;
    const written = await settings.setBaseUrl(baseUrl);
    if (!written.ok) return written;
    const removed = await options.tokenStore.remove(erpOrigin);
    if (!removed.ok) return removed;
    if (isSame && fits.ok) {
      await this.#useAccess(seat, workspace, access);
      return ok();
    }
    await this.#leave();
    this.#enter({ baseUrl, erpOrigin, access });
    return ok();
  }

  /** Work that waits for a session waits on; the window shows that nobody is signed in. */
  #noteSignedOut(access: Access): void {
    const seat = this.#real;
    if (seat?.access !== access || access.by !== 'session' || access.session === null) return;
    seat.access = { by: 'session', session: null };
    this.#tell();
  }

  /** A pasted token replaces a session. Faults: `keychain`, and `invalid-input` if IT wants people to sign in. */
  async #storeToken(erpOrigin: string, token: string): Promise<Result<void>> {
    const { options, settings } = this.#services;
    if (this.#findEntrance() !== null && !settings.settings().pasteTokens) {
      return failed(fault('invalid-input', { detail: 'decided by policy: pasteTokens' }));
    }
    const stored = await options.tokenStore.set(erpOrigin, token);
    return stored.ok ? this.#endOwnSession(erpOrigin) : stored;
  }

  async #endOwnSession(erpOrigin: string): Promise<Result<void>> {
    const entrance = this.#findEntrance();
    return entrance === null ? ok() : entrance.signIn.end(erpOrigin, entrance.place, null);
  }

  async #leave(): Promise<void> {
    const [training, workspace] = [this.#training, this.#workspace];
    this.#training = null;
    this.#workspace = null;
    await training?.stop();
    await workspace?.close();
  }

  #enter(to: Seat): void {
    const { journal, floor } = this.#services;
    const { dataDir, stationDir, outDir } = this.#services.options;
    this.#real = to;
    journal.actAs(() => this.person());
    this.#workspace = new Workspace(this.#services, {
      baseUrl: to.baseUrl,
      access: () => to.access,
      signedOut: () => this.#noteSignedOut(to.access),
      ...{ journal, dataDir, stationDir, outDir, training: false, floor: floor.floor() },
    });
  }

  /** Open groupings go on with it; without any, a new workspace begins, because it may be another company's. */
  async #useAccess(seat: Seat, workspace: Workspace, access: Access): Promise<void> {
    const open = workspace.jobs.all();
    if (open.length === 0) {
      await this.#leave();
      this.#enter({ ...seat, access });
      return;
    }
    seat.access = access;
    for (const { job } of open) job.tokenChanged();
  }

  /** The typed ERP: tokens are sent, and stored, only for addresses that IT allows. */
  #addressOf(typedUrl: string): Result<Address> {
    const { managedUrl } = this.#services;
    const baseUrl = typedUrl.trim();
    const address = parseBaseUrl(baseUrl);
    if (!address.ok) return address;
    if (managedUrl !== null && baseUrl !== managedUrl) {
      return failed(fault('invalid-input', { detail: 'decided by policy: erpAddress' }));
    }
    return ok({ baseUrl, erpOrigin: address.value.origin });
  }

  /** Returns the token for this ERP: the given one, or the stored one. */
  async #tokenFor(erpOrigin: string, given: string | null): Promise<Result<string>> {
    if (given !== null) return parseToken(given);
    const [origin, access] = [this.#real?.erpOrigin, this.#real?.access];
    if (origin === erpOrigin && access?.by === 'token' && access.token !== null) return ok(access.token);
    const stored = await this.#services.options.tokenStore.get(erpOrigin);
    if (!stored.ok) return stored;
    return stored.value === null ? failed(fault('no-token')) : ok(stored.value);
  }
}
