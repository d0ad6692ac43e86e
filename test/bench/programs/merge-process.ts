import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCodeReader, createLabelBook } from '../../../src/main/labels/index.ts';
import { forkProgram } from '../../../src/main/os/child-process.ts';
import { startLabelProcess } from '../../support/label-process/url.ts';

/** Megabytes, as Linux counts them. */
export interface MergePeaks {
  readonly labels: number;
  readonly codes: number;
}

/**
 * Merges the labels of a folder while their codes are read, and reports the peak memory of the two
 * processes.
 */
const [folder = '', count = '0'] = process.argv.slice(2);
const codesProgram = new URL('../../../src/main/labels/codes/process.ts', import.meta.url);
const book = createLabelBook({ startProcess: startLabelProcess, spillDir: join(folder, 'spill') });
const codes = createCodeReader(() => forkProgram(codesProgram));
const entries = Array.from({ length: Number(count) }, (_, index) => ({
  path: join(folder, 'labels', `${index}.pdf`),
}));
let isRead = Promise.resolve<unknown>(null);
const prepared = await Promise.all(
  entries.map(async ({ path }, index) => {
    const label = await book.prepare(path);
    const reading = codes.read(path);
    if (index === 0) isRead = reading;
    return label;
  }),
);
if (prepared.some(({ ok }) => !ok)) throw new Error('a label was refused');
const written = await book.writePdf(entries, join(folder, 'many.pdf'));
if (!written.ok) throw new Error(written.fault.kind);
// By then the code process has all that it needs.
await isRead;
const peaks: MergePeaks = {
  labels: readPeakMb('book/process.ts'),
  codes: readPeakMb('codes/process.ts'),
};
process.stdout.write(JSON.stringify(peaks));
await Promise.all([book.close(), codes.close()]);

/** Of the child that runs this program. */
function readPeakMb(program: string): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ');
  const child = children.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program),
  );
  const status = readFileSync(`/proc/${child}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
