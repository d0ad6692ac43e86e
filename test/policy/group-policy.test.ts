import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findEntry } from '../../scripts/group-policy/entry.ts';
import { writePolicies } from '../../scripts/group-policy/guide.ts';
import { decisions } from '../../scripts/group-policy/words.ts';
import { writeTemplate } from '../../scripts/group-policy/template.ts';
import { listLocked, loadPolicy, noPolicy } from '../../src/main/policy/index.ts';
import { settingNames } from '#shared/contract/settings.ts';
import { languages } from '#shared/faults/languages.ts';

const template = writeTemplate();

/** Loads values as the policy editor of Windows stores them. */
const load = (values: Readonly<Record<string, string | null>> | null) =>
  loadPolicy({
    platform: 'win32',
    env: { DOCA_COPIES: '3', DOCA_THEME: 'dark' },
    path: join(import.meta.dirname, 'no-such-policy.json'),
    windows: {
      readPolicy: (name) => (values === null ? fail() : values[name]),
      findProgramData: fail,
      readSecurity: fail,
    },
  });

const fail = (): never => {
  throw new Error('Windows does not say');
};

it('every decision has a valid example, however the editor writes it', async () => {
  const examples = Object.fromEntries(
    Object.entries(decisions).map(([key, { example }]) => [key, example]),
  );
  const { policy, problems } = await load(examples);
  expect(problems).toEqual([]);
  expect([...listLocked(policy)].sort()).toEqual(
    ['certificateHosts', 'erpAddress', 'updates', ...settingNames].sort(),
  );
  for (const key of Object.keys(decisions)) {
    const entry = findEntry(key);
    const choices = entry.kind === 'choice' ? entry.choices : [];
    const ends = entry.kind === 'number' ? [entry.min, entry.max] : [];
    for (const value of [...choices, ...ends])
      expect((await load({ [key]: String(value) })).problems, `${key} ${value}`).toEqual([]);
  }
});

it.each([
  ['retentionDays', { kind: 'number', min: 1, max: 365 }],
  ['labelsPerJob', { kind: 'number', min: 1, max: 10_000 }],
  ['perSheet', { kind: 'choice', choices: ['2', '4', 'null'] }],
  ['sounds', { kind: 'choice', choices: ['true', 'false'] }],
  ['theme', { kind: 'choice', choices: ['system', 'light', 'dark'] }],
  ['printer', { kind: 'text' }],
  ['updates', { kind: 'text' }],
])('an administrator enters %s as its schema has it', (key, entry) => {
  expect(findEntry(key)).toEqual(entry);
});

describe.each(languages)('the table for IT, %s', (language) => {
  const rows = [...writePolicies(language).matchAll(/^\| `(\w+)` .* `([^`]+)` +\|$/gm)];

  it('has every decision once, with words and an example for the policy file', async () => {
    expect(rows.map(([, key]) => key).sort()).toEqual(Object.keys(decisions).sort());
    const path = join(mkdtempSync(join(tmpdir(), 'doca-policy-')), 'policy.json');
    const entries = rows.map(([, key = '', example = '']) => `"${key}": ${example}`);
    writeFileSync(path, `{ ${entries.join(', ')} }`);
    const { policy, problems } = await loadPolicy({ platform: 'linux', env: {}, path });
    rmSync(dirname(path), { recursive: true });
    expect(problems).toEqual([]);
    expect(listLocked(policy)).toHaveLength(rows.length);
  });

  it('has what may be chosen, and what counts without IT', () => {
    const find = (key: string): string => rows.find(([, name]) => name === key)?.[0] ?? '';
    expect(find('theme')).toMatch(/`system`, `light`, `dark` +\| `"system"` /);
    expect(find('retentionDays')).toMatch(/ 1 \S+ 365 +\| `30` /);
  });
});

it('every text of the template has words in both languages', () => {
  const wanted = [...template['Doca.admx']!.matchAll(/\$\((string|presentation)\.(\w+)\)/g)];
  expect(wanted.length).toBeGreaterThan(50);
  for (const path of ['pt-BR/Doca.adml', 'en-US/Doca.adml'])
    for (const [, kind, id] of wanted) expect(template[path]).toContain(`<${kind} id="${id}">`);
});

it('group policies override the environment, and invalid ones are reported', async () => {
  const { policy, problems } = await load({ copies: '2', retentionDays: '9999', unknown: '1' });
  expect(policy.settings).toEqual({ copies: 2, theme: 'dark' });
  expect(problems).toEqual([{ source: 'registry', key: 'retentionDays', reason: 'bad-value' }]);
});

it('a registry that cannot be read turns updates off', async () => {
  const { policy, problems } = await load(null);
  expect(policy.updates).toEqual({ kind: 'off' });
  expect(problems).toEqual([{ source: 'registry', key: null, reason: 'unreadable' }]);
});

it('names a value that is neither text nor number, whatever its key, and applies the rest', async () => {
  for (const key of ['updates', 'erpAddress', 'certificateHosts', ...settingNames]) {
    const { policy, problems } = await load({ [key]: null });
    expect(problems).toEqual([{ source: 'registry', key, reason: 'bad-value' }]);
    expect(policy.settings).toEqual({ copies: 3, theme: 'dark' });
  }
});

it.runIf(process.platform !== 'win32')(
  'says that nobody knows what IT decided where Windows cannot be asked',
  async () => {
    const env = { ProgramData: import.meta.dirname, SystemRoot: import.meta.dirname };
    expect(await loadPolicy({ platform: 'win32', env })).toEqual({
      policy: { ...noPolicy, updates: { kind: 'off' } },
      problems: ['registry', 'file'].map((source) => ({ source, key: null, reason: 'unreadable' })),
    });
  },
);
