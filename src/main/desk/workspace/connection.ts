import { failed, fault, ok, parseToken } from '../../../shared/index.ts';
import type { CompanyInfo, ConnectionInfo, Fault, JobRef, Result } from '../../../shared/index.ts';
import { CompanyOfToken, isUntoldAccount, TokenMemory } from '../../dispatch/index.ts';
import type { Journal } from '../../dispatch/index.ts';
import { createErpClient, parseBaseUrl } from '../../erp/index.ts';
import { nameOf } from '../../os/errors.ts';
import type { Log } from '../../os/log.ts';
import { Serial } from '../../os/serial.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { OpenedJob } from '../jobs/opened-job.ts';
import type { PrintRoom } from '../print/print-room.ts';
import type { DeskOptions } from '../types.ts';
import { startTraining } from './training.ts';
import type { Training } from './training.ts';
import { Workspace } from './workspace.ts';
import type { Told } from './workspace.ts';

export interface ConnectionServices {
  readonly options: DeskOptions;
  readonly settings: SettingsStore;
  /** The ERP's address where IT has decided it: there is no other then. */
  readonly managedUrl: string | null;
  readonly journal: Journal;
  readonly log: Log;
  readonly room: PrintRoom;
  readonly told: Told;
  readonly changed: (info: ConnectionInfo) => void;
}

/** An ERP's address, and the origin that its token is stored under. */
interface Address {
  readonly baseUrl: string;
  readonly erpOrigin: string;
}

/** The ERP whose address is in the settings. */
interface Real extends Address {
  token: string | null;
}

const testTimeoutMs = 20_000;

/** Which ERP this workstation talks to. Changes happen one after the other; each ends with a new `info()`. */
export class Connection {
  readonly #services: ConnectionServices;
  #real: Real | null = null;
  #workspace: Workspace | null = null;
  #training: Training | null = null;
  readonly #changes = new Serial();

  constructor(services: ConnectionServices) {
    this.#services = services;
  }

  /** The ERP of the settings, if there is one, with the token that is stored for it. */
  async enterSaved(): Promise<void> {
    const { options, settings, told } = this.#services;
    const baseUrl = settings.baseUrl();
    const saved = baseUrl === null ? null : parseBaseUrl(baseUrl);
    if (baseUrl === null || saved?.ok !== true) return;
    const erpOrigin = saved.value.origin;
    const stored = await options.tokenStore.get(erpOrigin);
    if (!stored.ok) told.notice(stored.fault);
    this.#enter({ baseUrl, erpOrigin, token: stored.ok ? stored.value : null });
  }

