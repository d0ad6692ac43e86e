import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * Electron's answers come from its source until a runner has recorded them (`npm run ci:probes`).
 */
it('the double answers the probes as it is written down that Electron does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doca-probes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'answers.json');
  const args = [
    '--disable-warning=ExperimentalWarning',
    'test/electron-double/run.ts',
    'test/probes/main.ts',
  ];
  const env = { ...process.env, DOCA_PROBES: path, XDG_CONFIG_HOME: folder };
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
  const found = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>;
  expect(found).toEqual(JSON.parse(readFileSync(join(root, 'test/probes/answers.json'), 'utf8')));
});
