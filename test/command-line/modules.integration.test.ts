import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeCliStart, nameHome } from '../support/cli.ts';

const erp = ['--base-url', 'http://127.0.0.1:9/public-api/v3'];

interface Budget {
  readonly args: readonly string[];
  readonly modules: number;
  readonly packages: readonly string[];
}

/** Draws labels, as PDF and as pictures. */
const drawing = [
  ...['bwip-js', 'culori', 'fflate', 'html-entities', 'node-html-better-parser', 'pdf-lib'],
  'tslib',
];

/** Each command with the most modules that it may load, and all packages among them. */
const budgets: readonly Budget[] = [
  { args: ['--help'], modules: 53, packages: [] },
  { args: ['--version'], modules: 53, packages: [] },
  { args: ['dispatch', '--help'], modules: 53, packages: [] },
  { args: ['whoami', ...erp], modules: 210, packages: ['zod'] },
  { args: ['logout', ...erp], modules: 210, packages: ['zod'] },
  { args: ['login', ...erp], modules: 210, packages: ['zod'] },
  { args: ['set-secret', '--remove'], modules: 215, packages: ['zod'] },
  // Until it finds no token.
  { args: ['dispatch', '1', ...erp, '--token-env', 'T'], modules: 345, packages: ['zod'] },
  { args: ['sandbox', '--port', '0'], modules: 545, packages: [...drawing, 'zod'] },
];

describe('the modules of', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'doca-modules-'));
  });
  afterEach(() => rm(home, { recursive: true }));

  async function listModules(args: readonly string[]): Promise<readonly string[]> {
    const list = join(home, 'modules.txt');
    const program = describeCliStart();
    const hook = new URL('../support/list-modules.ts', import.meta.url).href;
    const child = spawn(process.execPath, [`--import=${hook}`, ...program.args, ...args], {
      env: { ...process.env, ...program.env, ...nameHome(home), DOCA_TEST_MODULES: list },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    child.stdout.on('data', (text: Buffer) => {
      // The sandbox runs until it is stopped.
      if (text.includes('grouping ')) child.kill('SIGTERM');
    });
    await exited;
    const urls = new Set((await readFile(list, 'utf8')).trimEnd().split('\n'));
    return [...urls].filter((url) => !url.includes('/test/support/'));
  }

  it.each(budgets)('$args keep to its budget', async ({ args, modules: budget, packages }) => {
    const modules = await listModules(args);
    expect(modules.length).toBeLessThanOrEqual(budget);
    // Without an address, nothing of what several stations share.
    expect(modules.filter((url) => url.includes('/src/main/floor/'))).toEqual([]);
    const found = modules.flatMap((url) => /\/node_modules\/([^/]+)/.exec(url)?.[1] ?? []);
    // The keychain, on systems that have one without a session.
    const without = [...new Set(found)].filter((name) => name !== 'keytar');
    expect(without.sort()).toEqual(packages);
  });
});
