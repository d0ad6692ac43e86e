import type { Reporter, TestModule } from 'vitest/node';

/**
 * Says which tests were skipped and why; with CI=true a skip is a failure, because there everything that a test needs
 * is installed by `.ci/run`.
 */
export default class NoSkipsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (skipped.length === 0 || process.argv.includes('-t')) return;
    for (const test of skipped) process.stderr.write(`skipped: ${test.fullName}\n`);
    if (process.env['CI'] === 'true') {
      process.stderr.write(`${skipped.length} skipped test(s) with CI=true: a failure\n`);
      process.exitCode = 1;
    }
  }
}
