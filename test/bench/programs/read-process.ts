import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';
import { workInThisThread } from '../../../src/main/labels/pdf/look/look.ts';
import { labelPaper } from '#shared/domain/labels.ts';

export interface ReadFigures {
  /** Of the first time in this process: a good part of it is spent on compiling the code. */
  readonly cpuSeconds: number;
  /** Of the second and of the fifth. */
  readonly secondCpuSeconds: number;
  readonly fifthCpuSeconds: number;
  readonly bytes: number;
  readonly pages: number;
}

/**
 * Measures the label process on these files, from the first one on: reads all pages, and writes one
 * PDF. `undrawn`: without drawing any.
 */
const [how, spillPath = '', outPath = '', ...paths] = process.argv.slice(2);
const drawing = workInThisThread();
const engine = how === 'undrawn' ? { ...drawing, look: () => Promise.resolve([]) } : drawing;
const first = await mergeOnce();
const { cpuSeconds: secondCpuSeconds } = await mergeOnce();
for (let time = 3; time <= 4; time += 1) await mergeOnce();
const { cpuSeconds: fifthCpuSeconds } = await mergeOnce();
process.stdout.write(
  JSON.stringify({ ...first, secondCpuSeconds, fifthCpuSeconds } satisfies ReadFigures),
);

async function mergeOnce(): Promise<Omit<ReadFigures, 'secondCpuSeconds' | 'fifthCpuSeconds'>> {
  const reader = new LabelReader({ spillPath, maxMemoryBytes: 24 * 1024 * 1024 }, engine);
  const start = process.cpuUsage();
  for (const path of paths) {
    const reply = await reader.handle({
      type: 'prepare',
      path,
      paper: labelPaper,
      pages: 'all',
      crop: 'whole',
    });
    if (reply.type !== 'prepared') throw new Error(`${path}: ${JSON.stringify(reply)}`);
  }
  const entries = paths.map((path) => ({ path }));
  const reply = await reader.handle({ type: 'write-pdf', entries, outPath, options: {} });
  if (reply.type !== 'written') throw new Error(JSON.stringify(reply));
  const { user, system } = process.cpuUsage(start);
  reader.close();
  return { cpuSeconds: (user + system) / 1e6, bytes: reply.book.bytes, pages: reply.book.pages };
}
