import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const sources = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'svelte.config.js',
  'package-lock.json',
];
const products = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'];

if (import.meta.main) process.exitCode = buildWhenNeeded();

/** Builds the bundles if one is missing or older than a source. Returns the build's exit code. */
export function buildWhenNeeded(): number {
  if (isBuilt()) return 0;
  const build = spawnSync(
    process.execPath,
    ['node_modules/electron-vite/bin/electron-vite.js', 'build'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return build.status ?? 1;
}

/** Whether every bundle is newer than all of its sources. */
export function isBuilt(): boolean {
  const newest = Math.max(...sources.map((path) => newestChangeMs(join(root, path))));
  const oldest = Math.min(
    ...products.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
  return oldest > newest;
}

function newestChangeMs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  // Removing a file changes the time of its folder.
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path).map((name) => newestChangeMs(join(path, name))),
  );
}
