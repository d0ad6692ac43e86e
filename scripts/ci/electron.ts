/** `npm run ci:electron`: fetches Electron's program and runs the end-to-end specs on it. */
import { spawnSync } from 'node:child_process';
import { fetchElectron } from '../electron-binary.ts';
import { onScreen } from './contact/screen.ts';

if (fetchElectron() === null) throw new Error("Electron's program could not be fetched");
const [command, ...args] = onScreen(['npm', 'run', 'e2e']);
const shell = process.platform === 'win32';
process.exitCode = spawnSync(command, args, { stdio: 'inherit', shell }).status ?? 1;
