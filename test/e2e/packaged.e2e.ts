import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asar from '@electron/asar';
import { afterAll, expect, it } from 'vitest';
import { shipTrainingGrouping } from '../../scripts/release/training-run.ts';
import { writeElectronStandIn } from '../release/electron-stand-in.ts';
import { launch } from './harness.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'doca-packaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * The output of electron-builder, without other files of this project: a file that it left out is
 * missing here as well.
 */
function packed(): string {
  writeElectronStandIn(join(folder, 'electron'), 'stand-in');
  const args = [
    '--dir',
    '--electron-dist',
    join(folder, 'electron'),
    '--output',
    join(folder, 'dist'),
  ];
  const script = ['--disable-warning=ExperimentalWarning', 'scripts/packaging/package.ts'];
  const { status, stderr } = spawnSync(process.execPath, [...script, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  mkdirSync(join(folder, 'app'));
  asar.extractAll(join(folder, 'dist/linux-unpacked/resources/app.asar'), join(folder, 'app'));
  return join(folder, 'app/out/main/index.js');
}

it.runIf(process.platform === 'linux')(
  'goes, packed, from a blank machine to a concluded training grouping',
  async () => {
    const app = await launch({ entry: packed() });
    try {
      await shipTrainingGrouping(app.page);
      expect(globSync('Documents/**/*.pdf', { cwd: app.home })).toHaveLength(1);
    } finally {
      await app.close();
    }
  },
);
