import type { ConnectionInfo, SignInInfo } from '#shared/contract/connection.ts';
import type { Answer, JobRef } from '#shared/contract/define.ts';
import type { AccountCompany, CompanyInfo } from '#shared/domain/erp.ts';
import { fault, ok } from '#shared/faults/faults.ts';
import { parseToken } from '../../credentials/index.ts';
import type { Session, SignIn, SignInClient } from '../../sign-in/index.ts';
import type { Journal } from '../../journal/index.ts';
import { parseBaseUrl } from '../../erp/index.ts';
import { isAborted } from '../../os/clock.ts';
import { catchAll, FaultError, need, refuse, throwFault } from '../../os/errors.ts';
import { Serial } from '#shared/serial.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import {
  type Access,
  type Address,
  bySession,
  byToken,
  findObstacle,
  readHolder,
  type Seat,
  testAccess,
} from './access.ts';
import type { Badges } from './badges.ts';
import { createBrowserSignIn, type BrowserSignIn } from './browser-sign-in.ts';
import type { FloorLink } from './floor-link.ts';
import { startTraining } from './training.ts';
import { openWorkspace, type Workspace, type WorkspaceServices } from './workspace.ts';

export interface ConnectionServices extends WorkspaceServices {
  readonly settings: SettingsStore;
  readonly signIn: SignIn;
  /** The ERP's address if IT has decided it: there is no other then. */
  readonly managedUrl: string | null;
  readonly journal: Journal;
  readonly floor: FloorLink;
  readonly badges: Badges;
  readonly changed: (info: ConnectionInfo) => void;
}

/**
 * The ERP that this workstation uses. Changes happen one after the other; each ends with a new
 * `info()`.
 */
export class Connection {
  readonly browser: BrowserSignIn;
  readonly #services: ConnectionServices;
  /** The ERP of the settings, also during training. */
  #real: Seat | null = null;
  /** The ERP at work now: the training one while it runs. */
  #work: Workspace | null = null;
  readonly #changes = new Serial();
  /** The session's end that the window was told last. */
  #toldEndMs: number | null = null;

