import { tellState } from '../../support/tell-state.ts';
import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { failed, fault } from '#shared/faults/faults.ts';
import {
  emptyDesk,
  everythingBelow,
  isSettled,
  memoryTokens,
  openWorkstation,
  valueOf,
  historyInput,
  readHistory,
} from '../support/harness.ts';
import type { Workstation } from '../support/harness.ts';

let sandbox: FaultySandbox;
let home: string;
let tokens: Map<string, string>;
let station: Workstation;

beforeEach(async () => {
  sandbox = await startFaultySandbox({
    shipments: 4,
    formats: ['pdf'],
    token: 'token-that-must-not-leak',
  });
  home = await mkdtemp(join(tmpdir(), 'doca-connection-'));
  tokens = new Map();
  station = await openWorkstation(home, tokens);
});
afterEach(async () => {
  await station.close();
  await sandbox.close();
  await rm(home, { recursive: true, force: true });
});

const reopen = async (): Promise<void> => {
  await station.close();
  station = await openWorkstation(home, tokens);
};

describe('the connection', () => {
  it('is missing on a blank machine, and reports it', async () => {
    expect(await station.ask('connection.get')).toEqual({
      ok: true,
      value: {
        ...{ baseUrl: null, hasToken: false, signIn: null, tokenStore: 'memory' },
        ...{ training: false, trainingGroupings: [], workspaceId: null },
      },
    });
    expect(await station.ask('desk.list')).toEqual({ ok: true, value: emptyDesk });
    expect(await station.ask('history.search', historyInput())).toEqual({
      ok: true,
      value: { rows: [], total: 0, next: null },
    });
    expect(await station.ask('job.open', { groupingId: 1 })).toMatchObject({
      fault: { kind: 'no-token' },
    });
    expect(await station.ask('connection.token', { token: 'x' })).toMatchObject({
      fault: { kind: 'invalid-input' },
    });
  });

  it('is tried out without being kept', async () => {
    const { baseUrl, token } = sandbox;
    const company = valueOf(
      await station.ask('connection.test', { baseUrl, token: `  Bearer ${token}\n` }),
    );
    expect(company?.legalName).toEqual(expect.any(String));
    expect(tokens.size).toBe(0);
    expect(valueOf(await station.ask('connection.get')).baseUrl).toBeNull();
    expect(station.events).toEqual([]);
    expect(await everythingBelow(home)).not.toContain(token);
  });

  it('reports the error of an address or a token', async () => {
    const { baseUrl, token, powerlessToken } = sandbox;
    const kindOf = async (input: { baseUrl: string; token: string | null }) => {
      const answer = await station.ask('connection.test', input);
      return answer.ok ? 'ok' : answer.fault.kind;
    };
    expect(await kindOf({ baseUrl, token: 'wrong' })).toBe('token-refused');
    expect(await kindOf({ baseUrl, token: powerlessToken })).toBe('forbidden');
    expect(await kindOf({ baseUrl, token: null })).toBe('no-token');
    expect(await kindOf({ baseUrl, token: 'two words' })).toBe('token-malformed');
    expect(await kindOf({ baseUrl: 'erp', token })).toBe('address-malformed');
    for (const address of ['http://erp.example/v3', 'ftp://erp.example']) {
      expect(await kindOf({ baseUrl: address, token })).toBe('address-not-https');
    }
    expect(await kindOf({ baseUrl: 'https://u:p@erp.example/v3', token })).toBe(
      'address-with-extras',
    );
    expect(await station.ask('connection.save', { baseUrl: 'erp', token })).toMatchObject({
      ok: false,
    });
    expect(await station.ask('connection.save', { baseUrl, token: null })).toMatchObject({
      fault: { kind: 'no-token' },
    });
    expect(tokens.size).toBe(0);
  });

  it('is kept once saved: the token in its store, the address in the settings, the token nowhere else', async () => {
    const { baseUrl, token } = sandbox;
    const info = valueOf(
      await station.ask('connection.save', { baseUrl: ` ${baseUrl} `, token: `${token}\n` }),
    );
    expect(info).toMatchObject({ baseUrl, hasToken: true, training: false });
    expect([...tokens]).toEqual([[new URL(baseUrl).origin, token]]);
    expect(station.events).toContainEqual({ channel: 'connection.changed', payload: info });

    await reopen();
    const { workspaceId: _before, ...kept } = info;
    expect(valueOf(await station.ask('connection.get'))).toMatchObject(kept);
    valueOf(await station.ask('job.open', { groupingId: sandbox.firstGroupingId }));
    await station.until(sandbox.firstGroupingId, isSettled);
    valueOf(await station.ask('connection.test', { baseUrl, token: null }));
    expect(await readFile(join(station.dataDir, 'settings.json'), 'utf8')).toContain(baseUrl);
    expect(await everythingBelow(home)).not.toContain(token);
    expect(JSON.stringify(station.events)).not.toContain(token);
  });

  it('shows its settings without the address, and keeps them across a change of connection', async () => {
    const changed = valueOf(await station.ask('settings.change', { change: { language: 'en' } }));
    valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    expect(valueOf(await station.ask('settings.get'))).toEqual(changed);
    expect(changed).not.toHaveProperty('baseUrl');
    expect(station.events).toContainEqual({ channel: 'settings.changed', payload: changed });
  });

  it('is forgotten with its token', async () => {
    valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    expect(valueOf(await station.ask('connection.forget'))).toMatchObject({
      baseUrl: null,
      hasToken: false,
    });
    expect(tokens.size).toBe(0);
    await reopen();
    expect(valueOf(await station.ask('connection.get')).baseUrl).toBeNull();
  });

  it('closes open groupings if the ERP changes, and does not mix the two', async () => {
    valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    valueOf(await station.ask('job.open', { groupingId: sandbox.firstGroupingId }));
    const other = await startFaultySandbox({
      seed: 2,
      shipments: 2,
      formats: ['pdf'],
      token: 'other',
    });
    try {
      valueOf(await station.ask('connection.save', { baseUrl: other.baseUrl, token: 'other' }));
      expect(valueOf(await station.ask('desk.list'))).toEqual(emptyDesk);
      const job = valueOf(await station.ask('job.open', { groupingId: other.firstGroupingId }));
      expect(job.snapshot.shipments).toHaveLength(2);
      valueOf(await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: null }));
      expect(valueOf(await station.ask('desk.list')).unfinished).toMatchObject([{ shipments: 4 }]);
      for (const { authorization } of other.requests)
        expect(authorization ?? 'Bearer other').toBe('Bearer other');
    } finally {
      await other.close();
    }
  });

  it('goes on with a new token if the old one expired in the middle', async () => {
    const { baseUrl, token, firstGroupingId: groupingId } = sandbox;
    valueOf(await station.ask('connection.save', { baseUrl, token }));
    sandbox.inject({ on: 'etiquetas', times: 2, fault: { type: 'status', status: 401 } });
    sandbox.changeToken('fresh-token');
    expect(await station.ask('job.open', { groupingId })).toMatchObject({
      fault: { kind: 'unauthorized' },
    });
    valueOf(await station.ask('connection.token', { token: 'fresh-token' }));
    valueOf(await station.ask('job.open', { groupingId }));
    await station.until(groupingId, ({ pause }) => pause?.reason === 'token');
    valueOf(await station.ask('connection.token', { token: 'Bearer fresh-token' }));
    const settled = await station.until(groupingId, isSettled);
    expect(settled.shipments.map(({ label }) => tellState(label))).toEqual([
      'ready',
      'ready',
      'ready',
      'ready',
    ]);
    expect(tokens.get(new URL(baseUrl).origin)).toBe('fresh-token');
  });

  it('starts with a notice if the keychain cannot be read, and changes no setting that it cannot store', async () => {
    valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    await station.close();
    const locked = () => Promise.resolve(failed(fault('keychain')));
    station = await openWorkstation(home, tokens, {
      tokenStore: { ...memoryTokens(tokens), get: locked, set: locked, remove: locked },
    });
    expect(valueOf(await station.ask('app.info')).notices).toMatchObject([{ kind: 'keychain' }]);
    expect(valueOf(await station.ask('connection.get'))).toMatchObject({
      baseUrl: sandbox.baseUrl,
      hasToken: false,
    });
    expect(await station.ask('connection.forget')).toMatchObject({ fault: { kind: 'keychain' } });
    expect(await station.ask('connection.token', { token: sandbox.token })).toMatchObject({
      fault: { kind: 'keychain' },
    });
    expect(valueOf(await station.ask('connection.get')).baseUrl).toBe(sandbox.baseUrl);
  });

  it('starts with a notice if the journal is damaged', async () => {
    await station.close();
    await mkdir(station.dataDir, { recursive: true });
    await writeFile(join(station.dataDir, 'journal.db'), 'this is no database '.repeat(500));
    station = await openWorkstation(home, tokens);
    expect(valueOf(await station.ask('app.info'))).toMatchObject({
      version: '1.2.3-test',
      platform: 'linux',
      notices: [{ kind: 'journal-corrupt' }],
    });
  });
});

