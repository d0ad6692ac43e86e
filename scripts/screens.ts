/** `npm run screens`: builds, and takes the pictures of `docs/screens` from the running app. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWhenNeeded } from './build-when-needed.ts';

const take = join(import.meta.dirname, '../test/e2e/support/take-screens.ts');
const args = ['--disable-warning=ExperimentalWarning', take, ...process.argv.slice(2)];
process.exitCode = buildWhenNeeded() || (spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
