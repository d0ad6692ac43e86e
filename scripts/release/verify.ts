/**
 * `npm run release:verify`: checks the signatures of the output of `npm run package -- --release`
 * for this system.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { macInspections, windowsInspections } from './signatures.ts';
import type { Inspection } from './signatures.ts';
import { findSigntool, windowsPowerShellEnv } from './windows-tools.ts';

const dist = join(import.meta.dirname, '../../dist');
const inspections = process.platform === 'win32' ? onWindows() : onMac();
if (inspections.length === 0) throw new Error('there is nothing to verify in dist');
for (const { command, args, objection } of inspections) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: windowsPowerShellEnv(process.env),
  });
  const ending = error?.message ?? `${command} ended with ${status ?? 'a signal'}\n${stderr}`;
  const wrong = status === 0 ? objection(`${stdout}${stderr}`) : ending;
  process.stdout.write(`${wrong === null ? 'ok' : 'WRONG'}: ${command} ${args.join(' ')}\n`);
  if (wrong !== null) {
    process.stderr.write(`${wrong}\n`);
    process.exitCode = 1;
  }
}

function onWindows(): readonly Inspection[] {
  const files = [
    ...globSync('Doca-*-setup.exe', { cwd: dist }),
    ...globSync('win*-unpacked/Doca.exe', { cwd: dist }),
    ...globSync('win*-unpacked/resources/app.asar.unpacked/**/*.node', { cwd: dist }),
  ];
  const signtool = findSigntool(process.env);
  return files.flatMap((file) =>
    windowsInspections(join(dist, file), needed('DOCA_PUBLISHER_NAME'), signtool),
  );
}

function onMac(): readonly Inspection[] {
  return globSync('mac*/Doca.app', { cwd: dist }).flatMap((app) =>
    macInspections(join(dist, app), needed('APPLE_TEAM_ID')),
  );
}

function needed(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set`);
  return value;
}
