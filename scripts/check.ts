/**
 * Checks types, lint, format, dead code, circles and the build: everything about the sources that
 * tests do not check. Runs as many checks at a time as there are cores, and prints the output of
 * each in one piece. `--with-tests` runs the tests too, and the checks one by one beside them,
 * because tests leave a quarter of the processors' time to others.
 *
 * What is unchanged since a check was green is not checked again: the memory is in
 * node_modules/.cache, and `npm ci` empties it. With CI=true everything is checked.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../test/support/postgres.ts';
import { CheckMemory } from './check-memory.ts';
import type { Check } from './check-memory.ts';
import { hasHeadlessChromium } from './chromium.ts';
import { getPackagedTool } from './packaged-tools.ts';

/**
 * The native compiler by its path: `typescript`, which other tools load, has a command of the same
 * name. One thread, because each further one works out much of the same types again.
 */
const tsc = 'node node_modules/@typescript/native/bin/tsc --singleThreaded';

const build = 'node --disable-warning=ExperimentalWarning scripts/build-when-needed.ts';
const sources = /\.(ts|json)$/;
/** The longest first. */
const others: readonly Check[] = [
  { command: 'oxlint', reads: sources },
  {
    command:
      'eslint --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ .',
    reads: /\.(svelte|svelte\.ts|[cm]?js)$/,
  },
  { command: `${tsc} -p .`, reads: sources },
  { command: 'oxfmt --check', reads: /./ },
  {
    command: 'node --disable-warning=ExperimentalWarning scripts/lint/components.ts',
    reads: /^src\/(renderer|shared)\//,
  },
  { command: `${tsc} -p test/e2e`, reads: sources },
  { command: 'knip --cache --no-progress --treat-config-hints-as-errors', reads: /./ },
  {
    command: 'node --disable-warning=ExperimentalWarning scripts/lint/circles.ts',
    reads: /^src\//,
  },
];
/**
 * For programs written in Go (the compiler and the part of oxlint that reads types): one thread
 * works out each type once, and collecting garbage less often costs at most 1.4 GB.
 */
const withOneThread = { GOMAXPROCS: '1', GOGC: '400' };
const tests = 'vitest run --project unit --project unit-mocks --project integration --project e2e';

const failed: string[] = [];
const memory = new CheckMemory(join(import.meta.dirname, '..'));
const changed = others.filter(isToDo);
if (process.argv.includes('--with-tests')) {
  // With CI=true it is .ci/run that installs them.
  if (process.env['CI'] !== 'true') {
    if (!hasHeadlessChromium) getPackagedTool('chromium');
    if (findPostgres() === null) getPackagedTool('postgres');
  }
  // Tests start the built program.
  await runOne(build);
  if (failed.length === 0) await Promise.all([runOne(tests, 'inherit'), work(changed)]);
} else {
  const waiting = [...changed];
  const building = runOne(build);
  const workers = Array.from({ length: Math.max(1, availableParallelism() - 1) }, async () => {
    await work(waiting);
  });
  await Promise.all([building.then(() => work(waiting)), ...workers]);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}

function isToDo(check: Check): boolean {
  if (process.env['CI'] === 'true' || !memory.isUnchanged(check)) return true;
  console.log(`> ${check.command}\nunchanged since it was green\n`);
  return false;
}

/** Runs these one after the other; several of it can share them. */
async function work(waiting: Check[]): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { command } = check;
    await memory.run(check, () => runOne(command));
  }
}

/** Returns whether it was green. */
async function runOne(command: string, words: 'pipe' | 'inherit' = 'pipe'): Promise<boolean> {
  const { code, output } = await run(command, words);
  if (words === 'pipe') console.log(`> ${command}\n${output.trimEnd()}\n`);
  if (code !== 0) failed.push(command);
  return code === 0;
}

/** npm has put the packages' commands on the path; the shell finds them on every system. */
function run(
  command: string,
  words: 'pipe' | 'inherit',
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...(command === tests ? {} : withOneThread) };
    const child = spawn(command, { shell: true, stdio: ['ignore', words, words], env });
    let output = '';
    const hear = (part: Buffer): void => {
      output += part.toString();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}
