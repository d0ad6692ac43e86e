import type { StartLabelProcess } from '../../../src/main/labels/index.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import type { LabelPrograms } from './bundle.ts';
import { askRun, sharedAt } from '../browser/run.ts';

/** Outside Vitest it runs from its sources, as the command line starts it. */
const source = { whole: '../../../src/main/labels/book/process.ts', fragile: 'fragile-process.ts' };

/**
 * The label process's program for tests: in one bundle that the run made of today's sources. Tests
 * start it some hundred times, and two thirds of a start would be the finding and reading of the
 * PDF library's hundreds of files.
 */
const programs =
  process.env[sharedAt] === undefined ? source : await askRun<LabelPrograms>('/label-process');
export const labelProcessUrl = new URL(programs.whole, import.meta.url);
/** Crashes if a label tells it to. */
export const fragileProcessUrl = new URL(programs.fragile, import.meta.url);

export const startLabelProcess: StartLabelProcess = () => forkProgram(labelProcessUrl);
export const startFragileProcess: StartLabelProcess = () => forkProgram(fragileProcessUrl);
