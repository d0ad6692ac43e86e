/**
 * `npm run ci:packed -- doctor`, `open-close`, `start` or `drivers`: tries the packed program, and
 * on Windows the printers' drivers, and writes the results into `first-contact/`. If Electron is
 * not available, it runs the bundles on the double, so that the scripts themselves are tested.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { electronBinary } from '../electron-binary.ts';
import { examine } from '../release/installed.ts';
import { runWindowsPowerShell } from '../release/windows-tools.ts';
import { isGood, openAndCloseOften } from './contact/open-close.ts';
import { measureStarts } from './contact/packaged-start.ts';
import { onScreen } from './contact/screen.ts';
import { findPacked } from './contact/trial.ts';

const folder = join(import.meta.dirname, '../../first-contact');
const [what = ''] = process.argv.slice(2);
const own = join(folder, what);
const report = join(folder, `${what}.json`);
const works: Readonly<Record<string, () => unknown>> = {
  doctor,
  'open-close': openClose,
  start,
  drivers,
};

const work = works[what];
if (work === undefined) throw new Error(`one of ${Object.keys(works).join(', ')}`);
if (
  electronBinary() !== null &&
  process.platform === 'linux' &&
  process.env['DISPLAY'] === undefined
) {
  const [command, ...args] = onScreen([process.execPath, ...process.argv.slice(1)]);
  process.exitCode = spawnSync(command, args, { stdio: 'inherit' }).status ?? 1;
} else {
  mkdirSync(own, { recursive: true });
  await work();
}

function doctor(): void {
  const trial = findPacked();
  const env = { ...process.env, ...trial.env, DOCA_DATA_DIR: own };
  process.stdout.write(`${trial.host}: ${examine({ ...trial, env }).join(', ')}\n`);
  copyFileSync(join(own, 'logs/doctor.txt'), report);
}

async function openClose(): Promise<void> {
  const outcome = await openAndCloseOften(findPacked(), own);
  write(outcome);
  if (!isGood(outcome)) process.exitCode = 1;
}

async function start(): Promise<void> {
  write(await measureStarts(own));
}

/** Which take XPS instead of RAW is decided by these. */
function drivers(): void {
  runWindowsPowerShell(`
    $facts = 'Name', 'MajorVersion', 'PrinterDriverAttributes', 'DefaultDatatype', 'PrintProcessor', 'PrinterEnvironment'
    ConvertTo-Json @(Get-PrinterDriver | Select-Object $facts) | Out-File -Encoding utf8 '${report}'`);
}

function write(outcome: unknown): void {
  const text = JSON.stringify(outcome, null, 2);
  writeFileSync(report, `${text}\n`);
  process.stdout.write(`${text}\n`);
}
