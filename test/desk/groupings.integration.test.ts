import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/main/os/clock.ts';
import { findDayStart, writeDay } from '#shared/formats.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import type { SandboxOptions } from '../../src/training-erp/index.ts';
import { isSettled, openWorkstation, printRequest, valueOf } from './support/harness.ts';
import type { Workstation } from './support/harness.ts';
import { see } from '../support/seen.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Place {
  readonly sandbox: FaultySandbox;
  readonly home: string;
  readonly tokens: Map<string, string>;
  offsetMs: number;
}

async function startPlace(options: SandboxOptions): Promise<Place> {
  const sandbox = await startFaultySandbox({
    contractOnly: false,
    shipments: 2,
    formats: ['pdf'],
    ...options,
  });
  const home = await mkdtemp(join(tmpdir(), 'doca-groupings-'));
  ends.push(
    () => sandbox.close(),
    () => rm(home, { recursive: true, force: true }),
  );
  return { sandbox, home, tokens: new Map(), offsetMs: 0 };
}

async function startStation(place: Place): Promise<Workstation> {
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + place.offsetMs,
    awake: () => systemClock.awake() + place.offsetMs,
  };
  const station = await openWorkstation(place.home, place.tokens, { clock });
  ends.push(() => station.close());
  return station;
}

/** The first token may not see invoices, all of which the next one sees cancelled. */
async function startWithoutInvoices() {
  const place = await startPlace({ shipments: 3 });
  const { sandbox } = place;
  sandbox.inject({ on: 'agrupamento', fault: { type: 'mutate', change: hideStatuses } });
  const off = sandbox.inject({ on: 'nota', fault: { type: 'status', status: 403 } });
  const useNextToken = async (station: Workstation, groupingId: number): Promise<void> => {
    off();
    const change = (body: unknown): object => ({ ...(body as object), situacao: '3' });
    sandbox.inject({ on: 'nota', fault: { type: 'mutate', change } });
    sandbox.changeToken('with-more-rights');
    valueOf(await station.ask('connection.token', { token: 'with-more-rights' }));
    await station.until(groupingId, ({ shipments }) =>
      shipments.every(({ label }) => label.fault?.kind === 'shipment-cancelled'),
    );
  };
  return { place, sandbox, useNextToken };
}

async function connect(place: Place): Promise<Workstation> {
  const station = await startStation(place);
  const { baseUrl, token } = place.sandbox;
  valueOf(await station.ask('connection.save', { baseUrl, token }));
  return station;
}

const countOf = ({ requests }: FaultySandbox, path: RegExp): number =>
  requests.filter((one) => one.host === 'erp' && path.test(one.path)).length;
const listPath = /\/expedicao\?/;

