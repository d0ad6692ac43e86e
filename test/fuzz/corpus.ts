import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The exports of a file in `targets/`. */
export interface Target {
  /** Reads the bytes as Doca does. Throws only errors that Doca must never throw. */
  read(bytes: Buffer): void | Promise<void>;
  /** Good input, to begin with. */
  seeds(): readonly Uint8Array[] | Promise<readonly Uint8Array[]>;
}

export const targetNames = ['labels', 'zpl', 'erp', 'printers', 'sign-in'] as const;

/** Longer input finds no more defects, and takes longer. */
export const maxInputBytes = 32 * 1024;

export function findTarget(name: string): URL {
  return new URL(`targets/${name}.ts`, import.meta.url);
}

/**
 * One input a line, in base64: inputs of earlier hunts that take paths of their own, and inputs
 * that were once read wrongly.
 */
const pathOf = (name: string): string =>
  fileURLToPath(new URL(`corpus/${name}.txt`, import.meta.url));

/** Of each target; more is not for a repository. */
const maxFileBytes = 56 * 1024;

export function readCorpus(name: string): readonly Buffer[] {
  return readLines(name).map((line) => Buffer.from(line, 'base64'));
}

/** Adds new inputs up to the size limit; existing ones stay. */
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