  info(): ConnectionInfo {
    const [real, training] = [this.#real, this.#training];
    return {
      baseUrl: training?.baseUrl ?? real?.baseUrl ?? null,
      hasToken: training !== null || (real !== null && real.token !== null),
      tokenStore: this.#services.options.tokenStore.kind,
      training: training !== null,
      trainingGroupings: training?.groupings ?? [],
    };
  }

  /** The ERP in use: the training one while it runs. Fault `no-token` where there is none. */
  workspace(): Result<Workspace> {
    const current = this.#training?.workspace ?? this.#workspace;
    return current === null ? failed(fault('no-token')) : ok(current);
  }

  /** Does something with the open grouping; what is in the way of that is the answer. */
  async withJob<T>(
    { groupingId }: JobRef,
    work: (opened: OpenedJob, workspace: Workspace) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    const workspace = this.workspace();
    if (!workspace.ok) return workspace;
    const opened = workspace.value.jobs.opened(groupingId);
    return opened.ok ? work(opened.value, workspace.value) : opened;
  }

  /** The tokens in memory, for whoever must keep them out of something. */
  secrets(): readonly string[] {
    const token = this.#real?.token ?? null;
    return token === null ? [] : [token];
  }

  /** Null where the ERP accepts the token for groupings, and may not say whose it is. */
  async test(typedUrl: string, given: string | null): Promise<Result<CompanyInfo | null>> {
    const address = this.#addressOf(typedUrl);
    if (!address.ok) return address;
    const { baseUrl, erpOrigin } = address.value;
    const token = await this.#tokenFor(erpOrigin, given);
    if (!token.ok) return token;
    const { fetch, clock } = this.#services.options;
    const erp = createErpClient({ baseUrl, token: () => Promise.resolve(token.value), fetch, clock });
    const signal = AbortSignal.timeout(testTimeoutMs);
    const answer = await erp.companyInfo(signal);
    if (answer.ok) return answer;
    if (answer.fault.kind !== 'forbidden') return failed(judgeTyped(answer.fault, given !== null));
    // Whether there is such a grouping does not matter: a token that may not read them is told so of any.
    const read = await erp.grouping(1, signal);
    return read.ok || read.fault.kind === 'not-found' ? ok(null) : failed(judgeTyped(read.fault, given !== null));
  }

  save(typedUrl: string, given: string | null): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const { options, settings } = this.#services;
      const address = this.#addressOf(typedUrl);
      if (!address.ok) return address;
      const { baseUrl, erpOrigin } = address.value;
      const token = await this.#tokenFor(erpOrigin, given);
      if (!token.ok) return token;
      if (given !== null) {
        const stored = await options.tokenStore.set(erpOrigin, token.value);
        if (!stored.ok) return stored;
      }
      const written = await settings.setBaseUrl(baseUrl);
      if (!written.ok) return written;
      const [real, workspace] = [this.#real, this.#workspace];
      const isSame = this.#training === null && workspace !== null && real?.baseUrl === baseUrl;
      if (isSame && workspace.jobs.all().length > 0) {
        const fits = await this.#checkToken(real, workspace, token.value);
        if (fits.ok) {
          await this.#useToken(real, workspace, token.value);
          return ok();
        }
      }
      await this.#leave();
      this.#enter({ baseUrl, erpOrigin, token: token.value });
      return ok();
    });
  }

  changeToken(pasted: string): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      // Training has a token of its own that never runs out.
      if (this.#training !== null) return ok();
      const [real, workspace] = [this.#real, this.#workspace];
      if (real === null || workspace === null) {
        return failed(fault('invalid-input', { detail: 'there is no ERP address yet' }));
      }
      const token = parseToken(pasted);
      if (!token.ok) return token;
      const fits = await this.#checkToken(real, workspace, token.value);
      if (!fits.ok) return fits;
      const stored = await this.#services.options.tokenStore.set(real.erpOrigin, token.value);
      if (stored.ok) await this.#useToken(real, workspace, token.value);
      return stored;
    });
  }

  forget(): Promise<Result<ConnectionInfo>> {
    return this.#inTurn(async () => {
      const { options, settings } = this.#services;
      if (this.#real !== null) {
        const removed = await options.tokenStore.remove(this.#real.erpOrigin);
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
      const { options, log, room, told } = this.#services;
      try {
        this.#training = await startTraining(options, log, room, told);
        return ok();
      } catch (error) {
        log.warn('training.failed', { error: nameOf(error) });
        if (this.#real !== null) this.#enter(this.#real);
        return failed(fault('internal', { detail: 'the training ERP did not start' }));
      }
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
    await this.#changes.idle();
    await this.#leave();
  }

  /** One change at a time: a second one sees what the first one left. */
  #inTurn(change: () => Promise<Result<void>>): Promise<Result<ConnectionInfo>> {
    return this.#changes.run(async () => {
      const result = await change();
      if (!result.ok) return result;
      this.#services.changed(this.info());
      return ok(this.info());
    });
  }

  async #leave(): Promise<void> {
    const [training, workspace] = [this.#training, this.#workspace];
    this.#training = null;
    this.#workspace = null;
    await training?.stop();
    await workspace?.close();
  }

  #enter(to: Real): void {
    const { options, journal, log, room, told } = this.#services;
    const { dataDir, stationDir, outDir } = options;
    this.#real = to;
    const place = { baseUrl: to.baseUrl, token: () => to.token, journal, dataDir, stationDir, outDir, training: false };
    this.#workspace = new Workspace(options, log, place, room, told);
  }

  /**
   * Open groupings go on with a token of their own company only; fault `other-company`, or what is in the way of knowing.
   * Without any, only a token that the ERP refuses is not taken: the network need not be there to put a new one in.
   */
  async #checkToken(
    { baseUrl, erpOrigin, token: before }: Real,
    workspace: Workspace,
    token: string,
  ): Promise<Result<void>> {
    const open = workspace.jobs.all();
    const { options, journal } = this.#services;
    const { fetch, clock, stationDir } = options;
    const given = (): Promise<string> => Promise.resolve(token);
    const erp = createErpClient({ baseUrl, token: given, fetch, clock });
    const memory = new TokenMemory(stationDir, clock);
    const account = before === null ? null : await memory.recall(erpOrigin, before);
    const accountBefore = account !== null && isUntoldAccount(account) ? account : null;
    const owner = await new CompanyOfToken({ erp, erpOrigin, holder: given, memory, journal, accountBefore }).confirm(
      AbortSignal.timeout(testTimeoutMs),
    );
    if (owner.ok) {
      return open.every(({ job }) => job.company === owner.value) ? ok() : failed(fault('other-company'));
    }
    const judged = judgeTyped(owner.fault, true);
    return open.length === 0 && judged.kind !== 'token-refused' ? ok() : failed(judged);
  }

  /** Open groupings go on with it; without any, a new workspace begins, because it may be another company's. */
  async #useToken(real: Real, workspace: Workspace, token: string): Promise<void> {
    const open = workspace.jobs.all();
    if (open.length === 0) {
      await this.#leave();
      this.#enter({ ...real, token });
      return;
    }
    real.token = token;
    for (const { job } of open) job.tokenChanged();
  }

  /** The ERP that somebody typed: no token goes, or is stored, anywhere but where IT allows it. */
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

  /** The token to use with this ERP: the one given, or the one stored. */
  async #tokenFor(erpOrigin: string, given: string | null): Promise<Result<string>> {
    if (given !== null) return parseToken(given);
    const real = this.#real;
    if (real?.erpOrigin === erpOrigin && real.token !== null) return ok(real.token);
    const stored = await this.#services.options.tokenStore.get(erpOrigin);
    if (!stored.ok) return stored;
    return stored.value === null ? failed(fault('no-token')) : ok(stored.value);
  }
}

/** A token that was typed just now has not run out: it is wrong. And the only one to cancel here is the clock. */
function judgeTyped(found: Fault, isTyped: boolean): Fault {
  if (found.kind === 'cancelled') return fault('timeout');
  return isTyped && found.kind === 'unauthorized' ? { ...found, kind: 'token-refused' } : found;
}
