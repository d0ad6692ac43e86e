/**
 * `npm run doctor`: checks this workstation and prints the remedies. Exit codes: 0 it can work, 1
 * something has to be done first, 2 the command line is wrong. The installed program does the same
 * with `--doctor`.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openTokenStore } from '../src/main/credentials/index.ts';
import { runDoctorCommand } from '../src/main/doctor/index.ts';
import { systemClock } from '../src/main/os/clock.ts';
import { fetchFromNode } from '../src/main/os/fetch.ts';
import { silentLog } from '../src/main/os/log.ts';
import { findDesktopDataDir, findPlatform, findStationDir } from '../src/main/os/station.ts';
import { createCupsSystem } from '../src/main/printing/index.ts';
import { failed, fault, ok, type Result } from '../src/shared/faults/faults.ts';

const platform = findPlatform();
const { text, exitCode } = await runDoctorCommand({
  name: 'npm run doctor --',
  args: process.argv.slice(2),
  platform,
  env: process.env,
  dataDir: findDesktopDataDir(process.env),
  tokenStore: await openTokenStore({ log: silentLog }),
  stationDir: findStationDir(),
  fetch: fetchFromNode,
  clock: systemClock,
  listPrinters,
});
(exitCode === 2 ? process.stderr : process.stdout).write(text);
process.exitCode = exitCode;

async function listPrinters(): Promise<Result<readonly { readonly name: string }[]>> {
  if (platform !== 'win32') {
    const cups = createCupsSystem();
    const listed = await cups.list();
    cups.close();
    return listed;
  }
  try {
    const command = 'Get-Printer | Select-Object -ExpandProperty Name';
    const args = ['-NoProfile', '-NonInteractive', '-Command', command];
    const { stdout } = await promisify(execFile)('powershell.exe', args);
    const names = stdout.split(/\r?\n/).filter((name) => name !== '');
    return ok(names.map((name) => ({ name })));
  } catch {
    return failed(fault('printer-unavailable', { reached: 'no', detail: 'Get-Printer' }));
  }
}
