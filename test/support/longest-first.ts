import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take some 20 s or longer on two cores, many of them waiting. */
const long = [
  'test/renderer/scenes.integration.test.ts',
  'test/renderer/work.integration.test.ts',
  'test/floor/outage.integration.test.ts',
  'test/command-line/commands.integration.test.ts',
  'test/labels/book-crash.integration.test.ts',
  'test/dispatch/spool-kill.integration.test.ts',
  'test/dev/window.integration.test.ts',
];

/**
 * Without results of an earlier run Vitest goes by the files' sizes, and a small one that takes a minute would end alone.
 * Projects stay in their order, the alphabet's; `integration` alone has such files.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longOnes = long.flatMap((path) => sorted.filter(({ moduleId }) => moduleId.endsWith(path)));
    const others = sorted.filter((file) => !longOnes.includes(file));
    const before = others.filter(({ project }) => project.name < 'integration');
    return [...before, ...longOnes, ...others.slice(before.length)];
  }
}
