import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskOptions } from '../../../src/main/desk/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import type { Clock } from '../../../src/main/os/clock.ts';
import type { PrintSystem } from '../../../src/main/printing/index.ts';
import type { ConnectionInfo } from '#shared/contract/connection.ts';
import { fail, ok } from '#shared/faults/faults.ts';
import { Visitor } from '../../support/visitor.ts';
import { startFaultySandbox } from '../../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../../support/faulty-erp/index.ts';
import { findFreePort } from '../../support/free-port.ts';
import {
  historyInput,
  isSettled,
  openWorkstation,
  printRequest,
  readHistory,
  valueOf,
} from '../support/harness.ts';
import type { Workstation } from '../support/harness.ts';
import { groupingIdOf } from '../../../src/training-erp/index.ts';

let home: string;
let tokens: Map<string, string>;
let station: Workstation;
/** The visitor of a page that the browser opens. */
let visit: (url: string) => Promise<unknown>;
let pages: string[];

const open = async (more: Partial<DeskOptions> = {}): Promise<Workstation> =>
  openWorkstation(home, tokens, {
    ...more,
    openSignInPage: async (url) => {
      pages.push(url);
      await visit(url);
    },
  });

async function signInAsTreino(url: string): Promise<void> {
  await new Visitor().open(url);
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'doca-sign-in-'));
  tokens = new Map();
  pages = [];
  visit = signInAsTreino;
  station = await open();
});
afterEach(async () => {
  await station.close();
  await rm(home, { recursive: true, force: true });
});

const info = async (): Promise<ConnectionInfo> => valueOf(await station.ask('connection.get'));

async function collect(groupingId: number): Promise<void> {
  valueOf(await station.ask('job.open', { groupingId }));
  await station.until(groupingId, isSettled);
}

