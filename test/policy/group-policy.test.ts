import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decisions } from '../../scripts/group-policy/words.ts';
import { writeTemplate } from '../../scripts/group-policy/template.ts';
import { listLocked, loadPolicy, noPolicy } from '../../src/main/policy/index.ts';
import { settingNames } from '../../src/shared/contract/index.ts';

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

it('the shipped template matches the decisions (npm run docs:policies)', () => {
  for (const [path, text] of Object.entries(template))
    expect(
      readFileSync(join(import.meta.dirname, '../../resources/group-policy', path), 'utf8'),
    ).toBe(text);
});

it('every decision has a valid example, however the editor writes it', async () => {
  const examples = Object.fromEntries(
    Object.entries(decisions).map(([key, { example }]) => [key, example]),
  );
  const { policy, problems } = await load(examples);
  expect(problems).toEqual([]);
  expect([...listLocked(policy)].sort()).toEqual(
    ['certificateHosts', 'erpAddress', 'updates', ...settingNames].sort(),
  );
  for (const [key, { entry }] of Object.entries(decisions)) {
    const allowed =
      entry.kind === 'choice'
        ? entry.choices
        : entry.kind === 'number'
          ? [entry.min, entry.max]
          : [];
    for (const value of allowed)
      expect((await load({ [key]: String(value) })).problems, `${key} ${value}`).toEqual([]);
  }
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

it('names a value that is neither text nor number, and applies the rest', async () => {
  const { policy, problems } = await load({ updates: null, copies: '2' });
  expect(problems).toEqual([{ source: 'registry', key: 'updates', reason: 'bad-value' }]);
  expect(policy.settings).toEqual({ copies: 2, theme: 'dark' });
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
