import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { choosePolicyPath } from '../../src/main/policy/policy-file.ts';
import { listLocked, loadPolicy, noPolicy } from '../../src/main/policy/index.ts';
import type { Policy, PolicyReading } from '../../src/main/policy/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-policy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(file: unknown, env: Readonly<Record<string, string>> = {}): Promise<PolicyReading> {
  const path = join(folder, 'policy.json');
  if (file !== undefined)
    writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file), { mode: 0o644 });
  return loadPolicy({ platform: 'linux', env, path });
}

const whole = {
  erpAddress: 'https://erp.example/public-api/v3',
  updates: 'https://updates.warehouse.example/doca',
  certificateHosts: ['erp.example', 'LABELS.example'],
  language: 'en',
  printer: 'Zebra doca 3',
  retentionDays: 7,
};

describe('the policy file', () => {
  it('is at the administrators’ place for such files', () => {
    const windows = { findProgramData: () => folder };
    expect(choosePolicyPath('win32', windows)).toBe(join(folder, 'Doca', 'policy.json'));
    expect(choosePolicyPath('darwin', windows)).toBe(
      '/Library/Application Support/Doca/policy.json',
    );
    expect(choosePolicyPath('linux', windows)).toBe('/etc/doca/policy.json');
  });

  it('returns every decision', async () => {
    expect(await load({ comment: 'bench 3', ...whole })).toEqual({
      policy: {
        erpAddress: whole.erpAddress,
        updates: { kind: 'feed', url: whole.updates },
        certificateHosts: ['erp.example', 'labels.example'],
        settings: { language: 'en', printer: 'Zebra doca 3', retentionDays: 7 },
      },
      problems: [],
    });
    expect((await load({ updates: 'off' })).policy.updates).toEqual({ kind: 'off' });
  });

  it('may begin with a byte order mark', async () => {
    expect(
      (await load(`\uFEFF${JSON.stringify({ language: 'en' })}`)).policy.settings.language,
    ).toBe('en');
  });

  it('is empty if the file is missing', async () => {
    expect(await load(undefined)).toEqual({ policy: noPolicy, problems: [] });
  });

  it.each(['', '{', '[]', '"text"', 'null'])(
    'is reported when it holds %j, and updates stay off',
    async (text) => {
      const { policy, problems } = await load(text);
      expect(problems).toEqual([{ source: 'file', key: null, reason: 'no-json' }]);
      expect(policy).toEqual({ ...noPolicy, updates: { kind: 'off' } });
    },
  );

  it.each([
    ['erpAddress', 'http://erp.example'],
    ['erpAddress', 'https://user:password@erp.example'],
    ['erpAddress', 'https://erp.example/?token=1'],
    ['erpAddress', 'erp.example'],
    ['erpAddress', 7],
    ['certificateHosts', ['https://erp.example']],
    ['certificateHosts', ['*']],
    ['certificateHosts', 7],
    ['updates', 'on'],
    ['updates', true],
    ['updates', 'file:///updates'],
    ['updates', 'http://updates.warehouse.example/doca'],
    ['retentionDays', 0],
    ['retentionDays', '7'],
    ['language', 'fr'],
    ['networkPrinters', [{ name: 'Zebra', host: '10.0.0.9', port: 9100, dpi: 300 }]],
  ])('reports %s = %j and lets the rest count', async (key, value) => {
    const { policy, problems } = await load({ printer: 'Zebra', [key]: value });
    expect(problems).toEqual([{ source: 'file', key, reason: 'bad-value' }]);
    // IT's own feed is not known: the public one is none in its place.
    const updates = key === 'updates' ? { updates: { kind: 'off' } } : {};
    expect(policy).toEqual({ ...updates, settings: { printer: 'Zebra' } });
  });

  it('reports an unknown key, the token first of all', async () => {
    const { problems } = await load({ token: 'secret', langauge: 'en' });
    expect(problems).toEqual([
      { source: 'file', key: 'token', reason: 'unknown-key' },
      { source: 'file', key: 'langauge', reason: 'unknown-key' },
    ]);
  });

  it('never throws, for any contents', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { policy } = await load(text);
        expect(await load(policy.settings)).toEqual({
          policy: { ...noPolicy, settings: policy.settings },
          problems: [],
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('the environment', () => {
  it('returns the same, value by value', async () => {
    const { policy, problems } = await load(undefined, {
      DOCA_ERP_ADDRESS: whole.erpAddress,
      DOCA_UPDATES: 'off',
      DOCA_CERTIFICATE_HOSTS: 'erp.example, labels.example',
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
      certificateHosts: ['erp.example', 'labels.example'],
      settings: { language: 'en', printer: '4711', retentionDays: 7, sounds: false },
    });
  });

  it('counts only if the file is silent', async () => {
    const { policy } = await load(
      { language: 'pt-BR' },
      { DOCA_LANGUAGE: 'en', DOCA_RETENTION_DAYS: '7' },
    );
    expect(policy.settings).toEqual({ language: 'pt-BR', retentionDays: 7 });
  });

  it('is reported when it cannot be right', async () => {
    const { problems } = await load(undefined, {
      DOCA_RETENTION_DAYS: 'a week',
      DOCA_UPDATES: 'sometimes',
    });
    expect(problems).toEqual([
      { source: 'environment', key: 'updates', reason: 'bad-value' },
      { source: 'environment', key: 'retentionDays', reason: 'bad-value' },
    ]);
  });
});

describe('locked settings', () => {
  it('are exactly those that the policy decides', () => {
    const policy: Policy = {
      erpAddress: 'https://erp.example/public-api/v3',
      updates: { kind: 'off' },
      settings: { language: 'en', retentionDays: 7 },
    };
    expect(listLocked(policy)).toEqual(['erpAddress', 'updates', 'language', 'retentionDays']);
    expect(listLocked(noPolicy)).toEqual([]);
  });
});
