import { defineConfig } from 'vitest/config';

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
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: ['test/support/properties.ts'],
          include: ['test/**/*.integration.test.ts'],
          exclude: ['test/e2e/**', '**/node_modules/**'],
          // Real processes on a busy machine: one more try in CI, where a hiccup must not stop a good change.
          retry: process.env['CI'] === 'true' ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The built bundles in a browser, one at a time: `npm run build` comes first.
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/e2e/global-setup.ts'],
          fileParallelism: false,
          // Real processes on a busy machine: one more try in CI, where a hiccup must not stop a good change.
          retry: process.env['CI'] === 'true' ? 1 : 0,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: { name: 'soak', include: ['test/soak/**/*.soak.ts'], testTimeout: 900_000, fileParallelism: false },
      },
    ],
  },
});
