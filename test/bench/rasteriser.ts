import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLabelBook } from '../../src/main/labels/index.ts';
import { createRasteriser } from '../../src/main/printing/index.ts';
import { exactDpi, makeLabelZpl } from '../../src/main/printing/zpl/graphic-field.ts';
import { startFaultySandbox } from '../support/faulty-erp/index.ts';
import { startLabelProcess } from '../support/label-process/url.ts';
import { benchRow } from './row.ts';
import type { BenchRow } from './row.ts';
import { groupingIdOf } from '../../src/training-erp/index.ts';
import { size } from './size.ts';

const labels = size(24, 2);

/**
 * PDF labels for a printer that speaks only ZPL: drawn by the product's own renderer, packed, in
 * milliseconds a label.
 */
export async function rasteriserRows(folder: string): Promise<BenchRow[]> {
  const path = await writeBook(folder);
  const rasteriser = createRasteriser(
    new URL('../../src/main/printing/raster/worker.ts', import.meta.url),
  );
  try {
    const start = performance.now();
    await rasteriser.rasterise(path, 1, exactDpi[203]);
    const firstMs = performance.now() - start;
    const rows: BenchRow[] = [];
    for (const dpi of [203, 300] as const) {
      const begin = performance.now();
      let bytes = 0;
      for (let page = 1; page <= labels; page += 1) {
        const drawn = await rasteriser.rasterise(path, page, exactDpi[dpi]);
        if (drawn === null) throw new Error('a page is missing');
        bytes += makeLabelZpl(drawn).length;
      }
      const ms = (performance.now() - begin) / labels;
      rows.push(
        benchRow(
          `PDF labels drawn for a ZPL printer at ${dpi} dpi: each, bytes of ZPL each`,
          `${ms.toFixed(0)} ms, ${(bytes / labels / 1000).toFixed(0)} KB`,
        ),
      );
    }
    return [
      benchRow(
        'The first PDF label drawn for a ZPL printer, PDFium started',
        `${firstMs.toFixed(0)} ms`,
      ),
      ...rows,
    ];
  } finally {
    await rasteriser.close();
  }
}

async function writeBook(folder: string): Promise<string> {
  const sandbox = await startFaultySandbox({ formats: ['pdf'], shipments: labels });
  const book = createLabelBook({
    startProcess: startLabelProcess,
    spillDir: join(folder, 'spill-raster'),
  });
  try {
    const entries = [];
    for (let place = 0; place < labels; place += 1) {
      const path = join(folder, `raster-${place}.pdf`);
      writeFileSync(path, await sandbox.labelBytes(groupingIdOf(0), place));
      await book.prepare(path);
      entries.push({ path });
    }
    const written = await book.writePdf(entries, join(folder, 'raster.pdf'));
    if (!written.ok) throw new Error(written.fault.kind);
    return written.value.path;
  } finally {
    await book.close();
    await sandbox.close();
  }
}
