import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findDumpFolder, listDumps, prepareDumpFolder } from '../../src/main/os/dumps.ts';

const nowMs = Date.UTC(2026, 10, 25);
const day = 24 * 3_600_000;
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'doca-dumps-'));
  prepareDumpFolder(dataDir, nowMs);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

function dump(name: string, daysOld: number, bytes = 10): void {
  const path = join(findDumpFolder(dataDir), name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes));
  utimesSync(path, (nowMs - daysOld * day) / 1000, (nowMs - daysOld * day) / 1000);
}

const names = () => listDumps(dataDir).map(({ path }) => basename(path));

it('are the newest five', () => {
  for (let age = 0; age < 8; age += 1) dump(`reports/${age}.dmp`, age);
  dump('settings.dat', 0);
  prepareDumpFolder(dataDir, nowMs);
  expect(names()).toEqual(['0.dmp', '1.dmp', '2.dmp', '3.dmp', '4.dmp']);
});

it('are of the last 30 days, and 50 MB together', () => {
  dump('completed/new.dmp', 1, 30 << 20);
  dump('pending/large.dmp', 2, 30 << 20);
  dump('completed/old.dmp', 31);
  prepareDumpFolder(dataDir, nowMs);
  expect(names()).toEqual(['new.dmp']);
});

it('are none if the folder is a file, without an error', () => {
  rmSync(findDumpFolder(dataDir), { recursive: true });
  writeFileSync(findDumpFolder(dataDir), '');
  expect(prepareDumpFolder(dataDir, nowMs)).toBe(false);
  expect(listDumps(dataDir)).toEqual([]);
});
