import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findStationDir } from '../../../src/main/os/station.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { runCli } from '../../support/cli.ts';
import {
  emptyDesk,
  isSettled,
  openWorkstation,
  printRequest,
  valueOf,
  historyInput,
  readHistory,
} from '../support/harness.ts';
import type { Workstation } from '../support/harness.ts';
import { accessKey } from '../../support/access-key.ts';
import { see } from '../../support/seen.ts';

const [tokenA, tokenB] = ['token-of-company-a', 'token-of-company-b'];

let erp: FaultySandbox;
let home: string;
let tokens: Map<string, string>;
let station: Workstation;
let groupingId: number;

beforeEach(async () => {
  erp = await startFaultySandbox({ shipments: 3, formats: ['pdf'], token: tokenA });
  groupingId = erp.firstGroupingId;
  home = await mkdtemp(join(tmpdir(), 'doca-company-'));
  tokens = new Map();
  station = await openWorkstation(home, tokens, { stationDir: findStationDir(home) });
  await connect(tokenA);
});
afterEach(async () => {
  await station.close();
  await erp.close();
  await rm(home, { recursive: true, force: true });
});

const connect = async (token: string): Promise<void> => {
  valueOf(await station.ask('connection.save', { baseUrl: erp.baseUrl, token }));
};

/** From now on the ERP's address answers for another account. */
function becomeCompanyB(): void {
  erp.changeToken(tokenB);
  const change = (body: unknown): unknown => ({
    ...(body as object),
    cpfCnpj: '99.888.777/0001-00',
  });
  erp.inject({ on: 'info', fault: { type: 'mutate', change } });
}

async function ship(): Promise<void> {
  valueOf(await station.ask('job.open', { groupingId }));
  await station.until(groupingId, isSettled);
  valueOf(
    await station.ask(
      'print.start',
      await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
    ),
  );
  valueOf(
    await station.ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(station.ask, groupingId),
    }),
  );
}

const downloads = (): number =>
  [0, 1, 2].reduce((sum, place) => sum + erp.downloads(groupingId, place), 0);
const asksForCompany = (): number =>
  erp.requests.filter(({ path }) => path.endsWith('/info')).length;

describe('a second account at one address', () => {
  it('sees nothing of the first: no list, no history, no conclusion, no label', async () => {
    await ship();
    expect(downloads()).toBe(3);
    becomeCompanyB();
    await connect(tokenB);
    expect(valueOf(await station.ask('desk.list'))).toEqual(emptyDesk);
    expect(await readHistory(station)).toEqual([]);
    const { snapshot } = valueOf(await station.ask('job.open', { groupingId }));
    expect(snapshot.state).not.toBe('concluded');
    await station.until(groupingId, isSettled);
    expect(downloads()).toBe(6);
    // The ERP's answer to it does not matter here: it was asked, and the first one's answer not
    // only repeated.
    valueOf(
      await station.ask(
        'print.start',
        await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
      ),
    );
    await station.ask('job.conclude', {
      groupingId,
      beforeLabels: false,
      seen: await see(station.ask, groupingId),
    });
    expect(erp.requests.filter(({ path }) => path.endsWith('/concluir'))).toHaveLength(2);
  });

  it('cannot go on with a grouping of the first, and changes nothing by trying', async () => {
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, isSettled);
    becomeCompanyB();
    expect(await station.ask('connection.token', { token: tokenB })).toMatchObject({
      fault: { kind: 'other-company' },
    });
    expect([...tokens.values()]).toEqual([tokenA]);
    // On the Connect screen the company is changed, and the grouping is left.
    await connect(tokenB);
    expect(await station.ask('job.collect', { groupingId })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
    expect(valueOf(await station.ask('desk.list'))).toEqual(emptyDesk);
  });

  it('is another one for the command line as well', async () => {
    const dispatch = (token: string, ...more: string[]) =>
      runCli({ T: token, HOME: home, DOCA_READ_LABELS: 'false' }, [
        ...['dispatch', String(groupingId), '--base-url', erp.baseUrl, '--token-env', 'T'],
        ...['--data', join(home, 'cli'), '--out', join(home, 'out'), ...more],
      ]);
    expect((await dispatch(tokenA)).code).toBe(0);
    becomeCompanyB();
    const second = await dispatch(tokenB, '--conclude', 'no');
    expect(second.stdout).toContain('not concluded');
    expect(downloads()).toBe(6);
    const bogus = await dispatch('bogus');
    expect(bogus.code).toBe(3);
    expect(bogus.stdout).toBe('');
  });
});

it('a command that runs out of its token does not go on with another company’s', async () => {
  const change = (body: unknown): unknown => {
    becomeCompanyB();
    return body;
  };
  erp.inject({ on: 'etiquetas', times: 1, fault: { type: 'mutate', change } });
  const args = [
    'dispatch',
    String(groupingId),
    '--base-url',
    erp.baseUrl,
    '--token-stdin',
    '--data',
    join(home, 'cli'),
  ];
  const run = await runCli(
    { HOME: home },
    [...args, '--out', join(home, 'out')],
    `${tokenA}\n${tokenB}\n`,
  );
  expect(run.stderr).toContain('This token is for another company,');
  expect(run.code).toBe(3);
  expect(erp.requests.filter(({ path }) => path.endsWith('/concluir'))).toEqual([]);
});

