/**
 * `npm run test:windows`: runs the tests on the Windows runtime: directly on Windows, and on Debian
 * on Windows' own Node under Wine, in a root that is made once (see CONTRIBUTING.md). Further
 * arguments are passed to vitest, such as a file's name.
 *
 * `--clean` removes the root. `--left-out` runs only the files that test/windows/left-out.ts leaves
 * out, and fails if one of them passes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOut } from '../../test/windows/left-out.ts';
import { buildWhenNeeded } from '../build-when-needed.ts';
import { wineFellCode } from './inside.ts';
import { cacheDir, partOf, removeLeftovers, removeTree, runOrSay, SetUpError } from './machine.ts';
import { preparePackages } from './packages.ts';
import { startPrinters } from './printers.ts';
import { makeSmallDisk } from './small-disk.ts';
import { prepareWine, runInside, wineEnv } from './wine.ts';

const onlyLeftOut = process.argv.includes('--left-out');
const leftOutEnv: Readonly<Record<string, string>> = onlyLeftOut ? { DOCA_LEFT_OUT: 'run' } : {};
const tree = join(import.meta.dirname, '../..');
const smallDiskBytes = 3 << 20;

const options = ['--clean', '--left-out'];
const chosen = options.filter((option) => process.argv.includes(option));
const words = process.argv.slice(2).filter((word) => !options.includes(word));
try {
  process.exitCode = await runLane();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  console.error(`The Windows lane could not be set up.\n${error.message}`);
  process.exitCode = 1;
}

async function runLane(): Promise<number> {
  if (!chosen.includes('--clean') && buildWhenNeeded() !== 0) {
    throw new SetUpError(
      'Some tests look at what is built: npm run build says what is wrong with it.',
    );
  }
  if (process.platform === 'win32') return runOnWindows();
  if (process.platform !== 'linux')
    throw new SetUpError('It runs on Windows, and on Debian with Wine.');
  if (chosen.includes('--clean')) {
    await removeTree(cacheDir);
    return 0;
  }
  mkdirSync(cacheDir, { recursive: true });
  await removeLeftovers(cacheDir);
  const packages = await preparePackages();
  const { root, freshPrefix } = await prepareWine();
  const code = await runUnderWine(root, freshPrefix, packages);
  if (code !== wineFellCode) return code;
  // The results of the first run do not count. A test that crashes Wine every time fails, as it
  // should.
  console.error(
    "Wine's own server crashed, which says nothing of Doca: the lane starts once more, from nothing.",
  );
  return runUnderWine(root, freshPrefix, packages);
}

function runOnWindows(): number {
  const dir = mkdtempSync(join(tmpdir(), 'doca-lane-'));
  const disk = makeSmallDisk();
  if (disk.path === null)
    console.log('No test fills a disk: only an administrator gets a small one.');
  try {
    const report = join(process.env['DOCA_RESULTS'] ?? dir, 'report.json');
    const env = {
      ...process.env,
      ...leftOutEnv,
      ...(disk.path === null ? {} : { DOCA_WINDOWS_SMALL_DISK: disk.path }),
    };
    const { status } = spawnSync(process.execPath, listVitestWords(report), {
      cwd: tree,
      stdio: 'inherit',
      env,
    });
    return judge(status ?? 1, report, 'Windows');
  } finally {
    disk.remove();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function runUnderWine(
  root: string,
  freshPrefix: string,
  packages: { readonly nodeModules: string; readonly node: string },
): Promise<number> {
  // All files that Windows writes outside of the tree are here: its drive C and its output.
  const dir = partOf(join(cacheDir, 'run'));
  const recorded = join(dir, 'recorded');
  mkdirSync(recorded, { recursive: true });
  const printers = await startPrinters(recorded);
  try {
    const prefix = join(dir, 'prefix');
    await runOrSay(
      ['cp', ['-a', '--reflink=auto', freshPrefix, prefix]],
      'Look whether the disk is full.',
    );
    const code = await runInside({
      root,
      folders: {
        prefix,
        run: dir,
        node: packages.node,
        doca: tree,
        'doca/node_modules': packages.nodeModules,
      },
      memory: { tmp: 64 << 20, 'small-disk': smallDiskBytes },
      env: {
        ...wineEnv,
        ...leftOutEnv,
        CUPS_SERVER: printers.server,
        DOCA_WINDOWS_CUPS: printers.describe(String.raw`Z:\run\recorded`),
        DOCA_WINDOWS_SMALL_DISK: String.raw`Z:\small-disk`,
      },
      workDir: '/doca',
      command: ['wine', '/node/node.exe', ...listVitestWords(String.raw`Z:\run\report.json`)],
      wordsFile: join(dir, 'words.txt'),
    });
    if (code === wineFellCode) return code;
    const judged = judge(code, join(dir, 'report.json'), 'Windows runtime under Wine');
    return judged === 0 ? lookAfterwards(printers.describe(recorded)) : judged;
  } finally {
    await printers.close();
    await removeTree(dir);
  }
}

/**
 * Checks with Debian's tools the files that Windows produced, because Windows has no such tools.
 */
function lookAfterwards(described: string): number {
  if (words.length > 0 || onlyLeftOut) return 0;
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'windows-after',
    '--passWithNoTests',
  ];
  const env = { ...process.env, DOCA_WINDOWS_CUPS: described };
  return spawnSync(process.execPath, vitest, { cwd: tree, stdio: 'inherit', env }).status ?? 1;
}

/** With paths from the tree, which Windows and Linux both understand. */
function listVitestWords(reportFile: string): string[] {
  const projects = ['unit', 'unit-mocks', 'integration', 'windows'].flatMap((name) => [
    '--project',
    name,
  ]);
  return [
    ...[
      '--disable-warning=ExperimentalWarning',
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects,
    ],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    ...(onlyLeftOut ? Object.keys(leftOut) : words),
  ];
}

interface Report {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * The lane's exit code: vitest's own could be lost on its way through Wine, so its report counts as
 * well.
 */
function judge(code: number, reportFile: string, where: string): number {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch {
    console.error(`${where}: the tests did not come to their end.`);
    return 1;
  }
  const { success, numPassedTests, numFailedTests, numPendingTests } = report;
  console.log(
    `${where}: ${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped.`,
  );
  if (onlyLeftOut) return sayWhatPasses(report);
  const idle = report.testResults.filter(({ assertionResults }) =>
    assertionResults.every(isSkipped),
  );
  if (words.length === 0)
    for (const { name } of idle) console.error(`does nothing here, and is not left out: ${name}`);
  return success && (idle.length === 0 || words.length > 0) ? code : Math.max(code, 1);
}

function isSkipped({ status }: { readonly status: string }): boolean {
  return status !== 'passed' && status !== 'failed';
}

function sayWhatPasses({ testResults }: Report): number {
  const passing = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'passed' &&
      assertionResults.every((test) => test.status === 'passed') &&
      assertionResults.length > 0,
  );
  for (const { name } of passing)
    console.error(`passes, and is left out in test/windows/left-out.ts: ${name}`);
  return passing.length === 0 ? 0 : 1;
}
