/**
 * `npm run screens`: builds, and takes the pictures and the film of `docs/screens` from the running
 * app. `npm run screens -- <folder> all`: only the pictures, in every theme and language.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenNeeded } from './build-when-needed.ts';

const args = process.argv.slice(2);
const programs = args[1] === 'all' ? ['take-screens.ts'] : ['take-screens.ts', 'take-film.ts'];

function run(program: string): number {
  const path = join(import.meta.dirname, '../test/e2e/support', program);
  const all = ['--disable-warning=ExperimentalWarning', path, ...args];
  return spawnSync(process.execPath, all, { stdio: 'inherit' }).status ?? 1;
}

let status = buildWhenNeeded();
for (const program of programs) {
  if (status === 0) status = run(program);
}
process.exitCode = status;
