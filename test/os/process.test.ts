import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { isAlive } from '../../src/main/os/process.ts';

it('distinguishes a running process from one that has ended', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(process.ppid)).toBe(true);
  expect(isAlive(spawnSync(process.execPath, ['-e', '0']).pid)).toBe(false);
});
