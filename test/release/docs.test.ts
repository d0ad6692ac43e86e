import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withFaults } from '../../scripts/fault-guide/tables.ts';
import { findProductCode } from '../../scripts/release/winget-manifests.ts';
import { loadPolicy } from '../../src/main/policy/index.ts';
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

describe('the guide for IT', () => {
  const guide = read('docs/it-guide.md');
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| [^|]+ \| `([^`]+)` +\|$/gm)];

  async function readPolicy(text: string) {
    const folder = mkdtempSync(join(tmpdir(), 'doca-policy-'));
    const path = join(folder, 'policy.json');
    writeFileSync(path, text);
    const reading = await loadPolicy({ platform: 'linux', env: {}, path });
    rmSync(folder, { recursive: true });
    return reading;
  }

  it('has every key of the policy, with an example that counts', async () => {
    expect(rows.map(([, key]) => key)).toEqual(['erpAddress', 'updates', ...settingNames]);
    for (const [, key = '', example = ''] of rows) {
      const { policy, problems } = await readPolicy(`{ "${key}": ${example} }`);
      expect([key, problems]).toEqual([key, []]);
      expect({ erpAddress: policy.erpAddress, updates: policy.updates, ...policy.settings }).toHaveProperty(key);
    }
  });

  it('shows policies that Doca reads without a problem', async () => {
    const policies = [...guide.matchAll(/^\{(?: .+\}$|\n[^`]+^\}$)/gm)].map(([text]) => text);
    expect(policies).toHaveLength(3);
    for (const text of policies) {
      const { policy, problems } = await readPolicy(text);
      expect(problems).toEqual([]);
      expect(policy.erpAddress).not.toBeNull();
    }
  });

  it('names the uninstall entry by the key that the setup gives it', () => {
    const appId = /^appId: (.+)$/m.exec(read('electron-builder.yml'))?.[1] ?? '';
    expect(guide).toContain(findProductCode(appId));
  });

  it('names the files by the names that they are built with', () => {
    const setup = /artifactName: (\S+windows\S+)/.exec(read('electron-builder.yml'))?.[1] ?? '';
    const name = setup.replace('${productName}', 'Doca').replace('${version}', '1.2.3').replace('${ext}', 'exe');
    expect(guide).toContain(`${name.replace('${arch}', 'x64')} /S /allusers`);
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
