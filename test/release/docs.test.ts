import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFaults } from '../../scripts/fault-guide/tables.ts';
import { requests, settingNames } from '../../src/shared/contract/index.ts';
import { faultKinds, faultText } from '../../src/shared/index.ts';

const root = join(import.meta.dirname, '../..');
const documents = [...globSync('docs/*.md', { cwd: root }), 'CONTRIBUTING.md', 'SECURITY.md', 'README.md'];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the operating guide', () => {
  const guide = read('docs/operating-guide.md');

  it('has every fault in the words of the program (npm run docs:faults)', () => {
    expect(withFaults(guide)).toBe(guide);
    for (const kind of faultKinds) {
      expect(guide).toContain(`**\`${kind}\`**`);
      expect(guide).toContain(faultText(kind, 'pt-BR').next);
    }
  });

  it('is not written into a guide that has no place for it', () => {
    expect(() => withFaults('# Guide')).toThrow();
  });
});

describe.each(documents)('%s', (path) => {
  const text = read(path);

  it('names only files that exist', () => {
    const names = [...text.matchAll(/`((?:src|test|scripts|docs|resources|\.github)\/[\w./-]+)`/g)].map(
      ([, name = '']) => name,
    );
    for (const name of names) expect(existsSync(join(root, name)), name).toBe(true);
  });

  it('links only to what is there', () => {
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(join(root, dirname(path), link)), link).toBe(true);
    }
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    for (const [, name = ''] of text.matchAll(/\bnpm run ([\w:]+)/g)) expect(scripts, name).toHaveProperty([name]);
  });
});

describe('the recipes of docs/extending.md', () => {
  const sources = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).map((path) => read(path));
  const count = (texts: readonly string[], wanted: string): number =>
    texts.reduce((sum, text) => sum + text.split(wanted).length - 1, 0);

  it.each(settingNames)('hold for the setting %s: one line and a control that can be locked', (name) => {
    expect(count([read('src/shared/contract/settings.ts')], `\n  ${name}: `)).toBe(1);
    const screens = sources('src/renderer/**/*.svelte');
    expect(count(screens, `<Setting name="${name}"`) + count(screens, `app.lock('${name}')`)).toBeGreaterThan(0);
  });

  it.each(Object.keys(requests))('hold for the request %s: one entry and one handler', (channel) => {
    expect(count(sources('src/{shared,preload}/**/*.ts'), `'${channel}'`)).toBe(1);
    expect(count(sources('src/main/desk/handlers/*.ts'), `'${channel}':`)).toBe(1);
  });
});

describe('the threat model', () => {
  it('has a guard and a test for every threat', () => {
    const rows = read('docs/threat-model.md')
      .split('\n')
      .filter((line) => /^\| (?!threat|---)/.test(line));
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      const [, , , where = '', tested = ''] = row.split('|');
      expect(where, row).toMatch(/`[\w./-]+`/);
      expect(tested, row).toMatch(/`test\/[\w./-]+\.ts`/);
    }
  });
});
