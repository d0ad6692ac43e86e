import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyPolicy, loadPolicy, manageSettings, choosePolicyPath } from '../../src/main/policy/index.ts';
import type { Policy, PolicyReading } from '../../src/main/policy/index.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { openSettings } from '../../src/main/settings/index.ts';
import type { SettingsStore } from '../../src/main/settings/index.ts';
import { defaultSettings } from '../../src/shared/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(file: unknown, env: Readonly<Record<string, string>> = {}): Promise<PolicyReading> {
  const path = join(folder, 'policy.json');
  if (file !== undefined) writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file), { mode: 0o644 });
  return loadPolicy({ platform: 'linux', env, path });
}

const whole = {
  erpAddress: 'https://erp.example/public-api/v3',
  updates: 'http://updates.warehouse.example/doca',
  language: 'en',
  printer: 'Zebra doca 3',
  retentionDays: 7,
};

describe('the policy file', () => {
  it('lies where administrators keep such files', () => {
    expect(choosePolicyPath('win32', { PROGRAMDATA: 'D:\\Data' })).toBe('D:\\Data\\Doca\\policy.json');
    expect(choosePolicyPath('win32', {})).toBe('C:\\ProgramData\\Doca\\policy.json');
    expect(choosePolicyPath('darwin', {})).toBe('/Library/Application Support/Doca/policy.json');
    expect(choosePolicyPath('linux', {})).toBe('/etc/doca/policy.json');
  });

  it('gives every decision', async () => {
    expect(await load({ comment: 'bench 3', ...whole })).toEqual({
      policy: {
        erpAddress: whole.erpAddress,
        updates: { kind: 'feed', url: whole.updates },
        settings: { language: 'en', printer: 'Zebra doca 3', retentionDays: 7 },
      },
      problems: [],
    });
    expect((await load({ updates: 'off' })).policy.updates).toEqual({ kind: 'off' });
  });

  it('may begin with a byte order mark', async () => {
    expect((await load(`\uFEFF${JSON.stringify({ language: 'en' })}`)).policy.settings.language).toBe('en');
  });

  it('is nothing when it is not there', async () => {
    expect(await load(undefined)).toEqual({ policy: { erpAddress: null, updates: null, settings: {} }, problems: [] });
  });

  it.each(['', '{', '[]', '"text"', 'null'])('is reported when it holds %j, and updates stay off', async (text) => {
    const { policy, problems } = await load(text);
    expect(problems).toEqual([{ source: 'file', key: null, reason: 'no-json' }]);
    expect(policy).toEqual({ erpAddress: null, updates: { kind: 'off' }, settings: {} });
  });

  it('does not count when anybody can write it', async () => {
    writeFileSync(join(folder, 'policy.json'), JSON.stringify(whole));
    chmodSync(join(folder, 'policy.json'), 0o666);
    const { policy, problems } = await loadPolicy({ platform: 'linux', env: {}, path: join(folder, 'policy.json') });
    expect(problems).toEqual([{ source: 'file', key: null, reason: 'writable-by-others' }]);
    expect(policy.erpAddress).toBeNull();
  });

  it.each([
    ['erpAddress', 'http://erp.example'],
    ['erpAddress', 'https://user:password@erp.example'],
    ['erpAddress', 'https://erp.example/?token=1'],
    ['erpAddress', 'erp.example'],
    ['erpAddress', 7],
    ['updates', 'on'],
    ['updates', true],
    ['updates', 'file:///updates'],
    ['retentionDays', 0],
    ['retentionDays', '7'],
    ['language', 'fr'],
  ])('reports %s = %j and lets the rest count', async (key, value) => {
    const { policy, problems } = await load({ printer: 'Zebra', [key]: value });
    expect(problems).toEqual([{ source: 'file', key, reason: 'bad-value' }]);
    expect(policy).toEqual({ erpAddress: null, updates: null, settings: { printer: 'Zebra' } });
  });

  it('reports a key that it does not know, the token first of all', async () => {
    const { problems } = await load({ token: 'secret', langauge: 'en' });
    expect(problems).toEqual([
      { source: 'file', key: 'token', reason: 'unknown-key' },
      { source: 'file', key: 'langauge', reason: 'unknown-key' },
    ]);
  });

  it('never throws, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { policy } = await load(text);
        expect(applyPolicy(defaultSettings, policy).settings).toMatchObject({ theme: expect.any(String) as string });
      }),
      { numRuns: 60 },
    );
  });
});

