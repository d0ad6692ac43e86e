import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Way {
  readonly name: string;
  readonly files: readonly string[];
}

/** The lists under headings that begin with a print, a scan and a label's URL. */
const ways: readonly Way[] = read('docs/architecture.md')
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    name: part.slice(0, part.indexOf('\n')),
    files: Array.from(part.matchAll(/^\d+\. `([^`]+)`/gm), ([, path = '']) => path),
  }));

/** The most files that a reader of a way has to open. */
const most: Readonly<Record<string, number>> = {
  'A print': 13,
  'A scan on Check': 12,
  "A label's URL to its page": 17,
};

/** Programs and threads of their own, which a function from outside starts. */
const entries = read('electron.vite.config.ts');

/** What a room takes as an argument, and another room makes. */
const ports: readonly string[] = ['src/main/os/fetch.ts', 'src/main/printing/types.ts'];

function resolveFrom(path: string, to: string): string {
  return to.startsWith('#shared/')
    ? to.replace('#shared', 'src/shared')
    : posix.join(posix.dirname(path), to);
}

/**
 * Returns the files that a file imports: also those that a door among them exports, or that the
 * services among them (`types.ts`, `tools.ts`, and the window's `app.svelte.ts`) are from.
 */
function listImports(path: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const [, to = ''] of read(path).matchAll(/(?:\bfrom |\bimport\()'([.#][^']+\.\w+)'/g)) {
    const file = resolveFrom(path, to);
    if (seen.has(file)) continue;
    seen.add(file);
    if (/\/(?:index|types|tools|app\.svelte)\.ts$/.test(file)) listImports(file, seen);
  }
  return seen;
}

const isNamed = (path: string, words: readonly string[]): boolean => {
  const text = read(path);
  return words.some((word) => text.includes(word));
};

/** Returns true if one of the files before leads to this one. */
function isReached(path: string, before: readonly string[]): boolean {
  if (before.some((one) => listImports(one).has(path))) return true;
  if (entries.includes(path)) {
    const room = path.split('/').slice(0, 3).join('/');
    return path.startsWith('src/preload/')
      ? before.some((one) => isNamed(one, ['.request(']))
      : before.some((one) => one.startsWith(`${room}/`));
  }
  if (path === 'src/main/electron/ipc.ts') return before.includes('src/preload/index.ts');
  if (path.startsWith('src/main/desk/handlers/')) {
    const answered = Array.from(read(path).matchAll(/^ +('[\w.-]+'): /gm), ([, name = '']) => name);
    return before.some((one) => one.startsWith('src/renderer/') && isNamed(one, answered));
  }
  const taken = ports.filter((port) => listImports(path).has(port));
  return before.some((one) => taken.some((port) => listImports(one).has(port)));
}

it('are three', () => {
  expect(ways.map(({ name }) => name)).toEqual(Object.keys(most));
});

describe.each(ways)('$name', ({ name, files }) => {
  it('has no more files than it may', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(most[name] ?? 0);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(files.map((path, at) => ({ path, before: files.slice(0, at) })))(
    'leads to $path',
    ({ path, before }) => {
      expect(existsSync(join(root, path))).toBe(true);
      if (before.length > 0) expect(isReached(path, before)).toBe(true);
    },
  );
});
