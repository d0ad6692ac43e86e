import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore, type TokenStore } from '../../src/main/credentials/index.ts';
import { noPolicy } from '../../src/main/policy/index.ts';
import { runDoctor, type DoctorReport } from '../../src/main/doctor/command.ts';
import type { DoctorOptions, Finding } from '../../src/main/doctor/types.ts';
import { words } from '../../src/main/doctor/words.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { findFreePort } from '../support/free-port.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import type { FaultySandbox } from '../support/faulty-erp/index.ts';
import { defaultSettings } from '#shared/contract/settings.ts';
import { failed, fault, ok } from '#shared/faults/faults.ts';
import { pickLanguage } from '#shared/faults/languages.ts';

let sandbox: FaultySandbox;
let folder = '';
beforeAll(async () => {
  sandbox = await startFaultySandbox({ shipments: 2, signIn: true });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const storeWith = (token: string | null, kind: TokenStore['kind'] = 'keychain'): TokenStore => ({
  kind,
  get: () => Promise.resolve(ok(token)),
  set: () => Promise.resolve(ok()),
  remove: () => Promise.resolve(ok()),
});

/** The settings of a sign-in, and the keychain. */
function signInWith(
  settings: Partial<DoctorOptions['settings']>,
  tokenStore = createMemoryStore(),
): Pick<DoctorOptions, 'settings' | 'tokenStore'> {
  const signInRedirect = 'http://127.0.0.1:9/doca';
  return {
    settings: { ...defaultSettings, signInRedirect, ...settings },
    tokenStore: { ...tokenStore, kind: 'keychain' },
  };
}

/** A keychain with a session of this ERP, whose tokens came so long ago. */
async function keepSession(agoMs = 0): Promise<TokenStore> {
  const store = createMemoryStore();
  const { issuer, clientId } = sandbox.signIn!;
  const session = {
    ...{ id: 'one', issuer, clientId, person: { subject: 'treino', name: 'Treino' }, refreshes: 0 },
    ...{
      accessToken: sandbox.token,
      refreshToken: 'r',
      receivedAtMs: Date.now() - agoMs,
      lifetimeMs: 60_000,
      refreshLifetimeMs: null,
      endsAtMs: null,
    },
  };
  await store.set(`session:${new URL(sandbox.baseUrl).origin}`, JSON.stringify(session));
  return store;
}

function examine(change: Partial<DoctorOptions> = {}): Promise<DoctorReport> {
  return runDoctor({
    baseUrl: sandbox.baseUrl,
    ...signInWith({}),
    tokenStore: storeWith(sandbox.token),
    stationDir: join(folder, 'station'),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    listPrinters: () => Promise.resolve(ok([{ name: 'Zebra' }, { name: 'Office' }])),
    dataDir: join(folder, 'data'),
    freeBytes: () => Promise.resolve(50 * 1024 ** 3),
    env: {},
    policy: { policy: noPolicy, problems: [] },
    labelHosts: [],
    groupingId: sandbox.firstGroupingId,
    language: 'en',
    ...change,
  });
}

const codesOf = ({ findings }: DoctorReport): readonly string[] => findings.map(({ code }) => code);

describe('a sound workstation', () => {
  it('is reported as such, check by check', async () => {
    const report = await examine();
    expect(codesOf(report)).toEqual([
      'keychain-works',
      'printers-found',
      'disk-roomy',
      'crashes-none',
      'proxy-none',
      'policy-none',
      'floor-none',
      'sign-in-none',
      'erp-answers',
      'clock-right',
      'token-good',
      'label-host-answers',
    ]);
    expect(report.exitCode).toBe(0);
    expect(report.text).toContain('✓ Printers: 2 (Zebra, Office).');
    expect(report.text).toContain(`(${sandbox.labelOrigin})`);
  });

  it('is left as it was', async () => {
    await examine();
    expect(readdirSync(join(folder, 'data'))).toEqual([]);
  });

  it('hears it in Portuguese', async () => {
    expect((await examine({ language: 'pt-BR' })).text).toContain('✓ O ERP aceita o token.');
  });
});

describe('with sign-in', () => {
  it('finds the provider, the address to come back to and the session, and tries its token', async () => {
    const { issuer, clientId } = sandbox.signIn!;
    const signInRedirect = `http://127.0.0.1:${await findFreePort()}/doca`;
    const settings = { signInIssuer: issuer, signInClientId: clientId, signInRedirect };
    const report = await examine(signInWith(settings, await keepSession()));
    expect(codesOf(report).slice(7)).toEqual([
      'sign-in-answers',
      'sign-in-port-free',
      'erp-answers',
      'clock-right',
      'session-kept',
      'token-good',
      'label-host-answers',
    ]);
    expect(report.exitCode).toBe(0);
    expect(report.text).toContain(`(${issuer})`);
  });

  it('names the obstacle to a sign-in', async () => {
    const taken = `http://127.0.0.1:${new URL(sandbox.baseUrl).port}/doca`;
    const none = signInWith({
      signInIssuer: new URL(sandbox.baseUrl).origin,
      signInRedirect: taken,
    });
    const report = await examine({ ...none, tokenStore: storeWith(null) });
    expect(codesOf(report)).toEqual(
      expect.arrayContaining([
        'sign-in-unusable',
        'sign-in-no-client',
        'sign-in-port-taken',
        'session-none',
      ]),
    );
    expect(report.exitCode).toBe(1);
    const away = await examine(signInWith({ signInIssuer: 'http://127.0.0.1:9' }));
    expect(codesOf(away)).toContain('sign-in-unreachable');
  });

  it('reports that no user is signed in, if a pasted token suffices for now', async () => {
    const { issuer, clientId } = sandbox.signIn!;
    const signInRedirect = `http://127.0.0.1:${await findFreePort()}/doca`;
    const settings = signInWith({ signInIssuer: issuer, signInClientId: clientId, signInRedirect });
    const report = await examine({ ...settings, tokenStore: storeWith(sandbox.token) });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'session-none', level: 'warn' }),
    );
    expect(codesOf(report)).toContain('token-good');
    expect(report.exitCode).toBe(0);
  });

  it('reports that a session is over', async () => {
    const settings = { signInIssuer: sandbox.signIn!.issuer, signInClientId: 'x' };
    const report = await examine(signInWith(settings, await keepSession(3_600_000)));
    expect(codesOf(report).at(-1)).toBe('signed-out');
    expect(report.exitCode).toBe(1);
  });
});