describe('the list of groupings', () => {
  it('has those of today and of the days before, the newest first, with this desk’s knowledge of each', async () => {
    const place = await startPlace({ groupings: 4 });
    const station = await connect(place);
    valueOf(await station.ask('job.open', { groupingId: groupingIdOf(0) }));
    await station.until(groupingIdOf(0), isSettled);
    const list = valueOf(await station.ask('desk.groupings', { wanted: true }));
    const now = Date.now();
    expect(list).toMatchObject({
      today: [
        { groupingId: groupingIdOf(1), date: writeDay(now), known: null },
        {
          groupingId: groupingIdOf(0),
          shippingMethod: 'Postal Brasil - Expresso',
          known: { state: 'ready', ready: 2 },
        },
      ],
      earlier: [
        { groupingId: groupingIdOf(2), date: writeDay(findDayStart(now, 1)), known: null },
        { groupingId: groupingIdOf(3), date: writeDay(findDayStart(now, 2)), known: null },
      ],
      earlierDays: 7,
      isCut: false,
    });
  });

  it('leaves out of the earlier days the groupings concluded here, and none of today’s', async () => {
    const place = await startPlace({ groupings: 3 });
    const station = await connect(place);
    for (const groupingId of [groupingIdOf(0), groupingIdOf(2)]) {
      valueOf(await station.ask('job.open', { groupingId }));
      await station.until(groupingId, isSettled);
      const how = {
        groupingId,
        beforeLabels: false,
        seen: await see(station.ask, groupingId),
      };
      valueOf(
        await station.ask(
          'print.start',
          await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
        ),
      );
      await station.until(groupingId, ({ state }) => state === 'printed');
      valueOf(await station.ask('job.conclude', how));
    }
    const list = valueOf(await station.ask('desk.groupings', { wanted: true }));
    expect(list?.today.map(({ groupingId, known }) => [groupingId, known?.state])).toEqual([
      [groupingIdOf(1), undefined],
      [groupingIdOf(0), 'concluded'],
    ]);
    expect(list?.earlier).toEqual([]);
  });

  it('reads page by page, and reports where it stopped', async () => {
    const place = await startPlace({ groupings: 6 });
    place.sandbox.inject({
      on: 'agrupamentos',
      fault: {
        type: 'mutate',
        // Six rows a page, whatever size was requested.
        change: (body) => {
          const { itens, paginacao } = body as {
            readonly itens: readonly unknown[];
            readonly paginacao: object;
          };
          return { itens: itens.slice(0, 6), paginacao };
        },
      },
    });
    const station = await connect(place);
    const look = async () => {
      // A list that is cut is read on after 20 s; after a minute the limit of requests holds
      // nothing up.
      place.offsetMs += 61_000;
      return valueOf(await station.ask('desk.groupings', { wanted: false }));
    };
    const first = await look();
    expect(first?.today[0]).toMatchObject({ groupingId: groupingIdOf(1) });
    expect(first?.isCut).toBe(true);
    expect(countOf(place.sandbox, listPath)).toBe(2);
    let last = first;
    for (let looks = 1; looks < 6 && last?.isCut === true; looks += 1) last = await look();
    expect(last?.today.map(({ groupingId }) => groupingId)).toEqual([
      groupingIdOf(1),
      groupingIdOf(0),
    ]);
    expect(last).toMatchObject({ earlier: { length: 4 }, isCut: false });
  });

  it('is requested once however often the Desk is opened, and again after a while', async () => {
    const place = await startPlace({});
    const station = await connect(place);
    for (let opening = 1; opening <= 5; opening += 1)
      valueOf(await station.ask('desk.groupings', { wanted: true }));
    expect(countOf(place.sandbox, listPath)).toBe(1);
    place.offsetMs += 30_000;
    valueOf(await station.ask('desk.groupings', { wanted: true }));
    expect(countOf(place.sandbox, listPath)).toBe(2);
  });

  it('is a fault if the ERP fails, and is there when it recovers', async () => {
    const place = await startPlace({});
    const station = await connect(place);
    const off = place.sandbox.inject({
      on: 'agrupamentos',
      fault: { type: 'status', status: 400, body: '{"mensagem":"Não"}' },
    });
    expect(await station.ask('desk.groupings', { wanted: true })).toMatchObject({
      fault: { kind: 'validation', erpMessage: 'Não' },
    });
    off();
    expect(valueOf(await station.ask('desk.groupings', { wanted: true }))?.today).toHaveLength(2);
  });

  it('is there in training', async () => {
    const place = await startPlace({});
    const station = await startStation(place);
    const { trainingGroupings } = valueOf(await station.ask('training.start'));
    const list = valueOf(await station.ask('desk.groupings', { wanted: true }));
    expect(list?.today.map(({ groupingId }) => groupingId)).toEqual([
      trainingGroupings[1],
      trainingGroupings[0],
    ]);
    expect(list?.earlier.map(({ groupingId }) => groupingId)).toEqual(trainingGroupings.slice(2));
    // Beside the usual one each way that labels come.
    expect(list?.earlier.map(({ shippingMethod }) => shippingMethod)).toContain('Mercado Envios');
  });
});

describe('a typed number', () => {
  const search = (station: Workstation, number: number) =>
    station.ask('scan.find', { code: String(number), isDesk: true });

  it('is a fault while the list cannot be read, and no id', async () => {
    const place = await startPlace({ groupings: 2 });
    const station = await connect(place);
    const stop = place.sandbox.inject({
      on: 'agrupamentos',
      fault: { type: 'status', status: 400 },
    });
    const id = groupingIdOf(1);
    expect(await search(station, id)).toMatchObject({ ok: false, fault: { kind: 'validation' } });
    // Known here, it needs no list.
    valueOf(await station.ask('job.open', { groupingId: groupingIdOf(0) }));
    const known = await search(station, groupingIdOf(0));
    expect(valueOf(known).groupings).toMatchObject([{ groupingId: groupingIdOf(0) }]);
    stop();
    expect(valueOf(await search(station, id)).groupings).toMatchObject([{ groupingId: id }]);
  });

  it('is an id where the service has no list', async () => {
    const station = await connect(await startPlace({ contractOnly: true }));
    expect(valueOf(await search(station, groupingIdOf(0))).groupings).toMatchObject([
      { groupingId: groupingIdOf(0), identification: null },
    ]);
  });
});

