import { open } from 'node:fs/promises';
import { failed, fault, ok } from '../../../shared/index.ts';
import type { PrinterDpi, Result } from '../../../shared/index.ts';
import { readErrorMessage } from '../../os/errors.ts';
import { makeFolder, privateFileMode, removeQuietly, tryOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { toOutcomeEvent } from '../queue/outcome.ts';
import type { PrintFile, Printer } from '../types.ts';
import type { GrayBitmap } from '../../drawing/dots.ts';
import { exactDpi, fitsPaper, makeLabelZpl } from './graphic-field.ts';

/** Draws one page (1-based) of a PDF at this resolution, black on white; null past the last page. */
export type Rasterise = (pdfPath: string, page: number, dpi: number) => Promise<GrayBitmap | null>;

export interface RenderingOptions {
  /** Where the ZPL goes. */
  readonly printer: Printer;
  readonly rasterise: Rasterise;
  readonly dpi: PrinterDpi;
  /** For the ZPL on its way; it is removed afterwards. */
  readonly dir: string;
}

/** A ZPL printer that takes PDF as well: each page becomes one bitmap label. ZPL goes through as it is. */
export function createRenderingPrinter(options: RenderingOptions): Printer {
  const { printer, dir } = options;
  return {
    name: printer.name,
    ...(printer.earlier === undefined ? {} : { earlier: printer.earlier }),
    print: async (file, signal, onEvent) => {
      if (file.kind !== 'pdf') return printer.print(file, signal, onEvent);
      const path = makeTemporaryPath(dir, '.zpl');
      try {
        const written = await writeLabels(file, path, options, signal);
        if (!written.ok) {
          onEvent?.(toOutcomeEvent(written, null));
          return written;
        }
        return await printer.print({ ...file, path, kind: 'zpl', labelEnds: written.value }, signal, onEvent);
      } finally {
        await removeQuietly(path);
      }
    },
  };
}

/** Gives where each label ends in the file. */
function writeLabels(
  { path: pdfPath, paper }: PrintFile,
  path: string,
  { rasterise, dpi, dir }: RenderingOptions,
  signal: AbortSignal | undefined,
): Promise<Result<readonly number[]>> {
  return tryOnDisk(async () => {
    await makeFolder(dir);
    const handle = await open(path, 'wx', privateFileMode);
    const ends: number[] = [];
    try {
      for (let number = 1; ; number += 1) {
        if (signal?.aborted === true) return failed(fault('cancelled'));
        const drawn = await draw(rasterise, pdfPath, number, dpi);
        if (!drawn.ok) return drawn;
        const page = drawn.value;
        if (page === null) return ok<readonly number[]>(ends);
        if (paper !== undefined && !fitsPaper(page, paper, dpi))
          return failed(fault('printer-unavailable', { detail: `page ${number} is larger than the label` }));
        const { bytesWritten } = await handle.write(makeLabelZpl(page));
        ends.push((ends.at(-1) ?? 0) + bytesWritten);
      }
    } finally {
      await handle.close();
    }
  });
}

/** A page that cannot be drawn is nobody's defect but the file's or the renderer's: it is not printed. */
async function draw(
  rasterise: Rasterise,
  path: string,
  page: number,
  dpi: PrinterDpi,
): Promise<Result<GrayBitmap | null>> {
  try {
    return ok(await rasterise(path, page, exactDpi[dpi]));
  } catch (error) {
    const why = readErrorMessage(error).slice(0, 200);
    return failed(fault('print-failed', { detail: `page ${page} could not be drawn: ${why}` }));
  }
}
