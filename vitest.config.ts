import { defineConfig } from 'vitest/config';

/** `unit`: the inner loop. `integration`: real processes, tools and longer runs; part of `npm test` as well. */
export default defineConfig({
  test: {
    reporters: ['default', './test/support/no-skips-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.integration.test.ts', 'test/e2e/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.integration.test.ts'],
          exclude: ['test/e2e/**', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