describe('an ERP whose people sign in', () => {
  let erp: FaultySandbox;
  let groupingId: number;

  beforeEach(async () => {
    const redirectUrl = `http://127.0.0.1:${await findFreePort()}/doca`;
    erp = await startFaultySandbox({ shipments: 3, formats: ['pdf'], signIn: true });
    groupingId = erp.firstGroupingId;
    const { issuer, clientId } = erp.signIn ?? { issuer: '', clientId: '' };
    const change = { signInIssuer: issuer, signInClientId: clientId, signInRedirect: redirectUrl };
    valueOf(await station.ask('settings.change', { change }));
  });
  afterEach(() => erp.close());

  const signIn = (baseUrl: string | null = erp.baseUrl) =>
    station.ask('connection.signIn', { baseUrl, clientSecret: null });

  it('signs in, notes who did it, and signs out and in again', async () => {
    expect(await info()).toMatchObject({
      hasToken: false,
      signIn: { person: null, underWay: false },
    });
    valueOf(await signIn());
    await collect(groupingId);
    valueOf(
      await station.ask(
        'print.start',
        await printRequest(station, groupingId, 'all', { printer: 'PDF' }),
      ),
    );
    const printed = (await readHistory(station)).filter(({ kind }) => kind === 'printed');
    expect(printed.length).toBeGreaterThan(0);
    expect(new Set(printed.map(({ person }) => person))).toEqual(new Set(['Treino']));
    expect(valueOf(await station.ask('connection.signOut'))).toMatchObject({ hasToken: false });
    expect(await station.ask('job.open', { groupingId })).toMatchObject({
      ok: false,
      fault: { kind: 'signed-out' },
    });
    valueOf(await signIn(null));
    expect(await station.ask('job.open', { groupingId })).toMatchObject({ ok: true });
  });

  it('can be given up while the browser is open, and its page opened once more', async () => {
    visit = () => Promise.resolve();
    const entering = signIn();
    await expect.poll(() => pages.length).toBe(1);
    expect((await info()).signIn).toMatchObject({ underWay: true });
    valueOf(await station.ask('connection.reopenSignIn'));
    expect(pages).toHaveLength(2);
    expect(pages[1]).toBe(pages[0]);
    valueOf(await station.ask('connection.cancelSignIn'));
    expect(await entering).toMatchObject({ ok: false, fault: { kind: 'cancelled' } });
    expect((await info()).signIn).toMatchObject({ underWay: false, person: null });
  });

  it('is known at the next start, without a browser, and its tokens are nowhere but in the keychain', async () => {
    expect(valueOf(await signIn())).toMatchObject({ baseUrl: erp.baseUrl, hasToken: true });
    await collect(groupingId);
    await station.close();
    station = await open();
    expect(await info()).toMatchObject({ hasToken: true, signIn: { person: { name: 'Treino' } } });
    await collect(groupingId);
    expect(pages).toHaveLength(1);
    expect([...tokens.keys()]).toEqual([`session:${new URL(erp.baseUrl).origin}`]);
  });

  /** Sessions end after twenty minutes; `look` is the next check of the session. */
  async function openInSteps(more: Partial<DeskOptions> = {}) {
    await station.close();
    const steps: (() => void)[] = [];
    // Time stands still except where the test moves it on, from one check of the session to the
    // next.
    const time = { nowMs: Date.now() };
    const clock: Clock = {
      now: () => time.nowMs,
      awake: () => time.nowMs,
      sleep: (ms, signal) =>
        ms < 300_000 || ms > 600_000
          ? systemClock.sleep(ms, signal)
          : new Promise((resolve, reject) => {
              steps.push(resolve);
              signal?.addEventListener('abort', () => reject(signal.reason as Error));
            }),
    };
    const fetchNow: DeskOptions['fetch'] = async (url, init) => {
      const response = await fetch(url, init);
      if (!url.endsWith('/token') || !response.ok) return response;
      return Response.json({ ...((await response.json()) as object), refresh_expires_in: 1200 });
    };
    station = await open({ clock, fetch: fetchNow, ...more });
    const begunMs = time.nowMs;
    expect(valueOf(await signIn())).toMatchObject({ signIn: { endsAtMs: begunMs + 1_200_000 } });
    const look = async () => {
      for (const step of steps.splice(0)) step();
      return (await info()).signIn;
    };
    return { time, begunMs, look };
  }

  it('is kept while a print stands, which asks the ERP for nothing', async () => {
    const zebra = { name: 'Zebra', accepts: ['pdf'], kind: 'system', isDefault: false } as const;
    const state = { state: 'ready', conditions: [], reason: null } as const;
    const standing: PrintSystem = {
      list: () => Promise.resolve(ok([{ ...zebra, ...state }])),
      open: (name) => ({
        name,
        print: (_file, signal) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => resolve(fail('cancelled', { reached: 'no' })));
          }),
      }),
    };
    const { time, begunMs, look } = await openInSteps({ printSystem: standing });
    await collect(groupingId);
    const request = await printRequest(station, groupingId, 'all', { printer: 'Zebra' });
    const printing = station.ask('print.start', request);
    await station.until(groupingId, (job) => job.printing);
    time.nowMs += 600_000;
    await expect.poll(look).toMatchObject({ endsAtMs: begunMs + 1_800_000 });
    valueOf(await station.ask('job.cancel', { groupingId }));
    expect((await printing).ok).toBe(false);
  });

  it('is kept while the station is idle, reports its end, and is known to be over without a request', async () => {
    const { time, begunMs, look } = await openInSteps();
    const told = () => {
      const infos = station.events.filter(({ channel }) => channel === 'connection.changed');
      return (infos.at(-1)?.payload as ConnectionInfo | undefined)?.signIn?.endsAtMs;
    };
    time.nowMs += 600_000;
    await expect.poll(look).toMatchObject({ endsAtMs: begunMs + 1_800_000 });
    expect(told()).toBe(begunMs + 1_800_000);
    // A request refreshes it as well; its end is told with the next check.
    time.nowMs += 600_000;
    valueOf(await station.ask('job.open', { groupingId }));
    await expect
      .poll(async () => [(await look())?.endsAtMs, told()])
      .toEqual([begunMs + 2_400_000, begunMs + 2_400_000]);
    erp.signIn?.endSessions();
    time.nowMs += 600_000;
    await expect.poll(look).toMatchObject({ person: null });
    expect(pages).toHaveLength(1);
  });

  it('is over for who signs out, with the groupings that were open', async () => {
    valueOf(await signIn());
    await collect(groupingId);
    expect(valueOf(await station.ask('connection.signOut'))).toMatchObject({
      hasToken: false,
      signIn: { person: null },
    });
    expect(tokens.size).toBe(0);
    expect(await station.ask('job.cancel', { groupingId })).toMatchObject({ ok: false });
    expect(await station.ask('desk.list')).toMatchObject({
      ok: false,
      fault: { kind: 'signed-out' },
    });
    expect(await station.ask('history.search', historyInput())).toMatchObject({ ok: false });
  });

  it('lets work wait if a session ends in the middle, and go on after the next sign-in', async () => {
    valueOf(await signIn());
    await collect(groupingId);
    // The provider ends all sessions, as after a night or by its administrator.
    erp.signIn?.endSessions();
    const other = groupingIdOf(1);
    expect(await station.ask('job.open', { groupingId: other })).toMatchObject({
      ok: false,
      fault: { kind: 'signed-out' },
    });
    expect(await info()).toMatchObject({ hasToken: false, signIn: { person: null } });
    expect(valueOf(await signIn(null))).toMatchObject({ hasToken: true });
    await collect(other);
    // The grouping that was open before is the same one still.
    expect(await station.ask('job.cancel', { groupingId })).toMatchObject({ ok: true });
  });

  it('refuses another company while groupings are open, and leaves the user signed out', async () => {
    valueOf(await signIn());
    await collect(groupingId);
    erp.signIn?.endSessions();
    expect(await station.ask('job.open', { groupingId: groupingIdOf(1) })).toMatchObject({
      ok: false,
    });
    const change = (body: unknown): unknown => ({
      ...(body as object),
      cpfCnpj: '99.888.777/0001-66',
    });
    erp.inject({ on: 'info', fault: { type: 'mutate', change } });
    expect(await signIn(null)).toMatchObject({ ok: false, fault: { kind: 'other-company' } });
    expect(await info()).toMatchObject({ hasToken: false, signIn: { person: null } });
    expect(tokens.size).toBe(0);
  });

  it('takes a pasted token in its place, unless IT wants people to sign in', async () => {
    valueOf(await signIn());
    const pasted = { baseUrl: erp.baseUrl, token: erp.token };
    expect(valueOf(await station.ask('connection.save', pasted))).toMatchObject({
      hasToken: true,
      signIn: null,
    });
    expect([...tokens.keys()]).toEqual([new URL(erp.baseUrl).origin]);
    valueOf(await signIn());
    expect([...tokens.keys()]).toEqual([`session:${new URL(erp.baseUrl).origin}`]);
    valueOf(await station.ask('settings.change', { change: { pasteTokens: false } }));
    expect(await station.ask('connection.save', pasted)).toMatchObject({
      ok: false,
      fault: { kind: 'invalid-input' },
    });
    expect(await station.ask('connection.token', { token: erp.token })).toMatchObject({
      ok: false,
    });
    expect(await info()).toMatchObject({ signIn: { person: { name: 'Treino' } } });
  });

  it('goes on with the session that another program of this workstation began', async () => {
    valueOf(await signIn());
    const kept = new Map(tokens);
    valueOf(await station.ask('connection.signOut'));
    // Signed out at the provider as well, so another sign-in it is.
    for (const [name] of kept) tokens.delete(name);
    await station.close();
    station = await open();
    expect(await info()).toMatchObject({ hasToken: false });
    const other = await openWorkstation(join(home, 'other'), tokens, {
      openSignInPage: signInAsTreino,
    });
    try {
      const { issuer, clientId } = erp.signIn ?? { issuer: '', clientId: '' };
      const signInRedirect = `http://127.0.0.1:${await findFreePort()}/doca`;
      const change = { signInIssuer: issuer, signInClientId: clientId, signInRedirect };
      valueOf(await other.ask('settings.change', { change }));
      valueOf(await other.ask('connection.signIn', { baseUrl: erp.baseUrl, clientSecret: null }));
    } finally {
      await other.close();
    }
    const before = pages.length;
    expect(valueOf(await signIn(null))).toMatchObject({ hasToken: true });
    expect(pages).toHaveLength(before);
  });

  it('opens the browser immediately if the ERP accepts no token of the present session', async () => {
    valueOf(await signIn());
    const refuse = erp.inject({ on: 'agrupamento', fault: { type: 'status', status: 401 } });
    expect(await station.ask('job.open', { groupingId })).toMatchObject({
      ok: false,
      fault: { kind: 'unauthorized' },
    });
    refuse();
    const before = pages.length;
    expect(valueOf(await signIn(null))).toMatchObject({ hasToken: true });
    expect(pages).toHaveLength(before + 1);
    await collect(groupingId);
  });
});
