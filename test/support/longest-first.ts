import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** It computes all the time, beside the window's specs, which often wait. */
const first = ['test/renderer/scenes.integration.test.ts'];
/** Files that take some 20 s or longer on two cores, many of them waiting. */
const long = [
  'test/renderer/work.integration.test.ts',
  'test/floor/outage.integration.test.ts',
  'test/command-line/commands.integration.test.ts',
  'test/labels/book-crash.integration.test.ts',
  'test/dispatch/spool-kill.integration.test.ts',
  'test/dev/window.integration.test.ts',
];

/**
 * Without results of an earlier run Vitest goes by the files' sizes, and a small one that takes a
 * minute would end alone. Projects stay in their order, the alphabet's, because a worker starts
 * anew for another one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const find = (paths: readonly string[]): TestSpecification[] =>
      paths.flatMap((path) => sorted.filter(({ moduleId }) => moduleId.endsWith(path)));
    const [firstOnes, longOnes] = [find(first), find(long)];
    const others = sorted.filter((file) => !firstOnes.includes(file) && !longOnes.includes(file));
    const before = others.filter(({ project }) => project.name < 'integration');
    return [...firstOnes, ...before, ...longOnes, ...others.slice(before.length)];
  }
}
