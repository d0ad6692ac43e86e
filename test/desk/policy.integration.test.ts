import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPolicy } from '../../src/main/policy/index.ts';
import type { PolicyReading } from '../../src/main/policy/index.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { openWorkstation, valueOf } from './support/harness.ts';
import type { Workstation } from './support/harness.ts';

let home = '';
let erp: FaultySandbox;
let station: Workstation;
const tokens = new Map<string, string>();
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doca-managed-'));
  erp = await startFaultySandbox({ shipments: 2 });
  tokens.clear();
});
afterEach(async () => {
  await station.close();
  await erp.close();
  await rm(home, { recursive: true, force: true });
});

async function read(content: unknown): Promise<PolicyReading> {
  const path = join(home, 'policy.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o644,
  });
  return loadPolicy({ platform: 'linux', env: {}, path });
}
const open = async (content: unknown): Promise<void> => {
  station = await openWorkstation(home, tokens, { policy: await read(content) });
};

describe('a managed desk', () => {
  it('has the address without typing, and keeps it when the token is forgotten', async () => {
    await open({ erpAddress: erp.baseUrl });
    const fresh = { baseUrl: erp.baseUrl, hasToken: false };
    expect(valueOf(await station.ask('connection.get'))).toMatchObject(fresh);
    // Only the address is set: a token completes it.
    expect(valueOf(await station.ask('connection.token', { token: erp.token }))).toMatchObject({
      hasToken: true,
    });
    expect(
      valueOf(await station.ask('job.open', { groupingId: erp.firstGroupingId })).snapshot
        .shipments,
    ).toHaveLength(2);
    expect(valueOf(await station.ask('connection.forget'))).toMatchObject(fresh);
    expect(tokens.size).toBe(0);
    expect(
      station.events.findLast(({ channel }) => channel === 'connection.changed')?.payload,
    ).toMatchObject(fresh);
    expect(
      valueOf(
        await station.ask('connection.save', { baseUrl: ` ${erp.baseUrl} `, token: erp.token }),
      ),
    ).toMatchObject({
      hasToken: true,
    });
  });

  it('has its own address again when the policy is removed', async () => {
    const own = await startFaultySandbox();
    try {
      await open({});
      valueOf(await station.ask('connection.save', { baseUrl: own.baseUrl, token: own.token }));
      await station.close();
      await open({ erpAddress: erp.baseUrl });
      expect(valueOf(await station.ask('connection.get'))).toMatchObject({
        baseUrl: erp.baseUrl,
        hasToken: false,
      });
      valueOf(await station.ask('connection.save', { baseUrl: erp.baseUrl, token: erp.token }));
      await station.close();
      await open({});
      expect(valueOf(await station.ask('connection.get'))).toMatchObject({
        baseUrl: own.baseUrl,
        hasToken: true,
      });
    } finally {
      await own.close();
    }
  });

  it('neither stores nor sends a token for another address', async () => {
    await open({ erpAddress: erp.baseUrl });
    const other = await startFaultySandbox();
    try {
      for (const channel of ['connection.test', 'connection.save'] as const) {
        expect(
          await station.ask(channel, { baseUrl: other.baseUrl, token: other.token }),
        ).toMatchObject({
          fault: { kind: 'invalid-input', detail: 'decided by policy: erpAddress' },
        });
      }
      expect([tokens.size, other.requests.length]).toEqual([0, 0]);
    } finally {
      await other.close();
    }
  });

  it('shows the decisions, changes the rest, and includes them in the diagnostics', async () => {
    await open({ retentionDays: 7, updates: 'off' });
    expect(valueOf(await station.ask('app.info'))).toMatchObject({
      locked: ['updates', 'retentionDays'],
      erpAddress: null,
      notices: [],
    });
    expect(
      await station.ask('settings.change', { change: { retentionDays: 300, copies: 4 } }),
    ).toMatchObject({
      fault: { kind: 'invalid-input', detail: 'decided by policy: retentionDays' },
    });
    expect(station.events.filter(({ channel }) => channel === 'settings.changed')).toEqual([]);
    const changed = valueOf(
      await station.ask('settings.change', { change: { copies: 4, retentionDays: 7 } }),
    );
    expect(changed).toMatchObject({ copies: 4, retentionDays: 7 });
    expect(station.events).toContainEqual({ channel: 'settings.changed', payload: changed });
    station.saveTo = join(home, 'diagnostics.json');
    valueOf(await station.ask('diagnostics.export'));
    expect(JSON.parse(await readFile(station.saveTo, 'utf8'))).toMatchObject({
      settings: { copies: 4, retentionDays: 7 },
      decidedByPolicy: ['updates', 'retentionDays'],
    });
  });

  it('opens with a notice that names the error, and never a value', async () => {
    await open({ retentionDays: 'a-secret', tocken: 'another-secret' });
    const { notices, locked } = valueOf(await station.ask('app.info'));
    expect(notices).toMatchObject([
      { kind: 'policy-broken', detail: 'retentionDays: bad-value, tocken: unknown-key' },
    ]);
    expect([locked, JSON.stringify(notices)]).toEqual([[], expect.not.stringContaining('secret')]);
    await station.close();
    await open('{');
    expect(valueOf(await station.ask('app.info'))).toMatchObject({
      notices: [{ kind: 'policy-broken', detail: 'file: no-json' }],
      locked: ['updates'],
    });
  });
});
