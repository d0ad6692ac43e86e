import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Summary } from '../../src/main/command-line/output/summary.ts';
import type { Terminal } from '../../src/main/command-line/index.ts';
import {
  createMemoryStore,
  readFloorPassword,
  type TokenStore,
} from '../../src/main/credentials/index.ts';
import { findFreePort } from '../support/free-port.ts';
import { ok } from '#shared/faults/faults.ts';
import { Visitor } from '../support/visitor.ts';
import { runCliWith, type CliRun } from '../support/cli.ts';
import { startFaultySandbox, type FaultySandbox } from '../support/faulty-erp/index.ts';
import { clientSecret } from '../support/openid-provider.ts';

let dir: string;
let sandbox: FaultySandbox;
/** A keychain of this test's own. */
let store: TokenStore;
let redirect: string;
const opened: string[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'doca-sign-in-'));
  store = { ...createMemoryStore(), kind: 'keychain' };
  redirect = `http://127.0.0.1:${await findFreePort()}/doca`;
  opened.length = 0;
});
afterEach(async () => {
  await sandbox.close();
  await rm(dir, { recursive: true });
});

async function start(signIn: true | 'with-secret' = true): Promise<void> {
  sandbox = await startFaultySandbox({ shipments: 2, formats: ['pdf'], signIn });
}

/** A browser in which treino signs in, and which follows sign-out links. */
async function browse(url: string): Promise<void> {
  opened.push(url);
  await new Visitor().open(url);
}

const run = (
  args: readonly string[],
  {
    own = {},
    env = {},
    input = '',
  }: { own?: Partial<Terminal>; env?: Record<string, string>; input?: string } = {},
): Promise<CliRun> =>
  runCliWith(
    { openTokenStore: () => Promise.resolve(store), openBrowser: browse, ...own },
    { HOME: dir, ...env },
    args,
    input,
  );

const place = (): readonly string[] => [
  ...['--base-url', sandbox.baseUrl, '--issuer', sandbox.signIn!.issuer],
  ...['--client-id', sandbox.signIn!.clientId, '--redirect', redirect],
];
const erp = (): readonly string[] => ['--base-url', sandbox.baseUrl];
const dispatch = (...args: readonly string[]): Promise<CliRun> =>
  run([
    ...['dispatch', String(sandbox.firstGroupingId), ...erp(), '--json'],
    ...['--data', join(dir, 'data'), '--out', join(dir, 'out'), ...args],
  ]);
const readJson = ({ stdout }: CliRun) =>
  JSON.parse(stdout.trim().split('\n').at(-1)!) as Partial<Summary> & {
    readonly signedIn?: Record<string, unknown> | null;
    readonly fault: { readonly kind: string; readonly detail: string | null } | null;
  };

/** Reads the session from the keychain. */
async function readKept(): Promise<Record<string, unknown>> {
  const kept = await store.get(`session:${new URL(sandbox.baseUrl).origin}`);
  return JSON.parse((kept.ok ? kept.value : null)!) as Record<string, unknown>;
}
async function changeKept(change: Record<string, unknown>): Promise<void> {
  const text = JSON.stringify({ ...(await readKept()), ...change });
  await store.set(`session:${new URL(sandbox.baseUrl).origin}`, text);
}

