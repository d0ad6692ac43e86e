import { open, readFile } from 'node:fs/promises';
import type { PrinterDpi } from '#shared/domain/resolutions.ts';
import { fail, ok, type Result } from '#shared/faults/faults.ts';
import { readErrorMessage } from '../../os/errors.ts';
import { makeFolder, privateFileMode, removeQuietly, tryOnDisk } from '../../os/files.ts';
import { makeTemporaryPath } from '../../os/temporary.ts';
import { refuseUnavailable } from '../queue/print-queue.ts';
import type { DrawnPages, PrintFile, Printer } from '../types.ts';
import type { GrayBitmap } from '../../drawing/dots.ts';
import { exactDpi, fitsPaper, makeLabelZpl } from './graphic-field.ts';

/**
 * Draws one page (1-based) of a PDF at this resolution, black on white; null past the last page.
 */
export type Rasterise = (pdfPath: string, page: number, dpi: number) => Promise<GrayBitmap | null>;

export interface RenderingOptions {
  readonly printer: Printer;
  readonly rasterise: Rasterise;
  readonly dpi: PrinterDpi;
  /** For the temporary ZPL. */
  readonly dir: string;
}

/**
 * A ZPL printer that takes PDF as well: each page becomes one bitmap label. ZPL passes unchanged.
 */
export function createRenderingPrinter(options: RenderingOptions): Printer {
  const { printer, dir } = options;
  return {
    name: printer.name,
    ...(printer.earlier === undefined ? {} : { earlier: printer.earlier }),
    print: async ({ drawn, ...file }, signal, onEvent) => {
      if (file.kind !== 'pdf' && drawn === undefined) return printer.print(file, signal, onEvent);
      const path = makeTemporaryPath(dir, '.zpl');
      try {
        const written = await tryOnDisk(() => writeLabels(drawn, file, path, options, signal));
        if (!written.ok) return written;
        return await printer.print(
          { ...file, path, kind: 'zpl', labelEnds: written.value },
          signal,
          onEvent,
        );
      } finally {
        await removeQuietly(path);
      }
    },
  };
}

/** Returns the end of each label in the file. */
async function writeLabels(
  drawn: DrawnPages | undefined,
  file: PrintFile,
  path: string,
  options: RenderingOptions,
  signal: AbortSignal | undefined,
): Promise<Result<readonly number[]>> {
  await makeFolder(options.dir);
  const zpl = drawn === undefined ? Buffer.alloc(0) : await readFile(file.path);
  const handle = await open(path, 'wx', privateFileMode);
  try {
    const ends: number[] = [];
    let length = 0;
    for await (const label of listLabels(drawn, file, zpl, options, signal)) {
      if (!label.ok) return label;
      const bytes = Buffer.from(label.value);
      await handle.writeFile(bytes);
      length += bytes.length;
      ends.push(length);
    }
    // Bytes that belong to no label.
    await handle.writeFile(zpl.subarray(file.labelEnds?.at(-1) ?? 0));
    return ok(ends);
  } finally {
    await handle.close();
  }
}

/** Yields the labels of `zpl` with drawn ones among them; without it, all pages of a PDF. */
async function* listLabels(
  drawn: DrawnPages | undefined,
  file: PrintFile,
  zpl: Buffer,
  options: RenderingOptions,
  signal: AbortSignal | undefined,
): AsyncGenerator<Result<string | Buffer>> {
  const { labelEnds = [] } = file;
  const places = drawn?.places ?? [{ at: 0, pages: Infinity }];
  let from = 0;
  let number = 0;
  for (const { at, pages } of [...places, { at: zpl.length, pages: 0 }]) {
    for (const end of labelEnds.filter((one) => one > from && one <= at)) {
      yield ok(zpl.subarray(from, end));
      from = end;
    }
    for (let left = pages; left > 0; left -= 1) {
      if (signal?.aborted === true) yield fail('cancelled');
      number += 1;
      const label = await drawLabel(drawn ?? file, number, options);
      if (label === null && pages === Infinity) return;
      yield label ?? refusePage(`page ${number} is not there`);
    }
  }
}

/** Returns null past the last page. */
async function drawLabel(
  { path, paper }: Pick<DrawnPages, 'path' | 'paper'>,
  number: number,
  { rasterise, dpi }: RenderingOptions,
): Promise<Result<string> | null> {
  try {
    const page = await rasterise(path, number, exactDpi[dpi]);
    if (page === null) return null;
    return paper === undefined || fitsPaper(page, paper, dpi)
      ? ok(makeLabelZpl(page))
      : refuseUnavailable(`page ${number} is larger than the label`);
  } catch (error) {
    const reason = readErrorMessage(error).slice(0, 200);
    return refusePage(`page ${number} could not be drawn: ${reason}`);
  }
}

/** A page that cannot be drawn is not printed; it is the file's or the renderer's fault. */
function refusePage(detail: string): Result<never> {
  return fail('print-failed', { reached: 'no', detail });
}
