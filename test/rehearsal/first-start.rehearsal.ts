import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asar from '@electron/asar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newVersion, oldVersion } from '../../scripts/rehearsal/versions.ts';
import { journalVersion, openJournal } from '../../src/main/dispatch/index.ts';
import { readSampleLabel } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { Versions } from '../../src/main/updates/index.ts';
import type { WorseVersion } from '../../src/main/updates/index.ts';
import { cleanUp, findSetup, findWhole, places, readEntry, runSetup, standIn } from './windows.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-first-start-'));
});
afterEach(() => {
  cleanUp();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
});

const updated = ['/S', '--updated'];
const data = (): string => join(folder, 'data');

/**
 * Simulates the first start of the installed version. This process runs the parts that a stand-in
 * for Electron cannot: the same code, the label process of the installed program, on Windows' Node;
 * `harm` puts a fault into that.
 */
async function start(harm: (labelProcess: string) => void = () => undefined) {
  const version = findWhole(places.user) ?? '';
  const app = mkdtempSync(join(folder, 'app-'));
  asar.extractAll(join(places.user, 'resources', 'app.asar'), app);
  const labelProcess = join(app, 'out', 'main', 'label-process.js');
  harm(labelProcess);
  const versions = await Versions.open({
    version,
    journalVersion,
    path: join(data(), 'versions.json'),
    // Wine has no PowerShell that could look at a signature.
    setups: { folder: places.updater, isOurs: () => Promise.resolve(true) },
    nowMs: Date.now(),
    log: silentLog,
  });
  const stationDir = join(data(), 'station');
  const opened = openJournal({
    path: join(data(), 'journal.db'),
    stationDir,
    clock: systemClock,
    log: silentLog,
  });
  const asked: WorseVersion[] = [];
  const looks = {
    journal: () => Promise.resolve(opened.ok),
    keychain: () => Promise.resolve(true),
    labels: () => readSampleLabel(() => forkProgram(pathToFileURL(labelProcess))),
  };
  const ended = await versions.examine(looks, (worse) => {
    asked.push(worse);
    return Promise.resolve(worse.back !== null);
  });
  if (opened.ok) opened.value.journal.close();
  if (ended === 'on') await versions.settle();
  return { version, ended, asked, left: versions.left, journalOpens: opened.ok };
}

const kept = (): Buffer => readFileSync(join(places.updater, 'version-before.exe'));
const fine = { ended: 'on', asked: [] };

it('a version that reads no labels reports it, and the one before replaces it and starts', async () => {
  mkdirSync(data());
  runSetup(findSetup(oldVersion), ['/S']);
  expect(await start()).toMatchObject(fine);
  expect(kept().equals(readFileSync(findSetup(oldVersion)))).toBe(true);
  runSetup(findSetup(newVersion), updated);
  rmSync(standIn.told, { force: true });
  const asked = [{ version: newVersion, broken: ['labels'], back: oldVersion }];
  expect(await start((labelProcess) => writeFileSync(labelProcess, "import './gone.js';"))).toEqual(
    {
      version: newVersion,
      ended: 'back',
      asked,
      left: newVersion,
      journalOpens: true,
    },
  );
  await expect.poll(() => findWhole(places.user)).toBe(oldVersion);
  await expect.poll(standIn.readTold).toContain('--updated');
  expect(readEntry('HKCU')).toMatchObject({ DisplayVersion: oldVersion });
  expect(await start()).toMatchObject({
    ...fine,
    version: oldVersion,
    left: newVersion,
    journalOpens: true,
  });
});

it('a complete version is noted, and its setup replaces the stored one', async () => {
  mkdirSync(data());
  runSetup(findSetup(oldVersion), ['/S']);
  await start();
  runSetup(findSetup(newVersion), updated);
  expect(await start()).toEqual({ version: newVersion, ...fine, left: null, journalOpens: true });
  expect(JSON.parse(readFileSync(join(data(), 'versions.json'), 'utf8'))).toMatchObject({
    good: { version: newVersion, failing: [] },
  });
  expect(kept().equals(readFileSync(findSetup(newVersion)))).toBe(true);
});
