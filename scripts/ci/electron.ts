/** `npm run ci:electron`: fetches Electron's program and runs the end-to-end specs on it. */
import { spawnSync } from 'node:child_process';
import { fetchElectron } from '../electron-binary.ts';

const run = (command: string, args: readonly string[]): number =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' && command === 'npm' }).status ?? 1;

if (fetchElectron() === null) throw new Error("Electron's program could not be fetched");
process.exitCode =
  process.platform === 'linux' ? run('xvfb-run', ['-a', 'npm', 'run', 'e2e']) : run('npm', ['run', 'e2e']);
