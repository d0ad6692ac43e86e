import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import yaml from 'js-yaml';
import { lexer, walkTokens } from 'marked';
import type { Token, Tokens } from 'marked';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { guides, withFaults } from '../../scripts/fault-guide/tables.ts';
import { readGuide } from '../../scripts/guide/plugin.ts';
import { withKinds } from '../../scripts/kind-guide/table.ts';
import { findProductCode } from '../../scripts/release/winget-manifests.ts';
import { loadPolicy } from '../../src/main/policy/index.ts';
import { findTarget } from '../../src/renderer/guide/links.ts';
import { settingNames } from '#shared/contract/settings.ts';
import { requests } from '#shared/contract/index.ts';
import { labelFormats } from '#shared/domain/labels.ts';
import { faultText } from '#shared/faults/fault-text.ts';
import { faultKinds } from '#shared/faults/faults.ts';

const root = join(import.meta.dirname, '../..');
/** As links name them. */
const documents = globSync(['*.md', 'docs/*.md', 'docs/pt-BR/*.md', '.github/*.md'], {
  cwd: root,
}).map((path) => path.replaceAll('\\', '/'));
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

  it.each(Object.entries(guides))('has every fault in %s', (path, telling) => {
    const text = read(path);
    expect(withFaults(text, telling)).toBe(text);
    for (const kind of faultKinds) expect(text).toContain(faultText(kind, 'pt-BR').what);
  });

  it('has every kind of label file that the program distinguishes (npm run docs:kinds)', () => {
    expect(withKinds(guide)).toBe(guide);
    for (const format of labelFormats) expect(guide).toContain(`**${format.toUpperCase()}**`);
  });

  it('is not written into a guide that has no place for it', () => {
    expect(() => withFaults('# Guide')).toThrow();
    expect(() => withKinds('# Guide')).toThrow();
  });
});

/** The guides that open in the window. */
const readable = [
  'docs/operating-guide.md',
  'docs/it-guide.md',
  'docs/floor-guide.md',
  'docs/pt-BR/guia-de-operacao.md',
  'docs/pt-BR/guia-da-ti.md',
  'docs/pt-BR/guia-das-bancadas.md',
];

describe.each(readable)('%s in the window', (path) => {
  const guide = readGuide(read(path));
  const ids = guide.map(({ id }) => id);

  it('is read whole: every section can be led to, and no reference is left open', () => {
    expect(guide[0]).toMatchObject({ level: 1 });
    expect(new Set(ids).size).toBe(ids.length);
    const codeless = guide.map(({ html }) => html.replaceAll(/<code.*?<\/code>/gs, '')).join('');
    expect(codeless.length).toBeGreaterThan(10_000);
    expect(codeless).not.toMatch(/\*\*|\]\(|\]\[|\]: |<!--|`/);
  });

  it('leads to sections that are there', () => {
    for (const [, id = ''] of read(path).matchAll(/\]\(#([^)]+)\)/g)) expect(ids).toContain(id);
  });

  it('is found by a link, in the book that the window opens for it', () => {
    const book = findTarget(basename(path))?.book ?? '';
    expect(read('src/renderer/guide/books.ts')).toContain(
      ` ${book}: () => import('../../../${path}?guide')`,
    );
  });
});

describe.each([
  { path: 'docs/release-guide.md', twin: 'docs/pt-BR/guia-de-lancamento.md', leastSources: 10 },
  { path: 'docs/floor-guide.md', twin: 'docs/pt-BR/guia-das-bancadas.md', leastSources: 0 },
])('$path in Portuguese', ({ path, twin, leastSources }) => {
  const english = lexer(read(path));
  const portuguese = lexer(read(twin));

  it('has the sections, the steps, the rows and the commands of the English one', () => {
    const measure = (tokens: readonly Token[]) =>
      tokens.flatMap((token): readonly unknown[] => {
        if (token.type === 'heading') return [token['depth']];
        if (token.type === 'list')
          return [(token as Tokens.List).items.map(({ tokens: of }) => of.map(({ type }) => type))];
        return token.type === 'table'
          ? [(token as Tokens.Table).rows.map((row) => row.length)]
          : [];
      });
    expect(measure(portuguese)).toEqual(measure(english));
    expect(findAll(portuguese, 'text', ['code', 'codespan'])).toEqual(
      findAll(english, 'text', ['code', 'codespan']),
    );
  });

  it('names the same sources', () => {
    const list = (tokens: readonly Token[]) =>
      findAll(tokens, 'href', ['link']).filter((to) => to.startsWith('https:'));
    expect(list(english).length).toBeGreaterThanOrEqual(leastSources);
    expect(list(portuguese)).toEqual(list(english));
  });
});

it('has a remedy for every fault of the floor', () => {
  for (const kind of faultKinds.filter((one) => one.startsWith('floor-'))) {
    for (const path of ['docs/floor-guide.md', 'docs/pt-BR/guia-das-bancadas.md']) {
      expect(read(path)).toMatch(
        new RegExp(`^\\| ${faultText(kind, 'pt-BR').what} +\\| \`${kind}\``, 'm'),
      );
    }
  }
});

