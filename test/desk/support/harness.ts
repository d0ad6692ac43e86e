import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDesk } from '../../../src/main/desk/index.ts';
import type { Desk, DeskOptions } from '../../../src/main/desk/index.ts';
import { ProxyLogins } from '../../../src/main/credentials/index.ts';
import type { TokenStore } from '../../../src/main/credentials/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { catchAll, catchFaults } from '../../../src/main/os/errors.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import type { Log } from '../../../src/main/os/log.ts';
import { noPolicy } from '../../../src/main/policy/index.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox, FaultySandboxOptions } from '../../support/faulty-erp/index.ts';
import { readLabelsHere } from '../../support/label-process/here.ts';
import type {
  EventChannel,
  Events,
  RequestAnswer,
  RequestChannel,
  RequestInput,
} from '#shared/contract/index.ts';
import type { DeskList } from '#shared/contract/job.ts';
import type { PrintRequest } from '#shared/contract/print.ts';
import {
  hasLabel,
  isSettled as isLabelSettled,
  type JobSnapshot,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import { ok, type Result } from '#shared/faults/faults.ts';

/** Only a hanging test takes longer, on a busy machine too. */
const patienceMs = 300_000;

/** A workstation for tests: a real desk on real files, with a shell that records its calls. */
export interface Workstation {
  readonly desk: Desk;
  readonly dataDir: string;
  readonly outDir: string;
  readonly tokens: Map<string, string>;
  readonly proxies: ProxyLogins;
  readonly opened: string[];
  readonly browsed: string[];
  readonly copied: string[];
  readonly events: { readonly channel: EventChannel; readonly payload: unknown }[];
  saveTo: string | null;
  /** Sends a request as the shell does. */
  readonly ask: <C extends RequestChannel>(
    channel: C,
    ...input: Parameters<DeskInput<C>>
  ) => Promise<RequestAnswer<C>>;
  /** Waits until the desk's job meets this condition. */
  until(groupingId: number, is: (snapshot: JobSnapshot) => boolean): Promise<JobSnapshot>;
  readonly close: () => Promise<void>;
}

type DeskInput<C extends RequestChannel> =
  RequestInput<C> extends undefined ? () => void : (input: RequestInput<C>) => void;

/**
 * Returns a print request as the window sends it: of the labels that are there, in list order, or
 * of those at these positions in the list.
 */
export async function printRequest(
  { ask }: Pick<Workstation, 'ask'>,
  groupingId: number,
  which: 'all' | 'unprinted' | readonly [from: number, to: number],
  more: Partial<PrintRequest> = {},
): Promise<PrintRequest> {
  const { snapshot } = valueOf(await ask('job.open', { groupingId }));
  const isMeant = ({ label, position }: ShipmentSnapshot): boolean => {
    if (!hasLabel(label)) return false;
    if (which === 'all') return true;
    return which === 'unprinted'
      ? label.timesPrinted === 0
      : position >= which[0] && position <= which[1];
  };
  const shipmentIds = snapshot.shipments.filter(isMeant).map(({ shipment }) => shipment.id);
  return { groupingId, printer: null, copies: 1, sheet: null, shipmentIds, ...more };
}

export function memoryTokens(tokens: Map<string, string>): TokenStore {
  return {
    kind: 'memory',
    get: (origin) => Promise.resolve(ok(tokens.get(origin) ?? null)),
    set: (origin, token) => {
      tokens.set(origin, token);
      return Promise.resolve(ok());
    },
    remove: (origin) => {
      tokens.delete(origin);
      return Promise.resolve(ok());
    },
  };
}

export async function openWorkstation(
  home: string,
  tokens: Map<string, string>,
  more: Partial<DeskOptions> = {},
): Promise<Workstation> {
  const dataDir = join(home, 'data');
  const outDir = join(home, 'Documents', 'Doca');
  const seen = { opened: [] as string[], browsed: [] as string[], copied: [] as string[] };
  const events: Workstation['events'] = [];
  const proxies = new ProxyLogins(memoryTokens(tokens), silentLog);
  const lines: string[] = [];
  const keep: Log['info'] = (event, fields) =>
    void lines.push(`${event} ${JSON.stringify(fields ?? {})}`);
  const desk = await createDesk({
    dataDir,
    stationDir: join(home, 'station'),
    outDir,
    downloadsDir: join(home, 'Downloads'),
    fetch: (url, init) => fetch(url, init),
    startLabelProcess: readLabelsHere,
    rasterise: () => Promise.reject(new Error('this test draws no labels')),
    openPath: (path) => {
      seen.opened.push(path);
      return Promise.resolve('');
    },
    openExternal: (url) => {
      seen.browsed.push(url);
      return Promise.resolve();
    },
    openSignInPage: (url) => {
      seen.browsed.push(url);
      return Promise.resolve();
    },
    writeClipboard: (text) => seen.copied.push(text),
    saveDialog: () => Promise.resolve(station.saveTo),
    version: '1.2.3-test',
    platform: 'linux',
    clock: systemClock,
    log: { info: keep, warn: keep },
    logTail: () => Promise.resolve(lines),
    policy: { policy: noPolicy, problems: [] },
    updates: { port: null, off: 'unsigned' },
    tokenStore: memoryTokens(tokens),
    proxies,
    ...more,
  });
  desk.onEvent((channel: EventChannel, payload: Events[EventChannel]) =>
    events.push({ channel, payload }),
  );
  const station: Workstation = {
    desk,
    dataDir,
    outDir,
    tokens,
    proxies,
    ...seen,
    events,
    saveTo: null,
    ask(channel, ...[input]) {
      desk.noteTouch();
      return catchAll(channel, silentLog, async () =>
        ok(await desk.handlers[channel](input as RequestInput<typeof channel>)),
      );
    },
    async until(groupingId, is) {
      const endMs = Date.now() + patienceMs;
      for (;;) {
        // Opening an open job only reads it.
        const job = await catchFaults(async () =>
          ok(await desk.handlers['job.open']({ groupingId })),
        );
        if (job.ok && is(job.value.snapshot)) return job.value.snapshot;
        if (Date.now() > endMs)
          throw new Error(`not so in time: ${JSON.stringify(job).slice(0, 2_000)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close: () => desk.close(),
  };
  return station;
}

/**
 * Starts a training ERP, a home folder and a connected workstation; `close` removes all of them.
 */
export async function connectedWorkstation(
  options: FaultySandboxOptions = {},
  more: Partial<DeskOptions> = {},
): Promise<
  Workstation & {
    readonly sandbox: FaultySandbox;
    readonly home: string;
    readonly groupingId: number;
  }
> {
  const sandbox = await startFaultySandbox({ shipments: 6, formats: ['pdf'], ...options });
  const home = await mkdtemp(join(tmpdir(), 'doca-desk-'));
  const station = await openWorkstation(home, new Map(), more);
  const saved = await station.ask('connection.save', {
    baseUrl: sandbox.baseUrl,
    token: sandbox.token,
  });
  if (!saved.ok) throw new Error(`not connected: ${saved.fault.kind} ${saved.fault.detail ?? ''}`);
  const closeDesk = station.close;
  return Object.assign(station, {
    sandbox,
    home,
    groupingId: sandbox.firstGroupingId,
    close: async () => {
      await closeDesk();
      await sandbox.close();
      await rm(home, { recursive: true, force: true });
    },
  });
}

export type Connected = Awaited<ReturnType<typeof connectedWorkstation>>;

/**
 * Opens the grouping, and returns it when all of its labels are there, or certainly will not be.
 */
export async function collectOn(
  station: Connected,
  groupingId = station.groupingId,
): Promise<JobSnapshot> {
  valueOf(await station.ask('job.open', { groupingId }));
  return station.until(groupingId, isSettled);
}

/** The desk of a company without any work here. */
export const emptyDesk: DeskList = {
  today: { labels: 0, parcels: 0, groupings: 0 },
  unfinished: [],
  pace: 0,
  unfinishedTotal: 0,
  recent: [],
};

export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(
    `${result.fault.kind}: ${result.fault.detail ?? ''} ${result.fault.erpMessage ?? ''}`,
  );
}

export const historyInput = (query = '') => ({
  query,
  of: 'events' as const,
  kinds: null,
  fromMs: null,
  toMs: null,
  before: null,
  limit: 1_000,
});

export const readHistory = async (
  { ask }: Workstation,
  query = '',
): Promise<readonly HistoryRow[]> => valueOf(await ask('history.search', historyInput(query))).rows;

export const isSettled = ({ shipments }: JobSnapshot): boolean =>
  shipments.every(({ label }) => isLabelSettled(label));

/** All bytes of all files below, as Latin-1, for searching. */
export async function everythingBelow(dir: string): Promise<string> {
  const parts: string[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }).catch(
    () => [],
  )) {
    if (entry.isFile())
      parts.push((await readFile(join(entry.parentPath, entry.name))).toString('latin1'));
  }
  return parts.join('\n');
}
