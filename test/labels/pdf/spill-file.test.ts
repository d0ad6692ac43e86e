import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SpillFile } from '../../../src/main/labels/pdf/merge/spill-file.ts';

const spillPath = join(tmpdir(), `doca-spill-${process.pid}-${Date.now()}`);
const spilled = new SpillFile({ spillPath, maxMemoryBytes: 0 });

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  spilled.close();
});

test('data that a full disk took in part do not move those that are kept after them', () => {
  const first = spilled.keep(Buffer.from('first'));
  const { writeSync } = fs;
  const full = vi.spyOn(fs, 'writeSync');
  const takeSome = (file: number) => writeSync(file, 'lo');
  full.mockImplementationOnce(takeSome).mockImplementationOnce(() => {
    throw Object.assign(new Error('write: no space left'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  expect(() => spilled.keep(Buffer.from('lost'))).toThrow('no space left');
  full.mockRestore();
  syncBuiltinESMExports();
  const last = spilled.keep(Buffer.from('last'));
  expect(Buffer.from(last.read()).toString()).toBe('last');
  expect(Buffer.from(first.read()).toString()).toBe('first');
});
