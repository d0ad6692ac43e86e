import { globSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { packageOf } from './tools.ts';

/**
 * Reports at the end which tests were skipped, why, and the command that installs the missing
 * tools. With CI=true a skipped test is a failure, because `.ci/run` has installed them.
 */
export default class NoSkipsReporter implements Reporter {
  #projects: Vitest['projects'] = [];

  onInit(vitest: Vitest): void {
    this.#projects = vitest.projects;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.argv.includes('-t')) return;
    const names = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => test.fullName),
    );
    const specs = this.#projects.some(
      ({ name, config }) => name === 'e2e' && config.exclude.includes('test/e2e/**'),
    )
      ? globSync('test/e2e/**/*.e2e.ts')
      : [];
    const lines = sayWhatIsLeftOut([...names, ...specs.map((path) => `${path} (needs chromium)`)]);
    if (lines.length === 0) return;
    process.stderr.write(`\n${lines.join('\n')}\n`);
    if (process.env['CI'] === 'true') {
      process.stderr.write('With CI=true that is a failure.\n');
      process.exitCode = 1;
    }
  }
}

/**
 * `names` are complete test names, in which `(needs a, b)` names the tools. Each group of tests is
 * reported once.
 */
export function sayWhatIsLeftOut(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const groups = Map.groupBy(names, (name) => /^.*\(needs [^)]+\)/.exec(name)?.[0] ?? name);
  const needs = new Set(
    names.flatMap((name) => /\(needs ([^)]+)\)/.exec(name)?.[1]?.split(', ') ?? []),
  );
  const packages = new Set([...needs].flatMap((need) => packageOf[need] ?? []));
  return [
    `Left out: ${names.length}`,
    ...[...groups].map(([group, { length }]) => `  ${group}${length > 1 ? `: ${length}` : ''}`),
    ...(packages.size === 0
      ? []
      : [
          `Debian has what they need:  sudo apt-get install --no-install-recommends ${[...packages].toSorted().join(' ')}`,
        ]),
    ...(needs.has('root') ? ['Those that need root run as root.'] : []),
  ];
}
