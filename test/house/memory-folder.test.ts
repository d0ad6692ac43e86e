import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { findMemoryFolder } from '../support/memory-folder.ts';

it('tests are in memory if it has room, however they were started', () => {
  const isNamed = process.env['TMPDIR'] !== undefined;
  expect(isNamed || findMemoryFolder() === null).toBe(true);
});

it('a folder that is no file system of its own, has too little room or is not there is not taken', () => {
  const folder = mkdtempSync(`${tmpdir()}/doca-memory-`);
  try {
    expect(findMemoryFolder(folder, 0)).toBeNull();
    expect(findMemoryFolder(dirname(folder), Number.MAX_VALUE)).toBeNull();
    expect(findMemoryFolder('/no such folder', 0)).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
