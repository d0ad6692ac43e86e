import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shippedPackages } from '../../scripts/licences/collect.ts';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '../..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');

it('hashes everything that npm ci fetches', () => {
  expect(installed.length).toBeGreaterThan(300);
  for (const [path, { integrity }] of installed) expect(integrity, path).toMatch(/^sha512-/);
});

it('lets no package run a script when it is installed', () => {
  expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
});

it('brings one Node 24 for each system in the registry, and ships none', () => {
  const nodes = installed.filter(([, { bin }]) => bin?.['node'] !== undefined);
  const systems = nodes.map(([, { os, cpu }]) => `${[os].flat().join()} ${[cpu].flat().join()}`);
  expect(systems.toSorted()).toEqual(['darwin x64', 'linux arm64', 'linux x64', 'win32 x64']);
  for (const [path, { version }] of nodes) expect(version, path).toMatch(/^24\./);
  const shipped = shippedPackages(root).map(({ name }) => name);
  expect(shipped.filter((name) => /^node-(?:bin|darwin|linux|win)-/.test(name))).toEqual([]);
});

it('runs its scripts on that Node', () => {
  expect(process.versions.node.split('.')[0]).toBe('24');
});
