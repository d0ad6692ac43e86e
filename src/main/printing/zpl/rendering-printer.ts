import { open, readFile, type FileHandle } from 'node:fs/promises';
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
  const handle = await open(path, 'wx', privateFileMode);
  try {
    const labels = new LabelFile(handle);
    const pages = new DrawnLabels(drawn ?? file, options, signal);
    const ended =
      drawn === undefined
        ? await pages.write(labels, Infinity)
        : await mixLabels(labels, pages, drawn, await readFile(file.path), file.labelEnds ?? []);
    return ended.ok ? ok(labels.ends) : ended;
  } finally {
    await handle.close();
  }
}

async function mixLabels(
  labels: LabelFile,
  pages: DrawnLabels,
  { places }: DrawnPages,
  zpl: Buffer,
  ends: readonly number[],
): Promise<Result<void>> {
  let from = 0;
  const copyTo = async (at: number) => {
    for (const end of ends.filter((one) => one > from && one <= at)) {
      await labels.add(zpl.subarray(from, end));
      from = end;
    }
  };
  for (const place of places) {
    await copyTo(place.at);
    const written = await pages.write(labels, place.pages);
    if (!written.ok) return written;
  }
  await copyTo(zpl.length);
  await labels.addRest(zpl.subarray(from));
  return ok();
}

class LabelFile {
  readonly ends: number[] = [];
  readonly #handle: FileHandle;
  #length = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async add(label: string | Buffer): Promise<void> {
    await this.addRest(label);
    this.ends.push(this.#length);
  }

  /** Bytes that belong to no label. */
  async addRest(bytes: string | Buffer): Promise<void> {
    const whole = Buffer.from(bytes);
    await this.#handle.writeFile(whole);
    this.#length += whole.length;
  }
}

/** The pages of a PDF as labels, one after the other. */
class DrawnLabels {
  readonly #pdf: Pick<DrawnPages, 'path' | 'paper'>;
  readonly #options: RenderingOptions;
  readonly #signal: AbortSignal | undefined;
  #page = 0;

  constructor(
    pdf: Pick<DrawnPages, 'path' | 'paper'>,
    options: RenderingOptions,
    signal: AbortSignal | undefined,
  ) {
    this.#pdf = pdf;
    this.#options = options;
    this.#signal = signal;
  }

  /** Writes so many of them, or the rest. */
  async write(labels: LabelFile, count: number): Promise<Result<void>> {
    const { rasterise, dpi } = this.#options;
    const { path, paper } = this.#pdf;
    for (let left = count; left > 0; left -= 1) {
      if (this.#signal?.aborted === true) return fail('cancelled');
      this.#page += 1;
      let page: GrayBitmap | null;
      try {
        page = await rasterise(path, this.#page, exactDpi[dpi]);
      } catch (error) {
        const reason = readErrorMessage(error).slice(0, 200);
        return refusePage(`page ${this.#page} could not be drawn: ${reason}`);
      }
      if (page === null) {
        if (count === Infinity) return ok();
        return refusePage(`page ${this.#page} is not there`);
      }
      if (paper !== undefined && !fitsPaper(page, paper, dpi))
        return refuseUnavailable(`page ${this.#page} is larger than the label`);
      await labels.add(makeLabelZpl(page));
    }
    return ok();
  }
}

/** A page that cannot be drawn is not printed; it is the file's or the renderer's fault. */
function refusePage(detail: string): Result<never> {
  return fail('print-failed', { reached: 'no', detail });
}
