/**
 * Checks types, lint, format, dead code, circles and the build: everything about the sources that
 * tests do not check. Runs as many checks at a time as there are cores, and prints the output of
 * each in one piece. `--with-tests` runs the tests too, and the checks one by one beside them,
 * because tests leave a quarter of the processors' time to others.
 *
 * Unchanged files are not checked again: the caches are in node_modules/.cache, and `npm ci`
 * empties them. CI always starts without caches.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findPostgres } from '../test/support/postgres.ts';
import { hasHeadlessChromium } from './chromium.ts';
import { getPackagedTool } from './packaged-tools.ts';

/**
 * The native compiler by its path: `typescript`, which other tools load, has a command of the same
 * name. One thread, because each further one works out much of the same types again.
 */
const tsc = 'node node_modules/@typescript/native/bin/tsc --singleThreaded';

const build = 'node --disable-warning=ExperimentalWarning scripts/build-when-needed.ts';
/** The longest first. */
const others = [
  'oxlint',
  'eslint --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ .',
  `${tsc} -p .`,
  'oxfmt --check',
  'node --disable-warning=ExperimentalWarning scripts/lint/components.ts',
  `${tsc} -p test/e2e`,
  'knip --cache --no-progress --treat-config-hints-as-errors',
  'node --disable-warning=ExperimentalWarning scripts/lint/circles.ts',
];
/**
 * For programs written in Go (the compiler and the part of oxlint that reads types): one thread
 * works out each type once, and collecting garbage less often costs at most 1.4 GB.
 */
const withOneThread = { GOMAXPROCS: '1', GOGC: '400' };
const tests = 'vitest run --project unit --project unit-mocks --project integration --project e2e';

const failed: string[] = [];
if (process.argv.includes('--with-tests')) {
  // With CI=true it is .ci/run that installs them.
  if (process.env['CI'] !== 'true') {
    if (!hasHeadlessChromium) getPackagedTool('chromium');
    if (findPostgres() === null) getPackagedTool('postgres');
  }
  // Tests start the built program.
  await work([build]);
  if (failed.length === 0) await Promise.all([work([tests], 'inherit'), work(others)]);
} else {
  const waiting = [...others, build];
  await Promise.all(
    Array.from({ length: Math.max(2, availableParallelism()) }, () => work(waiting)),
  );
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join('; ')}`);
  process.exitCode = 1;
}

/** Runs these one after the other; several of it can share them. */
async function work(waiting: string[], words: 'pipe' | 'inherit' = 'pipe'): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { code, output } = await run(check, words);
    if (words === 'pipe') console.log(`> ${check}\n${output.trimEnd()}\n`);
    if (code !== 0) failed.push(check);
  }
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
    child.stdout?.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr?.on('data', (part: Buffer) => (output += part.toString()));
    child.on('close', (code) => {
      resolve({ code, output });
    });
  });
}