describe('a session on the command line', () => {
  it('begins with login, is known to whoami, used by dispatch under its name, and ends with logout', async () => {
    await start();
    const login = await run(['login', ...place(), '--json']);
    expect(login.code, login.stderr).toBe(0);
    expect(login.stderr).toContain(opened[0]);
    expect(login.stdout).toContain('Treino is signed in');
    const who = {
      name: 'Treino',
      subject: 'treino',
      issuer: sandbox.signIn!.issuer,
      erp: new URL(sandbox.baseUrl).origin,
    };
    expect(readJson(login).signedIn).toMatchObject(who);

    const told = await run(['whoami', ...erp(), '--json']);
    expect(told.code).toBe(0);
    expect(readJson(told).signedIn).toMatchObject(who);
    const until = Date.parse(String(readJson(told).signedIn?.['tokenUntil']));
    expect(until).toBeGreaterThan(Date.now() + 3.9 * 3_600_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 4 * 3_600_000);

    const done = await dispatch();
    expect(done.code, done.stderr).toBe(0);
    expect(readJson(done)).toMatchObject({ labels: 2, concluded: true });
    expect(
      sandbox.requests.every(({ authorization }) => authorization !== `Bearer ${sandbox.token}`),
    ).toBe(true);
    expect(readPeople()).toEqual(['Treino']);

    const logout = await run(['logout', ...erp()]);
    expect(logout).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('the page to sign out') as string,
    });
    expect(opened).toHaveLength(2);
    const nobody = await run(['whoami', ...erp(), '--json']);
    expect(nobody.code).toBe(3);
    expect(readJson(nobody).signedIn).toBeNull();
    expect(nobody.stdout).toContain('Nobody is signed in');
    expect((await dispatch()).code).toBe(3);
    expect((await run(['logout', ...erp()])).code).toBe(0);
    for (const { stdout, stderr } of [login, told, done, logout]) {
      expect(stdout + stderr).not.toMatch(/access_token|refresh_token|Bearer/);
    }
  });

  /** Returns the names recorded for each action. */
  function readPeople(): readonly unknown[] {
    const journal = new DatabaseSync(join(dir, 'data', 'journal.db'), { readOnly: true });
    const rows = journal.prepare('SELECT DISTINCT person FROM events').all();
    journal.close();
    return rows.map(({ person }) => person);
  }

  it('goes on with another token if the ERP refuses its token, in every phase, and concludes once', async () => {
    await start();
    await run(['login', ...place()]);
    for (const on of ['info', 'agrupamento', 'etiquetas', 'concluir'] as const) {
      sandbox.inject({ on, times: 1, fault: { type: 'status', status: 401 } });
    }
    const { code, stderr } = await dispatch();
    expect(code, stderr).toBe(0);
    expect(sandbox.conclusions(sandbox.firstGroupingId)).toBe(1);
    expect((await readKept())['refreshes']).toBe(4);
  });

  it('takes an ERP that refuses all of its tokens at its word', async () => {
    await start();
    await run(['login', ...place()]);
    sandbox.inject({ on: 'info', fault: { type: 'status', status: 401 } });
    const { code } = await dispatch();
    expect(code).toBe(3);
    expect((await readKept())['refreshes']).toBe(1);
  });

  it('reports that it is over, with the remedy, if the provider ended it', async () => {
    await start();
    await run(['login', ...place()]);
    await changeKept({ accessToken: 'ended', refreshToken: 'ended' });
    const { code, stderr, stdout } = await dispatch();
    expect(code).toBe(3);
    expect(stderr).toContain('You are no longer signed in to the ERP. Sign in again');
    expect(readJson({ code, stderr, stdout, output: '' }).fault).toMatchObject({
      kind: 'signed-out',
    });
  });

  it('begins without a browser of its own', async () => {
    await start();
    const byHand: Partial<Terminal> = {
      openBrowser: () => Promise.reject(new Error('not asked for')),
      err(text) {
        const [url] = /http:\S+/.exec(text) ?? [];
        if (url !== undefined) void new Visitor().open(url);
      },
    };
    expect((await run(['login', ...place(), '--no-browser'], { own: byHand })).code).toBe(0);
    await run(['logout', ...erp(), '--no-browser']);
    expect(opened).toEqual([]);
  });

  it('begins at IT’s provider, and nowhere else', async () => {
    await start();
    const { issuer, clientId } = sandbox.signIn!;
    const env = {
      DOCA_ERP_ADDRESS: sandbox.baseUrl,
      DOCA_SIGN_IN_ISSUER: issuer,
      DOCA_SIGN_IN_CLIENT_ID: clientId,
      DOCA_SIGN_IN_REDIRECT: redirect,
    };
    expect((await run(['login'], { env })).code).toBe(0);
    expect((await run(['whoami'], { env })).code).toBe(0);
    for (const other of [
      ['--issuer', 'https://evil.example'],
      ['--base-url', 'https://evil.example/v3'],
      ['--client-id', 'other'],
    ]) {
      const { code, stderr } = await run(['login', ...other], { env });
      expect(code).toBe(2);
      expect(stderr).toContain(`${other[0]!}: decided by policy`);
    }
    expect(opened).toHaveLength(1);
  });

  it('names the missing settings, and does not begin if the session cannot be stored', async () => {
    await start();
    for (const [args, missing] of [
      [[], '--base-url'],
      [erp(), '--issuer'],
      [['--base-url', 'https://api.tiny.com.br/public-api/v3'], '--client-id'],
    ] as const) {
      const { code, stderr } = await run(['login', ...args]);
      expect(code).toBe(2);
      expect(stderr).toContain(missing);
    }
    const forgetful: Partial<Terminal> = {
      openTokenStore: () => Promise.resolve(createMemoryStore()),
    };
    expect((await run(['login', ...place()], { own: forgetful })).code).toBe(3);
    expect(opened).toEqual([]);
  });
});

