import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Vitest would leave one core idle; here two files run for each core, because many tests wait for servers, printers and
 * browsers much of the time.
 */
const maxWorkers = 2 * availableParallelism();
/** Waiting ends with what is waited for; these end only what hangs, on a busy machine too. */
const patience = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};
/** Real processes on a busy machine: one more try in CI, where a hiccup must not stop a good change. */
const retry = process.env['CI'] === 'true' ? 1 : 0;

/**
 * `unit`: the inner loop. `integration`: real processes, tools and longer runs; part of `npm test` as well. `soak`: only
 * with `npm run soak`.
 */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/no-skips-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['test/support/properties.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.integration.test.ts', 'test/e2e/**', '**/node_modules/**'],
          maxWorkers,
          ...patience,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: ['test/support/properties.ts'],
          include: ['test/**/*.integration.test.ts'],
          exclude: ['test/e2e/**', '**/node_modules/**'],
          maxWorkers,
          retry,
          ...patience,
        },
      },
      {
        // The built bundles in a browser: `npm run build` comes first. Each run has a home, data and ports of its own.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          maxWorkers,
          retry,
          ...patience,
        },
      },
      {
        test: { name: 'soak', include: ['test/soak/**/*.soak.ts'], testTimeout: 900_000, fileParallelism: false },
      },
    ],
  },
});
