import type { StartLabelProcess } from '../../../src/main/labels/index.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { askRun, sharedAt } from '../browser/run.ts';

/** The program as the command line starts it: from its sources. */
const sourceUrl = new URL('../../../src/main/labels/book/process.ts', import.meta.url);

/**
 * The label process's program for tests: in one bundle that the run made of today's sources. Tests start it some hundred times, and
 * two thirds of a start would be the finding and reading of the PDF library's hundreds of files. Programs outside Vitest
 * start it from its sources.
 */
export const labelProcessUrl =
  process.env[sharedAt] === undefined ? sourceUrl : new URL(await askRun<string>('/label-process'));

export const startLabelProcess: StartLabelProcess = () => forkProgram(labelProcessUrl);