describe('training', () => {
  it('offers groupings and never mixes with real work', async () => {
    valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    valueOf(await station.ask('job.open', { groupingId: sandbox.firstGroupingId }));
    await station.until(sandbox.firstGroupingId, isSettled);
    const asked = sandbox.requests.length;

    const [first, second] = await Promise.all([
      station.ask('training.start'),
      station.ask('training.start'),
    ]);
    const info = valueOf(first);
    expect(second).toEqual(first);
    expect(info).toMatchObject({ training: true, hasToken: true });
    expect(info.trainingGroupings.length).toBeGreaterThanOrEqual(3);
    expect(info.baseUrl).not.toBe(sandbox.baseUrl);
    expect(valueOf(await station.ask('desk.list')).unfinished).toEqual([]);
    for (const groupingId of info.trainingGroupings) {
      valueOf(await station.ask('job.open', { groupingId }));
      await station.until(groupingId, isSettled);
    }
    expect(valueOf(await station.ask('desk.list')).unfinished).toHaveLength(
      info.trainingGroupings.length,
    );
    valueOf(await station.ask('connection.token', { token: 'typed-while-training' }));

    const back = valueOf(await station.ask('training.stop'));
    expect(back).toMatchObject({
      training: false,
      baseUrl: sandbox.baseUrl,
      trainingGroupings: [],
    });
    const list = valueOf(await station.ask('desk.list'));
    expect(list.unfinished.map(({ groupingId, shipments }) => [groupingId, shipments])).toEqual([
      [sandbox.firstGroupingId, 4],
    ]);
    expect(sandbox.requests.length).toBe(asked);
    expect([...tokens.values()]).toEqual([sandbox.token]);
    const { shipments } = valueOf(
      await station.ask('job.open', { groupingId: sandbox.firstGroupingId }),
    ).snapshot;
    for (const { shipment } of shipments) {
      const query = String(shipment.invoice!.number);
      expect(await readHistory(station, query)).toHaveLength(1);
    }
  });

  it('can be used on a blank machine, and is left by connecting', async () => {
    expect(valueOf(await station.ask('training.start')).training).toBe(true);
    expect(valueOf(await station.ask('training.start')).training).toBe(true);
    const info = valueOf(
      await station.ask('connection.save', { baseUrl: sandbox.baseUrl, token: sandbox.token }),
    );
    expect(info).toMatchObject({ training: false, baseUrl: sandbox.baseUrl });
    expect(valueOf(await station.ask('training.stop'))).toEqual(info);
    const { workspaceId, ...same } = info;
    const seen = new Set([workspaceId]);
    // Started, cancelled and started again in a moment: each answer matches its request.
    for (let round = 0; round < 2; round += 1) {
      const begun = valueOf(await station.ask('training.start'));
      expect(begun).toMatchObject({ training: true, signIn: null });
      expect(valueOf(await station.ask('connection.get'))).toEqual(begun);
      const ended = valueOf(await station.ask('training.stop'));
      expect(ended).toMatchObject(same);
      for (const one of [begun, ended]) seen.add(one.workspaceId);
    }
    // The window drops what it knows of groupings with each of them.
    expect(seen.size).toBe(5);
  });
});

describe('a proxy that asks', () => {
  it('gets its login from the window, and never returns it to the window or the diagnostics', async () => {
    await station.close();
    const login = { user: 'maria', password: 'proxy-password-1' };
    const logTail = () => Promise.resolve([`somebody quoted ${login.password}`]);
    station = await openWorkstation(home, tokens, { logTail });
    const { proxies } = station;
    expect(valueOf(await station.ask('proxy.get'))).toEqual({ address: null, given: false });
    await proxies.answer('proxy.test:3128', null);
    const given = await station.ask('proxy.give', { address: 'proxy.test:3128', ...login });
    expect(given).toEqual({ ok: true, value: { address: 'proxy.test:3128', given: true } });
    expect(await proxies.answer('proxy.test:3128', null)).toEqual(login);
    station.saveTo = join(home, 'diagnostics.json');
    valueOf(await station.ask('diagnostics.export'));
    const everything = await everythingBelow(home);
    expect(everything).toContain('somebody quoted');
    expect(everything).not.toContain(login.password);
    expect(valueOf(await station.ask('proxy.forget')).given).toBe(false);
    expect(await proxies.answer('proxy.test:3128', null)).toBeNull();
    expect(tokens.size).toBe(0);
  });
});
