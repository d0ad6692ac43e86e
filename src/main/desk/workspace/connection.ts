import { failed, fault, ok } from '../../../shared/index.ts';
import type { CompanyInfo, ConnectionInfo, Result } from '../../../shared/index.ts';
import type { Journal } from '../../dispatch/index.ts';
import { createErpClient, parseBaseUrl } from '../../erp/index.ts';
import type { Log } from '../../os/log.ts';
import type { SettingsStore } from '../../settings/index.ts';
import type { PrintRoom } from '../print/print-room.ts';
import { parseToken } from '../token-input.ts';
import { startTraining } from './training.ts';
import type { Training } from './training.ts';
import type { DeskOptions } from '../types.ts';
import { openWorkspace } from './workspace.ts';
import type { Told, Workspace } from './workspace.ts';

/** Which ERP this workstation talks to. Changes happen one after the other; each ends with a new `info()`. */
export interface Connection {
  info(): ConnectionInfo;
  /** The ERP in use: the training one while it runs. Fault `no-token` where there is none. */
  workspace(): Result<Workspace>;
  /** The tokens in memory, for whoever must keep them out of something. */
  secrets(): readonly string[];
  test(baseUrl: string, token: string | null): Promise<Result<CompanyInfo>>;
  save(baseUrl: string, token: string | null): Promise<Result<ConnectionInfo>>;
  changeToken(token: string): Promise<Result<ConnectionInfo>>;
  forget(): Promise<Result<ConnectionInfo>>;
  startTraining(): Promise<Result<ConnectionInfo>>;
  stopTraining(): Promise<Result<ConnectionInfo>>;
  close(): Promise<void>;
}

/** The ERP whose address is in the settings. */
interface Real {
  readonly baseUrl: string;
  readonly erpOrigin: string;
  token: string | null;
}

const testTimeoutMs = 20_000;