/** As Crashpad lays them out on macOS; Windows has them in `reports`. */
function makeDump(): string {
  const dataDir = join(folder, 'crashed');
  mkdirSync(join(dataDir, 'crashes/completed'), { recursive: true });
  writeFileSync(join(dataDir, 'crashes/completed/2f.dmp'), 'MDMP');
  return dataDir;
}

describe('problems are named, with their remedies', () => {
  const cases: readonly (readonly [
    code: Finding['code'],
    exitCode: 0 | 1,
    change: () => Partial<DoctorOptions>,
  ])[] = [
    ['keychain-unusable', 1, () => ({ tokenStore: storeWith(sandbox.token, 'memory') })],
    ['printers-none', 0, () => ({ listPrinters: () => Promise.resolve(ok([])) })],
    [
      'printers-unknown',
      1,
      () => ({
        listPrinters: () =>
          Promise.resolve(failed(fault('printer-unavailable', { reached: 'no' }))),
      }),
    ],
    ['crashes-found', 0, () => ({ dataDir: makeDump() })],
    ['disk-tight', 0, () => ({ freeBytes: () => Promise.resolve(1024 ** 3) })],
    ['disk-tight', 1, () => ({ freeBytes: () => Promise.resolve(1024 ** 2) })],
    ['proxy-set', 0, () => ({ env: { HTTPS_PROXY: 'http://packer:password@proxy:3128' } })],
    ['proxy-malformed', 1, () => ({ env: { https_proxy: 'proxy:3128' } })],
    ['erp-no-address', 1, () => ({ baseUrl: null })],
    ['address-not-https', 1, () => ({ baseUrl: 'http://erp.example' })],
    ['no-token', 1, () => ({ tokenStore: storeWith(null) })],
    ['unauthorized', 1, () => ({ token: 'wrong' })],
    ['forbidden', 1, () => ({ token: sandbox.powerlessToken })],
    ['label-host-unreachable', 1, () => ({ labelHosts: ['http://127.0.0.1:9'] })],
    ['clock-off', 1, () => ({ clock: { ...systemClock, now: () => Date.now() + 3_600_000 } })],
    ['clock-off', 0, () => ({ clock: { ...systemClock, now: () => Date.now() - 120_000 } })],
  ];
  it.each(cases)('%s (exit code %i)', async (code, exitCode, change) => {
    const report = await examine(change());
    expect(codesOf(report)).toContain(code);
    expect(report.exitCode).toBe(exitCode);
    expect(report.text).toContain('    → ');
  });

  it.each([403, 404])('no token whose owner the ERP does not name: %i', async (status) => {
    const report = await examine({
      fetch: (url, init) =>
        url.endsWith('/info') ? Promise.resolve(new Response('', { status })) : fetch(url, init),
    });
    expect(codesOf(report)).toContain('token-good');
  });

  it('why an address of the ERP cannot be one', async () => {
    const { text } = await examine({ baseUrl: 'http://erp.example' });
    expect(text).toContain('✗ The address must begin with https://');
  });

  it('an unreachable ERP', async () => {
    const report = await examine({ baseUrl: 'http://127.0.0.1:9/public-api/v3' });
    expect(codesOf(report).at(-1)).toBe('erp-unreachable');
    expect(report.exitCode).toBe(1);
  });

  it('a folder that cannot be written', async () => {
    writeFileSync(join(folder, 'data'), 'a file stands in its place');
    expect(codesOf(await examine())).toContain('disk-unwritable');
  });

  it('a broken policy', async () => {
    const policy = {
      policy: noPolicy,
      problems: [{ source: 'file' as const, key: 'retentionDays', reason: 'bad-value' as const }],
    };
    const report = await examine({ policy });
    expect(report.text).toContain('(retentionDays: bad-value)');
    expect(report.exitCode).toBe(1);
  });

  it('an unknown label host is skipped, not failed', async () => {
    const report = await examine({ groupingId: 999_999 });
    expect(codesOf(report)).toContain('label-host-unknown');
    expect(report.exitCode).toBe(0);
  });

  it('an ERP without a clock, and a slow one', async () => {
    const server = createServer((_request, response) => {
      response.sendDate = false;
      response.statusCode = 401;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let awakeMs = 0;
    const report = await examine({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clock: { ...systemClock, awake: () => (awakeMs += 5_000) },
      tokenStore: storeWith(null),
    });
    server.close();
    expect(codesOf(report)).toEqual(expect.arrayContaining(['clock-unknown', 'erp-slow']));
  });
});

describe('forbidden text', () => {
  it('the token and the password of the proxy', async () => {
    const report = await examine({ env: { HTTPS_PROXY: 'http://packer:password@proxy:3128' } });
    const everything = report.text + JSON.stringify(report.findings);
    expect(everything).not.toContain('password');
    expect(everything).not.toContain(sandbox.token);
  });
});

describe('the words', () => {
  it('have the same values in both languages', () => {
    const values = (text: string): readonly string[] =>
      [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const text of Object.values(words))
      expect(values(pickLanguage(text, 'pt-BR'))).toEqual(values(pickLanguage(text, 'en')));
  });
  it('leave no value open', async () => {
    expect((await examine()).text).not.toMatch(/\?|\{/);
  });
});
