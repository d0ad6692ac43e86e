// Before the contract's schemas are made.
import './without-eval.ts';
import type { ScanFindings } from '#shared/contract/scan.ts';
import { readNumber } from '#shared/identities/code.ts';
import { findByCode } from '#shared/identities/naming.ts';
import { ownIssuers } from '../support/access-key.ts';
import type { UpdateStatus } from '#shared/contract/app.ts';
import type { ConnectionInfo } from '#shared/contract/connection.ts';
import type { HistoryPage } from '#shared/contract/history.ts';
import type {
  Bridge,
  EventChannel,
  Events,
  RequestAnswer,
  RequestChannel,
  Requests,
} from '#shared/contract/index.ts';
import type { DeskList, GroupingSummary, JobChange } from '#shared/contract/job.ts';
import type { SpoolJobInfo } from '#shared/contract/print.ts';
import { defaultSettings, type LockedKey, type Settings } from '#shared/contract/settings.ts';
import { isShippingMethodIn } from '#shared/domain/conclude-first.ts';
import type { AccountCompany } from '#shared/domain/erp.ts';
import type { FloorState } from '#shared/domain/floor.ts';
import type { HistoryRow } from '#shared/domain/records.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { fakeCompany, makeShipment, makeSummary } from './fake-data.ts';
import { FakeFloor } from './fake-floor.ts';
import { fakeGroupings } from './fake-groupings.ts';
import { FakeJob, fakeMethod, specialGroupings } from './fake-job.ts';
import { fakeLabelPdf } from './fake-pdf.ts';
import { FakeProxy } from './fake-proxy.ts';
import { fakePerson, FakeSignIn } from './fake-sign-in.ts';
import { fakeBenchLook, fakePlan, fakePrinters, fakeProbe, fullQueue } from './fake-printing.ts';

const twoOfOneNumber = [
  {
    groupingId: 746_500_123,
    date: '2026-03-10',
    shippingMethod: 'Postal Brasil - Expresso',
    shipments: 12,
  },
  {
    groupingId: 611_200_047,
    date: '2024-01-22',
    shippingMethod: 'Rota Serra Azul - Rodoviário',
    shipments: 3,
  },
].map((one) => ({ ...one, identification: '2222' }));

/** The ERP's list has it, and it cannot be opened. */
const gone = {
  groupingId: 746_500_404,
  identification: '8410',
  date: '2026-03-10',
  shippingMethod: null,
  shipments: null,
};

export interface FakeOptions {
  /** Between two labels. */
  readonly stepMs: number;
  readonly settings: Partial<Settings>;
  readonly connected: boolean;
  /** The connection is made while the window asks for its first state, after that was answered. */
  readonly connectsMeanwhile: boolean;
  /** Of the account in use. */
  readonly company: AccountCompany;
  readonly training: boolean;
  readonly tokenStore: ConnectionInfo['tokenStore'];
  /** The settings name an issuer, and a user is signed in. */
  readonly signedIn: boolean;
  /** Nothing unfinished, nothing recent, no history. */
  readonly empty: boolean;
  /** The ERP has a list of its groupings, which the contract does not promise. */
  readonly listsGroupings: boolean | 'broken';
  readonly locked: readonly LockedKey[];
  readonly update: UpdateStatus;
  /** The print queue has jobs of every kind. */
  readonly queue: boolean;
  /** This station's connection to other stations. */
  readonly floor: FloorState;
  /** A proxy is on the way and asks; it takes the password `certa` only. */
  readonly proxy: boolean;
}

export const defaultFake: FakeOptions = {
  stepMs: 40,
  settings: {},
  connected: true,
  connectsMeanwhile: false,
  company: { isUnnamed: false, said: null },
  training: false,
  tokenStore: 'keychain',
  signedIn: true,
  empty: false,
  listsGroupings: true,
  locked: [],
  update: { kind: 'off', by: 'unsigned' },
  queue: false,
  floor: 'off',
  proxy: false,
};

/** The calls that came, for tests to look at. */
export interface FakeCall {
  readonly channel: RequestChannel;
  readonly input: unknown;
}

