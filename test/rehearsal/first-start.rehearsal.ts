import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import asar from '@electron/asar';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newVersion, oldVersion } from '../../scripts/rehearsal/versions.ts';
import { openJournal } from '../../src/main/journal/index.ts';
import { readSampleLabel } from '../../src/main/labels/index.ts';
import { forkProgram } from '../../src/main/os/child-process.ts';
import { systemClock } from '../../src/main/os/clock.ts';
import { silentLog } from '../../src/main/os/log.ts';
import { checkFirstStart } from '../../src/main/updates/index.ts';
import { cleanUp, findSetup, findWhole, places, runSetup } from './windows.ts';

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
  const stationDir = join(data(), 'station');
  const opened = openJournal({
    path: join(data(), 'journal.db'),
    stationDir,
    clock: systemClock,
    log: silentLog,
  });
  const broken = await checkFirstStart({
    version,
    path: join(data(), 'versions.json'),
    clock: systemClock,
    log: silentLog,
    checks: {
      journal: () => Promise.resolve(opened.ok),
      keychain: () => Promise.resolve(true),
      labels: () => readSampleLabel(() => forkProgram(pathToFileURL(labelProcess))),
    },
  });
  if (opened.ok) opened.value.journal.close();
  return { version, broken };
}

const remembered = (): unknown => JSON.parse(readFileSync(join(data(), 'versions.json'), 'utf8'));

it('a version that reads no labels reports it, and is not noted', async () => {
  mkdirSync(data());
  runSetup(findSetup(oldVersion), ['/S']);
  expect(await start()).toEqual({ version: oldVersion, broken: [] });
  runSetup(findSetup(newVersion), updated);
  expect(await start((labelProcess) => writeFileSync(labelProcess, "import './gone.js';"))).toEqual(
    { version: newVersion, broken: ['labels'] },
  );
  expect(remembered()).toEqual({ good: { version: oldVersion, failing: [] } });
});

it('a complete version is noted', async () => {
  mkdirSync(data());
  runSetup(findSetup(oldVersion), ['/S']);
  await start();
  runSetup(findSetup(newVersion), updated);
  expect(await start()).toEqual({ version: newVersion, broken: [] });
  expect(remembered()).toEqual({ good: { version: newVersion, failing: [] } });
});