/** Returns one field of all tokens of these types, each value once, sorted. */
function findAll(
  tokens: readonly Token[],
  field: 'text' | 'href',
  types: readonly string[],
): readonly string[] {
  const found = new Set<string>();
  void walkTokens([...tokens], (token) => {
    if (types.includes(token.type)) found.add(String((token as Tokens.Generic)[field]));
  });
  return [...found].sort();
}

describe.each(documents)('%s', (path) => {
  const text = read(path);

  it('names only files that exist', () => {
    const names = [
      ...text.matchAll(/`((?:src|test|scripts|docs|resources|\.github)\/[\w./-]+)`/g),
    ].map(([, name = '']) => name);
    for (const name of names) expect(existsSync(join(root, name)), name).toBe(true);
  });

  it('links only to existing targets', () => {
    for (const [, link = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\)/g)) {
      expect(existsSync(join(root, dirname(path), link)), link).toBe(true);
    }
  });

  it('names only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    for (const [, name = ''] of text.matchAll(/\bnpm run ([\w:]+)/g))
      expect(scripts, name).toHaveProperty([name]);
  });
});

describe('the guide for IT', () => {
  const guide = read('docs/it-guide.md');

  async function readPolicy(text: string) {
    const folder = mkdtempSync(join(tmpdir(), 'doca-policy-'));
    const path = join(folder, 'policy.json');
    writeFileSync(path, text);
    const reading = await loadPolicy({ platform: 'linux', env: {}, path });
    rmSync(folder, { recursive: true });
    return reading;
  }

  it('shows policies that Doca reads without a problem', async () => {
    const policies = [...guide.matchAll(/^\{(?: .+\}$|\n[^`]+^\}$)/gm)].map(([text]) => text);
    expect(policies).toHaveLength(3);
    for (const text of policies) {
      const { policy, problems } = await readPolicy(text);
      expect(problems).toEqual([]);
      expect(policy.erpAddress).toBeDefined();
    }
  });

  it('names the uninstall entry by the setup’s key', () => {
    const appId = /^appId: (.+)$/m.exec(read('electron-builder.yml'))?.[1] ?? '';
    expect(guide).toContain(findProductCode(appId));
  });

  it('names the files by the names that they are built with', () => {
    const setup = /artifactName: (\S+windows\S+)/.exec(read('electron-builder.yml'))?.[1] ?? '';
    const name = setup
      .replace('${productName}', 'Doca')
      .replace('${version}', '1.2.3')
      .replace('${ext}', 'exe');
    expect(guide).toContain(`${name.replace('${arch}', 'x64')} /S /allusers`);
  });
});

describe('the README', () => {
  const text = read('README.md');

  it('begins with Doca’s purpose, in both languages, and the links to it', () => {
    const at = [
      '# Doca',
      '**Português.**',
      '**English.**',
      '## Baixar · Download',
      '## Try it',
    ].map((one) => text.indexOf(one));
    expect(at).not.toContain(-1);
    expect(at).toEqual([...at].sort((one, other) => one - other));
  });

  it('lists the systems that the Electron in use runs on', () => {
    const electron = read('node_modules/electron/README.md');
    expect(electron).toContain('macOS (Ventura and up)');
    expect(electron).toContain('Windows (Windows 10 and up)');
    for (const guide of [text, read('docs/it-guide.md')]) {
      expect(guide).toMatch(/macOS 13 Ventura/);
      expect(guide).toMatch(/Windows 10/);
    }
  });

  it('leads to every document', () => {
    for (const path of documents.filter(
      (one) => one !== 'README.md' && !one.startsWith('.github'),
    )) {
      expect(text).toContain(`](${path})`);
    }
  });

  it('has a source for each number in the comparison, and no unused one', () => {
    const [table = '', list = ''] = read('docs/comparison.md').split('Read in November');
    const find = (part: string) =>
      new Set([...part.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number)));
    expect(find(table).size).toBeGreaterThan(5);
    expect([...find(list)].sort((one, other) => one - other)).toEqual(
      [...find(table)].sort((one, other) => one - other),
    );
  });
});

describe('the contributors’ documents', () => {
  const forms = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter(
    (path) => !path.endsWith('config.yml'),
  );
  const field = z.strictObject({
    id: z.string().regex(/^\w+$/),
    type: z.enum(['textarea', 'input', 'dropdown']),
    attributes: z.strictObject({
      label: z.string().includes(' / '),
      description: z.string().includes(' / ').optional(),
      placeholder: z.string().optional(),
      options: z.array(z.string()).min(2).optional(),
    }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  });
  const note = z.strictObject({
    type: z.literal('markdown'),
    attributes: z.strictObject({ value: z.string() }),
  });
  const form = z.strictObject({
    name: z.string().includes(' / '),
    description: z.string().includes(' / '),
    labels: z.array(z.string()),
    body: z.tuple([note], field),
  });

  it.each(forms)('%s is a form in both languages that warns first', (path) => {
    const { body } = form.parse(yaml.load(read(path)));
    const [{ attributes }, ...fields] = body;
    expect(attributes.value).toMatch(/Não publique.*token[^]*Do not post.*token/);
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    for (const { type, attributes: one } of fields)
      expect(one.options !== undefined).toBe(type === 'dropdown');
  });

  it('are three forms, for a bug, a printer and an idea', () => {
    expect(forms.map((path) => basename(path)).sort()).toEqual([
      'bug.yml',
      'idea.yml',
      'printer.yml',
    ]);
  });

  it('has owners of folders that exist', () => {
    const lines = read('.github/CODEOWNERS')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      const [, path = '', owner = ''] = /^(\S+) +(@\S+)$/.exec(line) ?? [];
      expect(owner, line).not.toBe('');
      if (path !== '*') expect(existsSync(join(root, path)), line).toBe(true);
    }
  });

  it('has its packages and actions looked after, each week', () => {
    const { updates } = yaml.load(read('.github/dependabot.yml')) as {
      readonly updates: readonly Readonly<Record<string, unknown>>[];
    };
    expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions']);
    for (const one of updates) {
      expect(one).toMatchObject({ directory: '/', schedule: { interval: 'weekly' } });
      expect(Object.keys(one['groups'] as object)).not.toHaveLength(0);
    }
  });

  it('is a roadmap of at most ten numbered points, without numbers of issues', () => {
    const roadmap = read('ROADMAP.md');
    const points = [...roadmap.matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number));
    expect(points).toEqual(
      Array.from({ length: Math.min(Math.max(points.length, 1), 10) }, (_, at) => at + 1),
    );
    expect(roadmap).not.toMatch(/#\d|issue/i);
  });
});

describe('the recipes of docs/extending.md', () => {
  const sources = (pattern: string): readonly string[] =>
    globSync(pattern, { cwd: root }).map((path) => read(path));
  const count = (texts: readonly string[], wanted: string): number =>
    texts.reduce((sum, text) => sum + text.split(wanted).length - 1, 0);

  it.each(settingNames)(
    'hold for the setting %s: one line and a control that can be locked',
    (name) => {
      expect(count([read('src/shared/contract/settings.ts')], `\n  ${name}: `)).toBe(1);
      const screens = sources('src/renderer/**/*.svelte').map((text) =>
        text.replaceAll(/\s+/g, ' '),
      );
      const controls = [
        `<Setting name="${name}"`,
        `<NumberField name="${name}"`,
        `app.lock('${name}')`,
      ];
      const isAlone = controls.some((control) => count(screens, control) > 0);
      // Or one of several with the same control.
      const settings = sources('src/renderer/settings/*.svelte');
      expect(isAlone || settings.some((text) => new RegExp(`'${name}'[,\\]]`).test(text))).toBe(
        true,
      );
    },
  );

  function readRecipe(name: string) {
    const parts = read('docs/extending.md').split(/^## /m);
    const recipe = parts.find((part) => part.startsWith(`${name}\n`)) ?? '';
    const named = Array.from(recipe.matchAll(/^\| `([\w./<>-]+)` +\|/gm), ([, path = '']) => path);
    return { recipe, named };
  }

  it('names the files of a new command that asks for something new, at most nine', () => {
    const { named } = readRecipe('A command');
    expect(named.length).toBeGreaterThan(5);
    expect(named.length).toBeLessThanOrEqual(9);
  });

  it('names the source files of a new setting, at most eight, and each has the example', () => {
    const { recipe, named } = readRecipe('A setting');
    const example = /With `(\w+)` as the example/.exec(recipe)?.[1] ?? '';
    expect(settingNames).toContain(example);
    expect(named.length).toBeGreaterThan(2);
    expect(named.length).toBeLessThanOrEqual(8);
    const sources = globSync('{src,scripts}/**/*.{ts,svelte}', { cwd: root });
    const having = sources
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => new RegExp(`\\b${example}\\b`).test(read(path)));
    expect([...named].sort()).toEqual(having.sort());
  });

  it.each(Object.keys(requests))(
    'hold for the request %s: one entry and one handler',
    (channel) => {
      expect(count(sources('src/{shared,preload}/**/*.ts'), `'${channel}'`)).toBe(1);
      expect(count(sources('src/main/desk/handlers/*.ts'), `'${channel}':`)).toBe(1);
    },
  );
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