export interface FakeBridge extends Bridge {
  readonly calls: readonly FakeCall[];
  readonly jobs: ReadonlyMap<number, FakeJob>;
  readonly signIn: FakeSignIn;
  readonly floor: FakeFloor;
  emit<C extends EventChannel>(channel: C, payload: Events[C]): void;
}

/** Everything was done before on this computer. */
const acts: Settings['actsKnown'] = ['open', 'print', 'check', 'conclude'];
const erpAddress = 'https://erp.exemplo.invalid/public-api/v3';

/** A grouping's id contains its number of shipments; ids that end in 404 are unknown. */
function shipmentCount(id: number): number {
  if (id === 1500) return 500;
  if (id === 2000) return 2000;
  if (id === 1000) return 0;
  return Object.values<number>(specialGroupings).includes(id) ? 40 : 12;
}

export function createFakeBridge(options: FakeOptions = defaultFake): FakeBridge {
  const calls: FakeCall[] = [];
  const jobs = new Map<number, FakeJob>();
  const listeners = new Map<EventChannel, Set<(payload: never) => void>>();
  // As on every day but the first.
  const benchSetup = { offered: false, steps: {} };
  let settings: Settings = {
    ...defaultSettings,
    actsKnown: acts,
    printer: 'Zebra bancada 1',
    benchSetup,
    ...options.settings,
  };
  let queue: readonly SpoolJobInfo[] = options.queue ? fullQueue : [];
  const proxy = new FakeProxy(options.proxy);
  let workspaces = 1;
  let connection: ConnectionInfo = {
    baseUrl: options.connected ? erpAddress : null,
    hasToken: options.connected,
    signIn: null,
    tokenStore: options.tokenStore,
    training: options.training,
    trainingGroupings: options.training ? [1012, 1500, 1777] : [],
    workspaceId: options.connected || options.training ? 'w-1' : null,
  };

  function emit<C extends EventChannel>(channel: C, payload: Events[C]): void {
    for (const listener of listeners.get(channel) ?? [])
      (listener as (payload: Events[C]) => void)(payload);
  }
  const tellChange = (change: JobChange): void => emit('job.changed', change);
  const locked = <T>(key: LockedKey, value: T): T | null =>
    options.locked.includes(key) ? value : null;
  const job = (id: number): FakeJob => {
    const known = jobs.get(id);
    if (known !== undefined) return known;
    const concludesFirst = (): boolean => isShippingMethodIn(settings.concludeFirst, fakeMethod);
    const fresh = new FakeJob(
      id,
      shipmentCount(id),
      options.stepMs,
      tellChange,
      concludesFirst,
      () => settings,
    );
    jobs.set(id, fresh);
    return fresh;
  };
  const act = (id: number, effect: (open: FakeJob) => void): Result<void> => {
    effect(job(id));
    return ok();
  };
  const connect = (change: Partial<ConnectionInfo>): ReturnType<Requests['connection.get']> => {
    const isNew = 'baseUrl' in change || 'training' in change;
    workspaces += 1;
    const workspaceId = isNew ? `w-${workspaces}` : connection.workspaceId;
    connection = { ...connection, workspaceId, ...change, signIn: signIn.info() };
    emit('connection.changed', connection);
    return ok(connection);
  };
  const signIn = new FakeSignIn(options.signedIn && options.connected ? fakePerson : null, {
    settings: () => settings,
    connect,
    signedIn: () => {
      for (const open of jobs.values()) open.tokenGiven();
    },
  });
  const floor = new FakeFloor(options.floor, {
    job,
    tell: (info) => emit('floor.changed', info),
    greet: (operator) => emit('operator.changed', operator),
  });
  connection = {
    ...connection,
    signIn: signIn.info(),
    hasToken: options.connected && options.signedIn,
  };
  const pdf = (groupingId: number, ids: readonly number[]): Uint8Array =>
    fakeLabelPdf(
      ids.flatMap(
        (id) => job(groupingId).rows.find(({ shipment }) => shipment.id === id)?.shipment ?? [],
      ),
    );
  const office = (id: number): ReturnType<Requests['office.set-status']> =>
    id === 400
      ? failed(
          fault('validation', {
            status: 400,
            erpMessage: 'Ocorreram erros de validação',
            erpDetails: [
              { field: 'situacao', message: 'Situação não permitida para esta ordem de serviço' },
              { field: '[0].descricao', message: 'O marcador já existe' },
              { field: 'cliente', message: 'O cliente está bloqueado' },
            ],
          }),
        )
      : ok();

  type Answer<C extends RequestChannel> = RequestAnswer<C> | Promise<RequestAnswer<C>>;
  const handlers: {
    readonly [C in RequestChannel]: (...input: Parameters<Requests[C]>) => Answer<C>;
  } = {
    'app.info': async () => {
      await Promise.resolve();
      if (options.connectsMeanwhile) connect({ baseUrl: erpAddress, hasToken: true });
      return ok({
        version: '0.1.0',
        platform: 'linux',
        notices: [],
        locked: options.locked,
        erpAddress: locked('erpAddress', connection.baseUrl),
      });
    },
    'settings.get': () => ok(settings),
    'settings.change': ({ change }) => {
      settings = { ...settings, ...change };
      emit('settings.changed', settings);
      // Without an ERP there is no sign-in either.
      if (connection.baseUrl !== null) connect({});
      return ok(settings);
    },
    'connection.get': () => ok(connection),
    'connection.company': () => ok(options.company),
    'connection.sayCompany': () => ok(connection),
    ...proxy.handlers,
    'connection.test': ({ baseUrl, token }) => {
      const way = proxy.meet();
      if (!way.ok) return way;
      if (!baseUrl.startsWith('https://')) return failed(fault('address-not-https'));
      if (token === 'errado') return failed(fault('token-refused', { status: 401 }));
      if (token === 'sem-empresa') return ok(null);
      return ok(fakeCompany());
    },
    'connection.save': ({ baseUrl }) => {
      signIn.use('token');
      return connect({ baseUrl, hasToken: true, training: false });
    },
    'connection.token': ({ token }) => {
      if (token === 'errado') return failed(fault('token-refused', { status: 401 }));
      for (const open of jobs.values()) open.tokenGiven();
      return connect({ hasToken: true });
    },
    ...signIn.handlers,
    'connection.forget': () => connect({ baseUrl: null, hasToken: false }),
    'training.start': () => {
      signIn.use('token');
      return connect({ training: true, hasToken: true, trainingGroupings: [1012, 1500, 1777] });
    },
    'training.stop': () => {
      signIn.use('settings');
      return connect({ training: false, hasToken: options.connected, trainingGroupings: [] });
    },
    'desk.list': () => ok(desk(options.empty)),
    'desk.groupings': () => {
      if (options.listsGroupings === 'broken') return failed(fault('server', { status: 500 }));
      if (!options.listsGroupings) return ok(null);
      return ok(
        options.empty
          ? { today: [], earlier: [], earlierDays: 7, isCut: false }
          : fakeGroupings(desk()),
      );
    },
    'job.open': ({ groupingId }) => {
      if (String(groupingId).endsWith('404')) return failed(fault('not-found', { status: 404 }));
      const fresh = !jobs.has(groupingId);
      const opened = job(groupingId);
      if (fresh) setTimeout(() => opened.collect(), 0);
      return ok(opened.open());
    },
    'job.leave': () => ok(),
    'job.collect': ({ groupingId }) => act(groupingId, (open) => open.collect()),
    'job.cancel': ({ groupingId }) => act(groupingId, (open) => open.cancel()),
    'job.retry': ({ groupingId, shipmentIds }) =>
      act(groupingId, (open) => open.retry(shipmentIds)),
    'job.accept': ({ groupingId, shipmentIds }) =>
      act(groupingId, (open) => open.accept(shipmentIds)),
    'job.take-back': ({ groupingId, shipmentIds }) =>
      act(groupingId, (open) => open.accept(shipmentIds, false)),
    'job.choose-pages': ({ groupingId, shipmentIds, choice }) =>
      act(groupingId, (open) => open.choosePages(shipmentIds, choice)),
    'job.accept-fewer': ({ groupingId, shipmentIds }) =>
      act(groupingId, (open) => open.acceptFewer(shipmentIds)),
    'job.pages': ({ groupingId, shipmentId }) => {
      const { rows, sheets } = job(groupingId);
      const row = rows.find(({ shipment }) => shipment.id === shipmentId);
      if (row === undefined || !sheets.has(row.position))
        return ok(pdf(groupingId, [shipmentId, shipmentId]));
      return ok(fakeLabelPdf([row.shipment], row.label.croppedPages > 0 ? 'framed' : 'sheet'));
    },
    'job.confirm': ({ groupingId, shipmentIds }) =>
      act(groupingId, (open) => open.confirm(shipmentIds)),
    'job.preview': ({ groupingId, shipmentId }) => {
      const { rows, sheets } = job(groupingId);
      const row = rows.find(({ shipment }) => shipment.id === shipmentId);
      const isWhole = row !== undefined && sheets.has(row.position) && row.label.croppedPages === 0;
      return ok(isWhole ? fakeLabelPdf([row.shipment], 'sheet') : pdf(groupingId, [shipmentId]));
    },
    'job.correct': ({ groupingId, shipmentId, ...correction }) =>
      job(groupingId).correct(shipmentId, correction),
    'job.open-tracking': () => ok(),
    'import.take': ({ groupingId, name }) => act(groupingId, (open) => open.takeFile(name)),
    'import.put': ({ groupingId, id, shipmentId }) =>
      act(groupingId, (open) => open.putLeft(id, shipmentId)),
    'import.show': ({ groupingId }) => ok(pdf(groupingId, [job(groupingId).rows[0]!.shipment.id])),
    'import.panel': () => ok(),
    'import.offers': () => ok([]),
    'import.take-offer': ({ groupingId }) =>
      act(groupingId, (open) => open.takeFile('etiquetas.zip')),
    'import.drop-offer': () => ok(),
    'import.dismiss': ({ groupingId }) =>
      act(groupingId, (open) => open.change({ imported: null })),
    'job.conclude': ({ groupingId, seen }) => job(groupingId).conclude(seen),
    'job.labels-anyway': ({ groupingId }) => act(groupingId, (open) => open.collect()),
    'job.conclusion': () => ok({ atMs, person: 'Maria Exemplo', station: null }),
    'job.resolve-conclusion': ({ groupingId, concluded }) =>
      act(groupingId, (open) => open.resolveConclusion(concluded)),
    ...floor.handlers,
    'updates.status': () => ok(options.update),
    'updates.check': () => ok({ kind: 'checking' }),
    'updates.install': () => ok(options.update),
    'print.printers': () => ok(fakePrinters(settings)),
    'print.probe': fakeProbe,
    'print.plan': (request) => ok(fakePlan(settings, request, connection.training)),
    'print.preview': (request) => ok(pdf(request.groupingId, request.shipmentIds)),
    'print.start': (request) => job(request.groupingId).print(request.shipmentIds, request.printer),
    'print.resolve': ({ groupingId, printed }) =>
      act(groupingId, (open) => open.resolvePrint(printed)),
    'print.wait': ({ groupingId }) => act(groupingId, (open) => open.finishInterruptedPrint(true)),
    'print.withdraw': ({ groupingId }) =>
      act(groupingId, (open) => open.finishInterruptedPrint(false)),
    'print.open-folder': () => ok(),
    'print.test-page': ({ printer }) => ok(printer === 'PDF' ? 'C:\\Doca' : null),
    'print.queue': () => ok(queue),
    'bench.look': () => ok(fakeBenchLook),
    'bench.sheet': () => ok(),
    'print.cancel': ({ queueEntryId }) => {
      queue = queue.map((job) =>
        job.id === queueEntryId ? { ...job, state: 'cancelled', endedAtMs: Date.now() } : job,
      );
      emit('print.queue-changed', queue);
      return ok();
    },
    'print.resume': ({ printer }) => {
      queue = queue.map((job) =>
        job.printer === printer && job.state === 'held'
          ? { ...job, state: 'printing', conditions: [] }
          : job,
      );
      emit('print.queue-changed', queue);
      return ok();
    },
    'scan.find': ({ code, isDesk }) => {
      const number = readNumber(code);
      const { unfinished, recent } = desk(options.empty);
      const parcels = [...jobs].flatMap(([of, { rows }]) =>
        findByCode(code, rows, ownIssuers).map(({ shipment }) => ({
          groupingId: of,
          identification: null,
          shipmentId: shipment.id,
          recipient: shipment.recipient?.name ?? null,
        })),
      );
      const known = [...unfinished, ...recent].filter(({ groupingId }) => groupingId === number);
      const give = (groupings: ScanFindings['groupings']) => ok({ number, groupings, parcels });
      if (number === null || known.length > 0 || (parcels.length > 0 && !isDesk))
        return give(known);
      if (number === 2222) return give(twoOfOneNumber);
      if (number === 8410) return give([gone]);
      const wait = isDesk && parcels.length === 0;
      const asId = {
        groupingId: number,
        identification: null,
        date: null,
        shippingMethod: null,
        shipments: null,
      };
      return give(wait || (number < 10_000 && number % 1000 !== 404) ? [asId] : []);
    },
    'scan.print': ({ code, here, parcel, again }) => {
      const places =
        here !== null && job(here).named(code).length > 0 ? [job(here)] : [...jobs.values()];
      const found = places.flatMap((one) => one.named(code).map((row) => ({ one, row })));
      const chosen = found.filter(
        ({ row }) => parcel === undefined || row.shipment.id === parcel.shipmentId,
      );
      const [only, another] = chosen;
      const nothing = {
        code,
        shipmentId: null,
        recipient: null,
        checked: 0,
        total: 0,
        groupingId: null,
      };
      if (only === undefined) return ok({ ...nothing, result: 'unknown' });
      if (another !== undefined) {
        const choices = chosen.map(({ one, row }) => ({
          groupingId: one.id,
          identification: null,
          shipmentId: row.shipment.id,
          recipient: row.shipment.recipient?.name ?? null,
        }));
        return ok({ ...nothing, result: 'several', choices });
      }
      return ok({ ...only.one.printScan(code, only.row, again), groupingId: only.one.id });
    },
    'check.scan': ({ groupingId, code, despite, shipmentId }) =>
      ok(job(groupingId).scan(code, despite, shipmentId)),
    'check.undo': ({ groupingId }) => ok(job(groupingId).undo()),
    'check.recent': ({ groupingId }) => ok(job(groupingId).recent()),
    'manifest.open': ({ groupingId }) =>
      act(groupingId, (open) => open.change({ manifestSeen: true })),
    'manifest.print': ({ groupingId }) =>
      act(groupingId, (open) => open.change({ manifestSeen: true })),
    'record.save': () => ok({ saved: true }),
    'commands.sheet': () => ok(),
    'history.search': (asked) =>
      ok(findHistory(options.empty ? [] : history(asked.query, floor.info.state !== 'off'), asked)),
    'history.export': () => ok({ saved: true }),
    'office.set-status': ({ serviceOrderId }) => office(serviceOrderId),
    'office.add-tags': ({ serviceOrderId }) => office(serviceOrderId),
    'office.replace-tags': ({ serviceOrderId }) => office(serviceOrderId),
    'office.delete-tags': ({ serviceOrderId }) => office(serviceOrderId),
    'office.generate-invoice': () => ok({ id: 778_123, number: 48_101, series: 1 }),
    'office.made': ({ id }) =>
      ok(
        id === 813
          ? {
              atMs: Date.UTC(2026, 2, 9, 14, 3),
              person: 'Ana',
              document: { id: 7, number: 48_099, series: 1 },
            }
          : null,
      ),
    'office.generate-sale': () => ok({ id: 991, orderNumber: '5201' }),
    'office.reverse-accounts': ({ invoiceId }) => office(invoiceId),
    'clipboard.write': () => ok(),
    'diagnostics.export': () => ok({ saved: true }),
  };

  return {
    calls,
    jobs,
    signIn,
    floor,
    emit,
    request: (channel, ...input) => {
      calls.push({ channel, input: input[0] });
      const handler = handlers[channel] as (
        ...input: unknown[]
      ) => ReturnType<Requests[typeof channel]>;
      return Promise.resolve(handler(...input));
    },
    on: (channel, listener) => {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };
}

const atMs = Date.UTC(2026, 2, 9, 17, 32);

function desk(empty = false): DeskList {
  const summary = (groupingId: number, more: Partial<GroupingSummary>): GroupingSummary =>
    makeSummary(groupingId, {
      identification: String(groupingId),
      date: '2026-03-09',
      shippingMethod: 'Correios SEDEX',
      concludedAtMs: more.state === 'concluded' ? atMs : null,
      ...more,
    });
  if (empty) {
    return {
      today: { labels: 0, parcels: 0, groupings: 0 },
      pace: 0,
      unfinished: [],
      unfinishedTotal: 0,
      recent: [],
    };
  }
  return {
    today: { labels: 312, parcels: 287, groupings: 2 },
    pace: 48,
    unfinishedTotal: 5,
    unfinished: [
      summary(1888, {
        state: 'conclusion-unknown',
        ready: 0,
        printed: 40,
        checked: 40,
        shippingMethod: 'Transportadora Modelo',
      }),
      summary(1041, {
        failed: 5,
        retryable: 3,
        ready: 35,
        cutoff: { time: '17:00', minutesLeft: 42, isMissed: false },
      }),
      summary(1043, {
        ...{ shipments: 240, ready: 239, accepted: 1 },
        cutoff: { time: '16:00', minutesLeft: 3, isMissed: true },
      }),
      summary(1044, { state: 'printed', shipments: 24, ready: 0, printed: 24, checked: 21 }),
      summary(1046, { state: 'printed', shipments: 12, ready: 0, printed: 12, checked: 12 }),
    ],
    recent: [
      summary(1012, { state: 'concluded', ready: 0, printed: 12, shipments: 12, checked: 12 }),
      summary(1500, {
        state: 'concluded',
        ready: 0,
        printed: 500,
        shipments: 500,
        checked: 500,
        shippingMethod: 'Mercado Envios',
      }),
    ],
  };
}

function findHistory(
  rows: readonly HistoryRow[],
  { of, kinds, fromMs, toMs, before, limit }: Parameters<Requests['history.search']>[0],
): HistoryPage {
  const all = rows.filter(
    (row) =>
      (of === 'events' || row.shipmentId !== null) &&
      (kinds === null || kinds.includes(row.kind)) &&
      row.atMs >= (fromMs ?? 0) &&
      row.atMs < (toMs ?? Infinity),
  );
  const left = all.filter(({ id }) => before === null || id < before);
  const shown = left.slice(0, limit);
  return {
    rows: shown,
    total: all.length,
    next: left.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

function history(query: string, hasStations: boolean): HistoryRow[] {
  const kinds = ['printed', 'checked', 'reprinted', 'collected', 'accepted', 'concluded'] as const;
  const rows = Array.from({ length: 260 }, (_, index): HistoryRow => {
    const shipment = makeShipment(index + 1, 1040);
    const kind = kinds[index % kinds.length]!;
    const whole = kind === 'concluded';
    return {
      id: 9_000 - index,
      atMs: atMs - index * 950_000,
      kind,
      station: hasStations && index % 3 === 1 ? 'Bancada 2' : null,
      person: index % 5 === 4 ? null : (['Bia Ramos', 'Caio Prado'][index % 2] ?? null),
      groupingId: 1040,
      identification: '1040',
      shippingMethod: fakeMethod,
      shipmentId: whole ? null : shipment.id,
      recipient: whole ? null : (shipment.recipient?.name ?? null),
      trackingCode: whole ? null : (shipment.logistics?.trackingCode ?? null),
      invoiceNumber: whole ? null : (shipment.invoice?.number ?? null),
      file: null,
      printer: kind === 'printed' && index % 4 === 0 ? 'PDF' : null,
      printRunId: kind === 'printed' || kind === 'reprinted' ? 12 + (index % 3) : null,
      timesPrinted: whole ? 0 : 1 + (index % 3 === 2 ? 1 : 0),
      checkedAtMs: whole || index % 2 === 0 ? null : atMs - index * 940_000,
      isConcluded: whole,
    };
  });
  const wanted = query.toLowerCase();
  return rows.filter((row) => JSON.stringify(row).toLowerCase().includes(wanted));
}
