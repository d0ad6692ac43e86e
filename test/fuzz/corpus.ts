import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a file in `targets/` exports. */
export interface Target {
  /** Reads the bytes as Doca does. Throws what must never be thrown, and nothing else. */
  read(bytes: Buffer): void | Promise<void>;
  /** Good input, to begin with. */
  seeds(): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
}

export const targetNames = ['labels', 'zpl', 'erp', 'printers', 'sign-in'] as const;

/** Longer input says no more, and takes longer. */
export const maxInputBytes = 32 * 1024;

export function findTarget(name: string): URL {
  return new URL(`targets/${name}.ts`, import.meta.url);
}

/** One input a line, in base64: what a hunt has found that goes ways of its own, and what was once read wrongly. */
const pathOf = (name: string): string => fileURLToPath(new URL(`corpus/${name}.txt`, import.meta.url));

/** Of each target; more is not for a repository. */
const maxFileBytes = 56 * 1024;

export function readCorpus(name: string): readonly Buffer[] {
  return readLines(name).map((line) => Buffer.from(line, 'base64'));
}

/** Adds what is not in it, as far as there is room; what is in it stays. */
export function addToCorpus(name: string, inputs: readonly Uint8Array[]): void {
  const lines = new Set(readLines(name));
  let room = maxFileBytes - [...lines].join(' ').length;
  for (const bytes of inputs) {
    const line = Buffer.from(bytes).toString('base64');
    if (lines.has(line)) continue;
    room -= line.length + 1;
    if (room >= 0) lines.add(line);
  }
  writeFileSync(pathOf(name), [...lines, ''].join('\n'));
}

function readLines(name: string): readonly string[] {
  const path = pathOf(name);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
}