describe('the secret of the program', () => {
  it('comes from standard input, opens the way in, and is deleted on request', async () => {
    await start('with-secret');
    const program = ['--issuer', sandbox.signIn!.issuer, '--client-id', sandbox.signIn!.clientId];
    expect((await run(['login', ...place()])).code).not.toBe(0);
    const kept = await run(['set-secret', ...program], { input: `${clientSecret}\nnot this\n` });
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).not.toContain(clientSecret);
    const login = await run(['login', ...place()]);
    expect(login.code, login.stderr).toBe(0);
    expect((await run(['set-secret', ...program, '--remove'])).code).toBe(0);
    expect((await run(['login', ...place()])).code).not.toBe(0);
  });

  it('is no argument, is there, and has its place', async () => {
    await start();
    const program = ['--issuer', 'https://accounts.example', '--client-id', 'doca'];
    expect(await run(['set-secret', ...program, 'segredo'], { input: 'x' })).toMatchObject({
      code: 2,
    });
    expect(await run(['set-secret', ...program, '--secret=segredo'], { input: 'x' })).toMatchObject(
      { code: 2 },
    );
    expect((await run(['set-secret', ...program])).stderr).toContain('no secret in standard input');
    // The help, which follows, names the option too.
    expect((await run(['set-secret'], { input: 'x' })).stderr).toContain('--issuer is missing');
    const env = { DOCA_SIGN_IN_ISSUER: 'https://accounts.example', DOCA_SIGN_IN_CLIENT_ID: 'doca' };
    expect(await run(['set-secret'], { env, input: 'x' })).toMatchObject({ code: 0 });
    const forgetful: Partial<Terminal> = {
      openTokenStore: () => Promise.resolve(createMemoryStore()),
    };
    expect((await run(['set-secret', ...program], { own: forgetful, input: 'x' })).code).toBe(3);
  });

  it("is, with --floor, the password of the server that stations share, kept under that server's address", async () => {
    await start();
    const address = 'postgres://doca@doca-db.company.example:5432/doca';
    const env = { DOCA_FLOOR_ADDRESS: address };
    const kept = await run(['set-secret', '--floor'], { env, input: 'senha do banco\nnot this\n' });
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).not.toContain('senha');
    expect(await readFloorPassword(store, address)).toEqual(ok('senha do banco'));
    expect(await readFloorPassword(store, address.replace('company', 'other'))).toEqual(ok(null));
    expect(await run(['set-secret', '--floor', '--remove'], { env })).toMatchObject({ code: 0 });
    expect(await readFloorPassword(store, address)).toEqual(ok(null));
    expect((await run(['set-secret', '--floor'], { input: 'x' })).stderr).toContain(
      '[invalid-input: --floor]',
    );
    expect(
      (await run(['set-secret', '--floor', '--issuer', 'https://a.example'], { env, input: 'x' }))
        .code,
    ).toBe(2);
  });
});
