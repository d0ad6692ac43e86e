import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLabelBook } from '../../src/main/labels/index.ts';
import type { PageChoice } from '#shared/domain/records.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { makeSheets } from '../support/pdf-sheets.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const sheets = size(50, 4);

/** Measures cutting labels out of their A4 pages, against printing the pages whole. */
export async function cropBench(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doca-bench-'));
  try {
    const paths = Array.from({ length: sheets }, (_, index) => {
      const path = join(folder, `${index}.pdf`);
      const place = index % 2 === 0 ? 'upper left' : 'lower right';
      writeFileSync(path, makeSheets([{ place, box: `1 0 ${index / sheets}` }]));
      return path;
    });
    const whole = await timeLabels(folder, paths, 'whole');
    const cut = await timeLabels(folder, paths, 'auto');
    return [
      benchRow(
        `${sheets} labels on A4 pages, read one after the other: more for each that is cut out`,
        `${(cut.medianMs - whole.medianMs).toFixed(1)} ms, for the first ${(cut.firstMs - whole.firstMs).toFixed(0)} ms`,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeLabels(
  folder: string,
  paths: readonly string[],
  crop: PageChoice['crop'],
): Promise<{ readonly firstMs: number; readonly medianMs: number }> {
  const book = createLabelBook({
    startProcess: startLabelProcess,
    spillDir: join(folder, 'spill'),
  });
  try {
    // The process is there.
    for (const path of paths.slice(0, 10)) await prepare(path, 'whole');
    const [firstMs = 0, ...others] = await timeAll();
    return {
      firstMs,
      medianMs: others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0,
    };
  } finally {
    await book.close();
  }

  async function timeAll(): Promise<readonly number[]> {
    const times: number[] = [];
    for (const path of paths) {
      const startedAtMs = performance.now();
      const cropped = await prepare(path, crop);
      times.push(performance.now() - startedAtMs);
      if (cropped !== (crop === 'auto' ? 1 : 0))
        throw new Error('a label was not cut out as it should be');
    }
    return times;
  }

  async function prepare(path: string, how: PageChoice['crop']): Promise<number> {
    const prepared = await book.prepare(path, { pages: 'auto', crop: how });
    if (!prepared.ok) throw new Error(prepared.fault.kind);
    return prepared.value.croppedPages;
  }
}
