import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { hasHeadlessChromium } from './scripts/chromium.ts';
import { electronBinary } from './scripts/electron-binary.ts';
import { LongestFirst } from './test/support/longest-first.ts';
import { findMemoryFolder } from './test/support/memory-folder.ts';
import { leftOut } from './test/windows/left-out.ts';

/**
 * Tests start Node some hundred times, and each start would compile the sources again. As in
 * scripts/node.mjs, for vitest without it.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');
/**
 * It also takes memory in large pages where Linux gives them: tests hold many files and pictures,
 * and each page costs a fault.
 */
process.env['GLIBC_TUNABLES'] ??= 'glibc.malloc.hugetlb=1';
/** Every run reads this file, and every worker inherits it. */
const memoryFolder = findMemoryFolder();
if (memoryFolder !== null) process.env['TMPDIR'] ??= memoryFolder;

/**
 * Vitest would leave one core idle; here two files run for each core, because many tests wait for
 * servers, printers and browsers much of the time. A third one costs more in caches than it finds
 * idle.
 */
const maxWorkers = 2 * availableParallelism();
/** Waiting ends with what is waited for; these end only what hangs, on a busy machine too. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

/**
 * Node loads the sources itself, as it does when the program runs from them: nothing is
 * transformed, and a module that test files of one process share is evaluated once.
 */
const asTheyAre = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const inOneProcess = {
  globalSetup: ['test/support/browser/setup.ts'],
  isolate: false,
  ...asTheyAre,
  maxWorkers,
  ...patience,
};

/** They replace a module, and a thread that has loaded it already would not notice. */
const withMocks = ['test/electron/!(*.integration).test.ts', 'test/os/files.test.ts'];

/** The Windows lane can ask for what Windows leaves out, to see whether it still must be. */
const notHere =
  process.platform === 'win32' && process.env['DOCA_LEFT_OUT'] !== 'run'
    ? Object.keys(leftOut)
    : [];

/**
 * Without a browser the specs of the window are left out, which the reporter says; with CI=true
 * they run, and fail.
 */
const hasHost = hasHeadlessChromium || electronBinary() !== null || process.env['CI'] === 'true';

/** For whoever reads them afterwards: a file for each run. */
const resultsDir = process.env['DOCA_RESULTS'];
const writtenResults: readonly ['json', { outputFile: string }][] =
  resultsDir === undefined
    ? []
    : [['json', { outputFile: join(resultsDir, `${process.pid}.json`) }]];

/**
 * `unit`: the inner loop; its files share a process, because starting one costs more than most of
 * them. `unit-mocks`: those that need modules of their own. `integration`: real processes, tools
 * and longer runs, whose files share a process too; part of `npm test` as well.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './test/support/no-skips-reporter.ts', ...writtenResults],
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['test/support/properties.ts'],
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/**/*.integration.test.ts',
            'test/e2e/**',
            '**/node_modules/**',
            ...withMocks,
            ...notHere,
          ],
          ...inOneProcess,
        },
      },
      {
        test: {
          name: 'unit-mocks',
          setupFiles: ['test/support/properties.ts'],
          include: withMocks,
          exclude: ['**/node_modules/**', ...notHere],
          pool: 'threads',
          maxWorkers,
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: ['test/support/properties.ts'],
          include: ['test/**/*.integration.test.ts'],
          exclude: ['test/e2e/**', '**/node_modules/**', ...notHere],
          ...inOneProcess,
        },
      },
      {
        // On Windows' own runtime alone: `npm run test:windows`.
        test: {
          name: 'windows',
          include: process.platform === 'win32' ? ['test/windows/**/*.windows.ts'] : [],
          setupFiles: ['test/support/properties.ts'],
          maxWorkers,
          ...asTheyAre,
          ...patience,
        },
      },
      {
        // What Debian's tools say of what the Windows runtime left: the lane runs it after the
        // project before this.
        test: { name: 'windows-after', include: ['test/windows/**/*.after.ts'], ...patience },
      },
      {
        // The release's setups, which `npm run release:rehearse` has made; one after the other, on
        // one Windows.
        test: {
          name: 'rehearsal',
          include:
            process.env['DOCA_REHEARSAL'] === undefined ? [] : ['test/rehearsal/*.rehearsal.ts'],
          fileParallelism: false,
          ...asTheyAre,
          ...patience,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        // What else it has made, looked at where Debian's tools are.
        test: {
          name: 'rehearsal-packed',
          include:
            process.env['DOCA_REHEARSAL'] === undefined ? [] : ['test/rehearsal/*.packed.ts'],
          ...asTheyAre,
          ...patience,
        },
      },
      {
        // The built bundles in a browser: `npm run build` comes first. Each run has a home, data
        // and ports of its own; the specs themselves leave nothing behind in their process, so
        // files share that and its connection to the browser.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          exclude: hasHost ? [] : ['test/e2e/**'],
          globalSetup: ['test/e2e/global-setup.ts', 'test/support/browser/setup.ts'],
          isolate: false,
          ...asTheyAre,
          maxWorkers,
          ...patience,
        },
      },
    ],
  },
});