export async function openConnection(services: {
  readonly options: DeskOptions;
  readonly settings: SettingsStore;
  /** The ERP's address where IT has decided it: there is no other then. */
  readonly managedUrl: string | null;
  readonly journal: Journal;
  readonly log: Log;
  readonly room: PrintRoom;
  readonly told: Told;
  readonly changed: (info: ConnectionInfo) => void;
}): Promise<Connection> {
  const { options, settings, managedUrl, journal, log, room, told, changed } = services;
  const { tokenStore } = options;
  let real: Real | null = null;
  let workspace: Workspace | null = null;
  let training: Training | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const info = (): ConnectionInfo => ({
    baseUrl: training?.baseUrl ?? real?.baseUrl ?? null,
    hasToken: training !== null || (real !== null && real.token !== null),
    tokenStore: tokenStore.kind,
    training: training !== null,
    trainingGroupings: training?.groupings ?? [],
  });

  /** One change at a time: a second one sees what the first one left. */
  const inTurn = (change: () => Promise<Result<void>>): Promise<Result<ConnectionInfo>> => {
    const mine = turn.then(change).then((result): Result<ConnectionInfo> => {
      if (!result.ok) return result;
      changed(info());
      return ok(info());
    });
    turn = mine.catch(() => undefined);
    return mine;
  };

  const leave = async (): Promise<void> => {
    const [oldTraining, oldWorkspace] = [training, workspace];
    training = null;
    workspace = null;
    await oldTraining?.stop();
    await oldWorkspace?.close();
  };

  const enter = async (to: Real): Promise<void> => {
    real = to;
    const place = {
      ...to,
      token: () => to.token,
      journal,
      dataDir: options.dataDir,
      outDir: options.outDir,
      training: false,
    };
    workspace = await openWorkspace(options, log, place, room, told);
  };

  /** The ERP that somebody typed: no token goes, or is stored, anywhere but where IT allows it. */
  const addressOf = (typedUrl: string): Result<{ readonly baseUrl: string; readonly erpOrigin: string }> => {
    const baseUrl = typedUrl.trim();
    const address = parseBaseUrl(baseUrl);
    if (!address.ok) return address;
    if (managedUrl !== null && baseUrl !== managedUrl) {
      return failed(fault('invalid-input', { detail: 'decided by policy: erpAddress' }));
    }
    return ok({ baseUrl, erpOrigin: address.value.origin });
  };

  /** The ERP of the settings, if there is one, with the token that is stored for it. */
  const enterSaved = async (): Promise<void> => {
    const baseUrl = settings.baseUrl();
    const saved = baseUrl === null ? null : parseBaseUrl(baseUrl);
    if (baseUrl === null || saved?.ok !== true) return;
    const stored = await tokenStore.get(saved.value.origin);
    if (!stored.ok) told.notice(stored.fault);
    await enter({ baseUrl, erpOrigin: saved.value.origin, token: stored.ok ? stored.value : null });
  };

  /** The token to use with this ERP: the one given, or the one stored. */
  const tokenFor = async (erpOrigin: string, given: string | null): Promise<Result<string>> => {
    if (given !== null) return parseToken(given);
    if (real?.erpOrigin === erpOrigin && real.token !== null) return ok(real.token);
    const stored = await tokenStore.get(erpOrigin);
    if (!stored.ok) return stored;
    return stored.value === null ? failed(fault('no-token')) : ok(stored.value);
  };

  const save = async (typedUrl: string, given: string | null): Promise<Result<void>> => {
    const address = addressOf(typedUrl);
    if (!address.ok) return address;
    const { baseUrl, erpOrigin } = address.value;
    const token = await tokenFor(erpOrigin, given);
    if (!token.ok) return token;
    if (given !== null) {
      const stored = await tokenStore.set(erpOrigin, token.value);
      if (!stored.ok) return stored;
    }
    const written = await settings.setBaseUrl(baseUrl);
    if (!written.ok) return written;
    if (training === null && workspace !== null && real?.baseUrl === baseUrl) {
      real.token = token.value;
      for (const { job } of workspace.jobs.all()) job.tokenChanged();
      return ok();
    }
    await leave();
    await enter({ baseUrl, erpOrigin, token: token.value });
    return ok();
  };

  const changeToken = async (pasted: string): Promise<Result<void>> => {
    // Training has a token of its own that never runs out.
    if (training !== null) return ok();
    if (real === null || workspace === null) {
      return failed(fault('invalid-input', { detail: 'there is no ERP address yet' }));
    }
    const token = parseToken(pasted);
    if (!token.ok) return token;
    const stored = await tokenStore.set(real.erpOrigin, token.value);
    if (!stored.ok) return stored;
    real.token = token.value;
    for (const { job } of workspace.jobs.all()) job.tokenChanged();
    return ok();
  };

  const forget = async (): Promise<Result<void>> => {
    if (real !== null) {
      const removed = await tokenStore.remove(real.erpOrigin);
      if (!removed.ok) return removed;
    }
    const written = await settings.setBaseUrl(null);
    if (!written.ok) return written;
    await leave();
    real = null;
    // An address that IT has decided stays, without its token.
    await enterSaved();
    return ok();
  };

  const startTrainingNow = async (): Promise<Result<void>> => {
    if (training !== null) return ok();
    await leave();
    try {
      training = await startTraining(options, log, room, told);
      return ok();
    } catch (error) {
      log.warn('training.failed', { error: error instanceof Error ? error.name : 'unknown' });
      if (real !== null) await enter(real);
      return failed(fault('internal', { detail: 'the training ERP did not start' }));
    }
  };

  const stopTraining = async (): Promise<Result<void>> => {
    if (training === null) return ok();
    await leave();
    if (real !== null) await enter(real);
    return ok();
  };

  await enterSaved();

  return {
    info,
    workspace() {
      const current = training?.workspace ?? workspace;
      return current === null ? failed(fault('no-token')) : ok(current);
    },
    secrets: () => (real === null || real.token === null ? [] : [real.token]),
    async test(typedUrl, given) {
      const address = addressOf(typedUrl);
      if (!address.ok) return address;
      const { baseUrl, erpOrigin } = address.value;
      const token = await tokenFor(erpOrigin, given);
      if (!token.ok) return token;
      const erp = createErpClient({
        baseUrl,
        token: () => Promise.resolve(token.value),
        fetch: options.fetch,
        clock: options.clock,
      });
      const answer = await erp.companyInfo(AbortSignal.timeout(testTimeoutMs));
      // The only one to cancel here is the clock.
      return !answer.ok && answer.fault.kind === 'cancelled' ? failed(fault('timeout')) : answer;
    },
    save: (baseUrl, token) => inTurn(() => save(baseUrl, token)),
    changeToken: (token) => inTurn(() => changeToken(token)),
    forget: () => inTurn(forget),
    startTraining: () => inTurn(startTrainingNow),
    stopTraining: () => inTurn(stopTraining),
    async close() {
      await turn;
      await leave();
    },
  };
}