describe('the environment', () => {
  it('says the same, value by value', async () => {
    const { policy, problems } = await load(undefined, {
      DOCA_ERP_ADDRESS: whole.erpAddress,
      DOCA_UPDATES: 'off',
      DOCA_LANGUAGE: 'en',
      DOCA_PRINTER: '4711',
      DOCA_RETENTION_DAYS: '7',
      DOCA_SOUNDS: 'false',
      DOCA_THEME: '',
    });
    expect(problems).toEqual([]);
    expect(policy).toEqual({
      erpAddress: whole.erpAddress,
      updates: { kind: 'off' },
      settings: { language: 'en', printer: '4711', retentionDays: 7, sounds: false },
    });
  });

  it('counts only where the file is silent', async () => {
    const { policy } = await load({ language: 'pt-BR' }, { DOCA_LANGUAGE: 'en', DOCA_RETENTION_DAYS: '7' });
    expect(policy.settings).toEqual({ language: 'pt-BR', retentionDays: 7 });
  });

  it('is reported when it cannot be right', async () => {
    const { problems } = await load(undefined, { DOCA_RETENTION_DAYS: 'a week', DOCA_UPDATES: 'sometimes' });
    expect(problems).toEqual([
      { source: 'environment', key: 'updates', reason: 'bad-value' },
      { source: 'environment', key: 'retentionDays', reason: 'bad-value' },
    ]);
  });
});

describe('settings under a policy', () => {
  const policy: Policy = {
    erpAddress: 'https://erp.example/public-api/v3',
    updates: { kind: 'off' },
    settings: { language: 'en', retentionDays: 7 },
  };
  const open = (): Promise<SettingsStore> =>
    openSettings({ path: join(folder, 'settings.json'), log: silentLog, now: () => 0 });

  it('are filled and locked', () => {
    expect(applyPolicy(defaultSettings, policy)).toEqual({
      settings: { ...defaultSettings, language: 'en', retentionDays: 7 },
      locked: ['erpAddress', 'updates', 'language', 'retentionDays'],
    });
    expect(applyPolicy(defaultSettings, { erpAddress: null, updates: null, settings: {} })).toEqual({
      settings: defaultSettings,
      locked: [],
    });
  });

  it('take changes of what is free, and refuse the others as a whole', async () => {
    const managed = manageSettings(await open(), policy);
    expect(await managed.change({ sounds: false })).toMatchObject({
      ok: true,
      value: { sounds: false, language: 'en' },
    });
    expect(await managed.change({ sounds: true, language: 'pt-BR' })).toMatchObject({
      ok: false,
      fault: { kind: 'invalid-input', detail: 'decided by policy: language' },
    });
    expect(managed.settings()).toMatchObject({ sounds: false, language: 'en', retentionDays: 7 });
    expect(await managed.change({ language: 'en', copies: 2 })).toMatchObject({ ok: true, value: { copies: 2 } });
  });

  it('give the packer back what was chosen before, when the policy goes', async () => {
    const store = await open();
    await store.change({ retentionDays: 90 });
    await store.setBaseUrl('https://old.example');
    const managed = manageSettings(store, policy);
    expect([managed.settings().retentionDays, managed.baseUrl()]).toEqual([7, policy.erpAddress]);
    await managed.change({ retentionDays: 7, sounds: false });
    const later = await open();
    expect([later.settings().retentionDays, later.baseUrl()]).toEqual([90, 'https://old.example']);
  });

  it('keep the address of the ERP', async () => {
    const store = await open();
    const managed = manageSettings(store, policy);
    expect(await managed.setBaseUrl('https://other.example')).toMatchObject({ ok: false });
    expect(await managed.setBaseUrl(policy.erpAddress)).toMatchObject({ ok: true });
    expect(await managed.setBaseUrl(null)).toMatchObject({ ok: true });
    expect([managed.baseUrl(), store.baseUrl()]).toEqual([policy.erpAddress, null]);
    const free = manageSettings(store, { ...policy, erpAddress: null });
    expect(await free.setBaseUrl('https://other.example')).toMatchObject({ ok: true });
    expect(store.baseUrl()).toBe('https://other.example');
  });
});