/** An ERP whose list has only the keys of invoices. */
function hideStatuses(body: unknown): object {
  const { expedicoes, ...rest } = body as {
    readonly expedicoes: readonly { readonly notaFiscal: object }[];
  };
  const silent = expedicoes.map((one) => ({
    ...one,
    notaFiscal: { ...one.notaFiscal, situacao: null },
  }));
  return { ...rest, expedicoes: silent };
}

describe('the extensions of a service', () => {
  it('are detected with few requests for all uses, once in a run of the program', async () => {
    const place = await startPlace({ contractOnly: true, shipments: 24, groupings: 2 });
    const { sandbox } = place;
    sandbox.inject({
      on: 'agrupamento',
      fault: {
        type: 'mutate',
        change: hideStatuses,
      },
    });
    const extras = /\/expedicao\?|v3\/expedicao\/\d+\/etiquetas$|\/notas\/\d+(\/link|\/xml)?$/;
    const station = await connect(place);
    valueOf(await station.ask('settings.change', { change: { danfePrinter: 'PDF' } }));
    // Of what may be missing by itself, such as one invoice, three are asked for.
    for (const [at, requests] of [11, 11].entries()) {
      const groupingId = groupingIdOf(at);
      expect(valueOf(await station.ask('desk.groupings', { wanted: true }))).toBeNull();
      place.offsetMs += 60_000;
      valueOf(await station.ask('job.open', { groupingId }));
      await station.until(groupingId, isSettled);
      const request = await printRequest(station, groupingId, 'all', { printer: 'PDF' });
      valueOf(await station.ask('print.start', request));
      // The invoices' papers come after the labels.
      await expect.poll(() => countOf(sandbox, extras)).toBe(requests);
    }
  });

  it('are detected again at the next start if the user was refused', async () => {
    const place = await startPlace({});
    const off = place.sandbox.inject({
      on: 'agrupamentos',
      fault: { type: 'status', status: 403 },
    });
    const first = await connect(place);
    expect(valueOf(await first.ask('desk.groupings', { wanted: true }))).toBeNull();
    off();
    await first.close();
    expect(
      valueOf(await (await startStation(place)).ask('desk.groupings', { wanted: true }))?.today,
    ).toHaveLength(2);
  });

  // A session keeps the rights of its start: IT adds one, and the person signs in again.
  it('are detected again with the next token, though a grouping stays open', async () => {
    const place = await startPlace({});
    const { sandbox } = place;
    const off = sandbox.inject({ on: 'agrupamentos', fault: { type: 'status', status: 403 } });
    const station = await connect(place);
    const { workspaceId } = valueOf(await station.ask('connection.get'));
    valueOf(await station.ask('job.open', { groupingId: groupingIdOf(0) }));
    expect(valueOf(await station.ask('desk.groupings', { wanted: true }))).toBeNull();
    off();
    sandbox.changeToken('with-more-rights');
    valueOf(await station.ask('connection.token', { token: 'with-more-rights' }));
    expect(valueOf(await station.ask('connection.get')).workspaceId).toBe(workspaceId);
    place.offsetMs += 60_000;
    const list = valueOf(await station.ask('desk.groupings', { wanted: true }));
    expect(list?.today).toHaveLength(2);
  });

  it('are used with the next token for an open grouping, whose labels are here already', async () => {
    const { place, useNextToken } = await startWithoutInvoices();
    const station = await connect(place);
    const groupingId = groupingIdOf(0);
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, isSettled);
    await useNextToken(station, groupingId);
  });

  it('are used with the next token for labels that waited for it', async () => {
    const { place, sandbox, useNextToken } = await startWithoutInvoices();
    const valid = sandbox.inject({ on: 'etiquetas', fault: { type: 'status', status: 401 } });
    const station = await connect(place);
    const groupingId = groupingIdOf(0);
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, ({ pause }) => pause?.reason === 'token');
    await expect.poll(() => countOf(sandbox, /\/notas\//)).toBeGreaterThan(0);
    valid();
    await useNextToken(station, groupingId);
  });
});