  constructor(services: ConnectionServices) {
    this.#services = services;
    const { openSignInPage } = services.options;
    this.browser = createBrowserSignIn(openSignInPage, () => this.#report());
  }

  /** Enters the ERP of the settings, if there is one, with its stored session or token. */
  async enterSaved(): Promise<void> {
    await this.#services.floor.follow();
    const baseUrl = this.#services.settings.baseUrl();
    const saved = baseUrl === null ? null : parseBaseUrl(baseUrl);
    if (baseUrl === null || saved?.ok !== true) return;
    const erpOrigin = saved.value.origin;
    this.#enter({ baseUrl, erpOrigin, access: await this.#readSaved(erpOrigin) });
    // A session that ended over night is noticed before work begins; nothing waits for this.
    void this.keepSession();
  }

  /**
   * Refreshes the session of the ERP in use if due. Notifies the window if its end has moved, by a
   * request's refresh too, or if it is over.
   */
  async keepSession(): Promise<void> {
    const access = this.#real?.access;
    const session = access?.session ?? null;
    if (access === undefined || session === null) return;
    if ((await session.token()) === null) this.#noteSignedOut(access);
    else if (session.endsAtMs() !== this.#toldEndMs) this.#report();
  }

  info(): ConnectionInfo {
    const seat = this.#work?.seat ?? this.#real;
    return {
      baseUrl: seat?.baseUrl ?? null,
      hasToken: seat !== null && readHolder(seat.access) !== null,
      signIn: this.#signInInfo(),
      tokenStore: this.#services.options.tokenStore.kind,
      training: this.#isTraining(),
      trainingGroupings: this.#work?.practice?.groupings ?? [],
      workspaceId: this.#work?.id ?? null,
    };
  }

  /** Returns the ERP in use, the training one while it runs; null if there is none. */
  findWorkspace(): Workspace | null {
    return this.#work;
  }

  /** Throws the fault `no-token` if there is none. */
  workspace(): Workspace {
    return this.#work ?? throwFault('no-token');
  }

  /** The same, after pending changes of it. */
  async awaitWorkspace(): Promise<Workspace> {
    await this.#changes.idle();
    return this.workspace();
  }

  /** Open groupings may depend on the settings. */
  noteSettings(): void {
    for (const { job } of this.#work?.jobs.all() ?? []) job.noteSettings();
    void this.#work?.ahead.follow();
  }

  /** Makes a handler that works on an open grouping, whose answer or fault is its own. */
  onJob<I extends JobRef, T>(
    work: (opened: OpenedJob, input: I, workspace: Workspace) => Answer<T>,
  ): (input: I) => Promise<T> {
    return async (input) => {
      const workspace = this.workspace();
      const opened = workspace.jobs.opened(input.groupingId);
      const answer = await work(opened, input, workspace);
      opened.flush();
      return need(answer);
    };
  }

  /**
   * Makes a handler that works on stored data of the token's company; it answers `without` if there
   * is no ERP.
   */
  onCompany<I, T>(
    work: (workspace: Workspace, company: string, input: I) => T | Promise<T>,
    without?: T,
  ): (input: I) => Promise<T> {
    return async (input) => {
      if (this.#work === null && without !== undefined) return without;
      const workspace = this.workspace();
      return work(workspace, await workspace.owner(), input);
    };
  }

  /** The tokens in memory, for filters that must remove them from something. */
  secrets(): readonly string[] {
    const { token = null, session = null } = this.#real?.access ?? {};
    return session?.secrets() ?? (token === null ? [] : [token]);
  }

  /** Null if the ERP accepts the token for groupings but may not name the company. */
  async test(typedUrl: string, given: string | null): Promise<CompanyInfo | null> {
    const { address, token } = await this.#readTyped(typedUrl, given);
    return testAccess(this.#services.options, address.baseUrl, byToken(token), given !== null);
  }

  save(typedUrl: string, given: string | null) {
    return this.#decide(async () => {
      const { settings, options } = this.#services;
      const { address, token } = await this.#readTyped(typedUrl, given);
      const access = byToken(token);
      const at = this.#realWork();
      const mayGoOn = at?.seat.baseUrl === address.baseUrl && at.jobs.all().length > 0;
      const fits = mayGoOn && (await findObstacle(options, at, access)) === null;
      if (!fits) this.#refuseWhilePrinting();
      if (given !== null) await this.#storeToken(address.erpOrigin, token);
      need(await settings.setBaseUrl(address.baseUrl));
      await this.#use(address, access, fits);
    });
  }

  /**
   * Signs a person in: with another ERP, at the provider in the settings, or with the one in use
   * (`typedUrl` null), whose open groupings go on. If they are another company's, fault
   * `other-company`, and nobody is signed in.
   */
  async signIn(typedUrl: string | null, clientSecret: string | null): Promise<ConnectionInfo> {
    const { signIn } = this.#services;
    const provider = this.#signInProvider();
    const address = typedUrl === null ? this.#real : this.#addressOf(typedUrl);
    if (provider === null || address === null) refuse('there is no place to sign in');
    const { erpOrigin } = address;
    const goesOn = typedUrl === null;
    await this.browser.run(provider.issuer, async (open, signal) => {
      if (clientSecret !== null) need(await signIn.setClientSecret(provider, clientSecret));
      const others = await this.#findOthersSession(provider, erpOrigin);
      // Another program goes on with its session.
      if (isAborted(signal)) throwFault('cancelled');
      const session = others ?? need(await signIn.start(erpOrigin, provider, open, signal));
      await this.#inTurn(() =>
        this.#takeSession(address, provider, session, goesOn, isAborted(signal)),
      );
    });
    return this.info();
  }

  /**
   * The person at work: the signed-in one, else the owner of the scanned badge; null if unknown.
   */
  person(): string | null {
    const { access } = this.#work?.seat ?? this.#real ?? {};
    return access?.session?.person().name ?? this.#services.badges.operator().name;
  }

  /**
   * Connects to the server in the settings, though not during a print: call it again after that.
   * Open groupings are closed: they begin anew with it.
   */
  followFloor(): Promise<void> {
    return this.#changes.run(async () => {
      const { floor } = this.#services;
      if (!floor.isOutdated() || this.#isPrinting()) return;
      const at = this.#realWork();
      if (at !== null) await this.#leave();
      await floor.follow();
      if (at === null) return;
      this.#enter(at.seat);
      this.#report();
    });
  }

  signOut() {
    return this.#decide(async () => {
      const seat = this.#realWork()?.seat;
      const provider = this.#signInProvider();
      if (seat?.access.by !== 'session' || provider === null) return;
      this.#refuseWhilePrinting();
      const { options, signIn } = this.#services;
      need(await signIn.end(seat.erpOrigin, provider, options.openSignInPage));
      // Open groupings are not for the next person.
      await this.#use(seat, bySession(null), false);
    });
  }

  changeToken(pasted: string) {
    return this.#decide(async () => {
      // Training has a token of its own that never expires.
      if (this.#isTraining()) return;
      const at = this.#work;
      if (at === null) refuse('there is no ERP address yet');
      const token = need(parseToken(pasted));
      const access = byToken(token);
      const obstacle = await findObstacle(this.#services.options, at, access);
      if (obstacle !== null) throw new FaultError(obstacle);
      await this.#storeToken(at.seat.erpOrigin, token);
      await this.#use(at.seat, access, true);
    });
  }

  /**
   * Stores a person's word on the account's company. Closes open groupings if the company has
   * records here.
   */
  sayCompany(said: NonNullable<AccountCompany['said']>) {
    return this.#inTurn(async () => {
      const at = this.#realWork();
      if (at === null) return;
      this.#refuseWhilePrinting();
      const before = await at.account.confirm();
      const now = need(await at.account.say(said));
      if (before.ok && before.value !== now) await this.#use(at.seat, at.seat.access, false);
    });
  }

  forget() {
    return this.#decide(async () => {
      this.#refuseWhilePrinting();
      const { options, settings } = this.#services;
      if (this.#real !== null) {
        const { erpOrigin } = this.#real;
        await this.#endOwnSession(erpOrigin);
        need(await options.tokenStore.remove(erpOrigin));
      }
      need(await settings.setBaseUrl(null));
      await this.#leave();
      this.#real = null;
      // An address that IT has decided stays, without its token.
      await this.enterSaved();
    });
  }

  startTraining() {
    return this.#inTurn(async () => {
      if (this.#isTraining()) return;
      this.#refuseWhilePrinting();
      await this.#leave();
      const started = await catchAll('training', this.#services.options.log, async () =>
        ok(await startTraining(this.#services, () => this.person())),
      );
      if (started.ok) this.#work = started.value;
      else if (this.#real !== null) this.#enter(this.#real);
      need(started);
    });
  }

  async openTrainingPanel(groupingId: number): Promise<void> {
    const detail = 'there is no training';
    const panel = this.#work?.practice?.panel ?? throwFault('not-ready', { detail });
    await this.#services.options.openSignInPage(`${panel}${groupingId}`);
  }

  stopTraining() {
    return this.#inTurn(async () => {
      if (!this.#isTraining()) return;
      this.#refuseWhilePrinting();
      await this.#leave();
      if (this.#real !== null) this.#enter(this.#real);
    });
  }

  async close(): Promise<void> {
    this.browser.cancel();
    await this.#changes.idle();
    await this.#leave();
    await this.#services.floor.close();
  }

  /** A change by a person's act, which a sign-in that still waits for its browser must not undo. */
  #decide(change: () => Promise<void>): Promise<ConnectionInfo> {
    this.browser.cancel();
    return this.#inTurn(change);
  }

  /** One change at a time: a second one sees the result of the first. */
  #inTurn(change: () => Promise<void>): Promise<ConnectionInfo> {
    return this.#changes.run(async () => {
      await change();
      this.#report();
      return this.info();
    });
  }

  #report() {
    const info = this.info();
    this.#toldEndMs = info.signIn?.endsAtMs ?? null;
    this.#services.changed(info);
  }

  #isPrinting() {
    const work = this.#work;
    const isPrinting = work?.jobs.all().some(({ job }) => job.snapshot().printing) === true;
    return isPrinting || work?.danfes.isPrinting() === true;
  }

  /** Closing its grouping would cut a print off. */
  #refuseWhilePrinting() {
    if (this.#isPrinting()) throwFault('printing-now');
  }

  #isTraining() {
    return this.#work?.training === true;
  }

  #realWork(): Workspace | null {
    return this.#isTraining() ? null : this.#work;
  }

  /** Returns the sign-in service of the ERP in the settings; null if its users paste tokens. */
  #signInProvider(): SignInClient | null {
    const {
      signInIssuer: issuer,
      signInClientId: clientId,
      signInScopes: scopes,
      signInRedirect: redirectUrl,
    } = this.#services.settings.settings();
    return issuer === null || clientId === null ? null : { issuer, clientId, scopes, redirectUrl };
  }

  #signInInfo(): SignInInfo | null {
    const issuer = this.browser.issuer();
    if (issuer !== null) return { issuer, person: null, endsAtMs: null, underWay: true };
    const provider = this.#signInProvider();
    const { token = null, session = null } = this.#real?.access ?? {};
    if (this.#isTraining() || provider === null || token !== null) return null;
    const person = session?.person() ?? null;
    const endsAtMs = session?.endsAtMs() ?? null;
    return { issuer: provider.issuer, person, endsAtMs, underWay: false };
  }

  /**
   * Returns a session that another program of this workstation began meanwhile; null if there is
   * none but this.
   */
  async #findOthersSession(provider: SignInClient, erpOrigin: string): Promise<Session | null> {
    const kept = await this.#services.signIn.resume(erpOrigin, provider);
    const session = kept.ok ? kept.value : null;
    const own = this.#real?.access.session?.id();
    if (session === null || session.id() === own) return null;
    return (await session.token()) === null ? null : session;
  }

  async #readSaved(erpOrigin: string) {
    const { options, signIn, notice } = this.#services;
    const provider = this.#signInProvider();
    const kept = provider === null ? ok(null) : await signIn.resume(erpOrigin, provider);
    if (!kept.ok) notice(kept.fault);
    if (kept.ok && kept.value !== null) return bySession(kept.value);
    const stored = await options.tokenStore.get(erpOrigin);
    if (!stored.ok) notice(stored.fault);
    const token = stored.ok ? stored.value : null;
    return token === null && provider !== null ? bySession(null) : byToken(token);
  }

  /**
   * A new session, which the keychain has by now. `isLate`: an act has made it needless. Training
   * goes on meanwhile.
   */
  async #takeSession(
    address: Address,
    provider: SignInClient,
    session: Session,
    goesOn: boolean,
    isLate: boolean,
  ): Promise<void> {
    const { options, settings, signIn } = this.#services;
    const access = bySession(session);
    const work = this.#realWork();
    const at = work?.seat.baseUrl === address.baseUrl ? work : null;
    let obstacle = isLate ? fault('cancelled') : null;
    if (at !== null) obstacle ??= await findObstacle(options, at, access);
    const closesAll = work !== null && !goesOn && (at === null || obstacle !== null);
    if (closesAll && this.#isPrinting()) obstacle = fault('printing-now');
    if (obstacle !== null && (goesOn || obstacle.kind !== 'other-company')) {
      const ended = await signIn.end(address.erpOrigin, provider, null);
      if (at !== null) this.#noteSignedOut(at.seat.access);
      throw new FaultError(ended.ok ? obstacle : ended.fault);
    }
    need(await settings.setBaseUrl(address.baseUrl));
    need(await options.tokenStore.remove(address.erpOrigin));
    if (this.#isTraining()) this.#real = { ...address, access };
    else await this.#use(address, access, at !== null && obstacle === null);
  }

  /** Work that waits for a session waits on; the window shows that nobody is signed in. */
  #noteSignedOut(access: Access) {
    const seat = this.#real;
    if (seat?.access !== access || access.session === null) return;
    seat.access = bySession(null);
    this.#report();
  }

  /**
   * A pasted token replaces a session. Faults: `keychain`, and `invalid-input` if IT wants people
   * to sign in.
   */
  async #storeToken(erpOrigin: string, token: string) {
    const { options, settings } = this.#services;
    if (this.#signInProvider() !== null && !settings.settings().pasteTokens)
      refuse('decided by policy: pasteTokens');
    need(await options.tokenStore.set(erpOrigin, token));
    await this.#endOwnSession(erpOrigin);
  }

  async #endOwnSession(erpOrigin: string) {
    const provider = this.#signInProvider();
    if (provider !== null) need(await this.#services.signIn.end(erpOrigin, provider, null));
  }

  async #leave() {
    const work = this.#work;
    this.#work = null;
    await work?.close();
  }

  #enter(seat: Seat) {
    const { journal, floor } = this.#services;
    this.#real = seat;
    journal.actAs(() => this.person());
    this.#work = openWorkspace(this.#services, {
      seat,
      signedOut: (access) => this.#noteSignedOut(access),
      journal,
      practice: null,
      floor: floor.floor(),
    });
  }

  /**
   * Open groupings go on with it if they may; else a new workspace begins, because it may be
   * another company's.
   */
  async #use({ baseUrl, erpOrigin }: Address, access: Access, mayGoOn: boolean) {
    const open = this.#work?.jobs.all() ?? [];
    if (this.#real !== null && mayGoOn && open.length > 0) {
      this.#real.access = access;
      for (const { job, collectWanted } of open) {
        job.tokenChanged();
        // What the token before could not see may be against labels that are here.
        if (job.needsInvoices()) collectWanted();
      }
      return;
    }
    await this.#leave();
    this.#enter({ baseUrl, erpOrigin, access });
  }

  /** The typed ERP: tokens are sent, and stored, only for addresses that IT allows. */
  #addressOf(typedUrl: string): Address {
    const { managedUrl } = this.#services;
    const baseUrl = typedUrl.trim();
    const { origin: erpOrigin } = need(parseBaseUrl(baseUrl));
    if (managedUrl !== null && baseUrl !== managedUrl) refuse('decided by policy: erpAddress');
    return { baseUrl, erpOrigin };
  }

  async #readTyped(typedUrl: string, given: string | null) {
    const address = this.#addressOf(typedUrl);
    const known = this.#real?.erpOrigin === address.erpOrigin ? this.#real.access.token : null;
    if (given === null && known !== null) return { address, token: known };
    const found =
      given === null
        ? await this.#services.options.tokenStore.get(address.erpOrigin)
        : parseToken(given);
    return { address, token: need(found) ?? throwFault('no-token') };
  }
}