describe('stored data', () => {
  it('is not shown to an account with a token that the ERP does not know', async () => {
    await ship();
    await connect('bogus');
    expect(await station.ask('desk.list')).toMatchObject({ fault: { kind: 'unauthorized' } });
    expect(await station.ask('history.search', historyInput())).toMatchObject({ ok: false });
    expect(await station.ask('job.open', { groupingId })).toMatchObject({
      fault: { kind: 'unauthorized' },
    });
  });

  it('is there without the network for the token that was confirmed; the ERP is asked once', async () => {
    await ship();
    const asked = asksForCompany();
    expect(asked).toBe(1);
    erp.inject({ on: 'info', fault: { type: 'cut-before' } });
    await station.close();
    station = await openWorkstation(home, tokens, { stationDir: findStationDir(home) });
    expect(valueOf(await station.ask('desk.list')).recent).toMatchObject([
      { groupingId, state: 'concluded' },
    ]);
    expect(valueOf(await station.ask('job.open', { groupingId })).snapshot.state).toBe('concluded');
    expect(asksForCompany()).toBe(asked);
  });
});

describe('an account that the ERP may not name', () => {
  const refuse = (status = 403) => erp.inject({ on: 'info', fault: { type: 'status', status } });

  it.each([403, 404])('is reported as such, and works: %i', async (status) => {
    refuse(status);
    expect(
      await station.ask('connection.test', { baseUrl: erp.baseUrl, token: erp.token }),
    ).toEqual({
      ok: true,
      value: null,
    });
    expect(
      await station.ask('connection.test', { baseUrl: erp.baseUrl, token: erp.powerlessToken }),
    ).toMatchObject({
      fault: { kind: 'forbidden' },
    });
    await connect(erp.token);
    await ship();
    expect(valueOf(await station.ask('desk.list')).recent).toMatchObject([{ groupingId }]);
  });

  it('keeps its data with the next token, and shows it to no other account', async () => {
    refuse();
    await connect(erp.token);
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, isSettled);
    erp.changeToken('renewed');
    expect(await station.ask('connection.token', { token: 'wrong' })).toMatchObject({
      fault: { kind: 'token-refused' },
    });
    valueOf(await station.ask('connection.token', { token: 'renewed' }));
    valueOf(await station.ask('job.leave', { groupingId }));
    erp.changeToken('renewed-again');
    expect(await station.ask('connection.token', { token: 'wrong' })).toMatchObject({
      fault: { kind: 'token-refused' },
    });
    valueOf(await station.ask('connection.token', { token: 'renewed-again' }));
    expect(valueOf(await station.ask('desk.list')).unfinished).toMatchObject([{ groupingId }]);
    erp.changeToken('of-another-account');
    await connect('of-another-account');
    expect(valueOf(await station.ask('desk.list'))).toEqual(emptyDesk);
  });

  it('takes a word on a key for its parcel alone: nothing would stand against a wrong one', async () => {
    refuse();
    await connect(erp.token);
    valueOf(await station.ask('job.open', { groupingId }));
    const { shipments } = await station.until(groupingId, isSettled);
    const scan = async (row: number, despite?: 'unprinted') => {
      const code = accessKey(shipments[row]!.shipment.invoice!.number!, '55', '11222333000181');
      const asked = { groupingId, code, ...(despite && { despite }) };
      return valueOf(await station.ask('check.scan', asked));
    };
    expect(await scan(0)).toMatchObject({ problem: 'unsure', checked: 0 });
    expect(await scan(0, 'unprinted')).toMatchObject({ result: 'ok', checked: 1 });
    expect(await scan(1)).toMatchObject({ problem: 'unsure', checked: 1 });
  });

  it('is joined by other accounts of the company that a person names, with their data', async () => {
    refuse();
    await connect(erp.token);
    await ship();
    const said = { name: 'Loja Modelo', taxId: '11.222.333/0001-81' };
    expect(valueOf(await station.ask('connection.company'))).toEqual({
      isUnnamed: true,
      said: null,
    });
    valueOf(await station.ask('connection.sayCompany', said));
    expect(valueOf(await station.ask('desk.list')).recent).toMatchObject([{ groupingId }]);
    valueOf(await station.ask('job.leave', { groupingId }));
    erp.changeToken('of-a-colleague');
    await connect('of-a-colleague');
    expect(valueOf(await station.ask('desk.list'))).toEqual(emptyDesk);
    valueOf(await station.ask('connection.sayCompany', said));
    expect(valueOf(await station.ask('desk.list')).recent).toMatchObject([{ groupingId }]);
    expect(valueOf(await station.ask('connection.company')).said).toEqual({
      name: said.name,
      taxId: '11222333000181',
    });
  });

  it('is not confused with the ERP if it is another service', async () => {
    refuse(404);
    erp.inject({ on: 'agrupamento', fault: { type: 'status', status: 404 } });
    expect(
      await station.ask('connection.test', { baseUrl: erp.baseUrl, token: erp.token }),
    ).toMatchObject({
      fault: { kind: 'other-service' },
    });
    await connect(erp.token);
    expect(await station.ask('job.open', { groupingId })).toMatchObject({
      fault: { kind: 'other-service' },
    });
  });
});
