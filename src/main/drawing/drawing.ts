import { readFileSync, statSync } from 'node:fs';
import { blackBelow, type GrayBitmap } from './dots.ts';
import type { Pdfium, StartedPdfium } from './pdfium.ts';
import { dropPadding, fineness, shrink, type ReadRows } from './shrink.ts';

/** A fault of the file or page, not of the program that draws it. */
export class Undrawable extends Error {}

/** The file needs a password, or has an unknown encryption. */
export class Locked extends Undrawable {}

/** The engine ran out of memory; its drawings since may lack something and are not used. */
class OutOfMemory extends Error {
  constructor(options?: ErrorOptions) {
    super('it needs more memory than there is for one file', options);
  }
}

/** A file by its path, or its bytes, which must not change. */
export type DrawnFile = string | Uint8Array;

interface OpenDocument {
  /** Tells the file at its path from one that replaces it; bytes identify themselves. */
  readonly identity: DrawnFile;
  readonly handle: number;
  readonly data: number;
  readonly pages: number;
}

/** Scale and orientation for drawing a page. */
export interface PageScale {
  readonly dpiX: number;
  readonly dpiY: number;
  /** By a quarter turn clockwise. */
  readonly isTurned: boolean;
  /** Drawn once, at a ninth of the cost: each bar may be up to a dot wider. Default false. */
  readonly isCoarse?: boolean;
}

/** A loaded page, with its size in points or dots. */
type Measured = Readonly<Record<'page' | 'width' | 'height', number>>;

/** A loaded page, in points. */
export type OpenPage = NonNullable<ReturnType<PageDrawing['openPage']>>;

const grayFormat = 1;
const white = 0xffffffff;
const withAnnotations = 0x01;
/** A password is needed, or an encryption is not known. */
const lockedErrors: readonly number[] = [4, 5];
const withoutSecurity = 3;

/** Four floats. */
const boxBytes = 16;
/** More than any label has. */
const maxLetters = 20_000;
/** Dots of finer print heads are so small that one more or less does not matter. */
const fineDpi = 600;
/**
 * The most bytes of the finer picture that a page is made from; a sheet of A4 at 300 dpi takes 78
 * million.
 */
const maxFineDots = 100_000_000;

/**
 * Draws pages of PDF files with PDFium. The last page's file stays open: pages are mostly requested
 * in order.
 */
export class PageDrawing {
  readonly #pdfium: Pdfium;
  readonly #ranOut: () => boolean;
  readonly #maxDots: number;
  #open: OpenDocument | null = null;

  constructor({ api, ranOut }: StartedPdfium, maxDots: number) {
    this.#pdfium = api;
    this.#ranOut = ranOut;
    this.#maxDots = maxDots;
  }

  /** Draws a page (1-based) upright. Returns null past the last one, and closes the file then. */
  draw(file: DrawnFile, number: number, dpi: number): GrayBitmap | null {
    return this.usePage(file, number, (page) => {
      const isTurned = page.width > page.height;
      const size = page.measure({ dpiX: dpi, dpiY: dpi, isTurned });
      const { width, height } = size;
      if (!(width * height <= this.#maxDots))
        throw new Undrawable(`the page has ${width} × ${height} dots`);
      return { width, height, gray: size.drawRows(0, height) };
    });
  }

  /** Opens a page (1-based) during the work. Past the last one: null, and closes the file. */
  usePage<T>(file: DrawnFile, number: number, work: (page: OpenPage) => T): T | null {
    const page = this.openPage(file, number);
    if (page === null) return null;
    try {
      return work(page);
    } finally {
      page.close();
    }
  }

  /**
   * Opens a page (1-based) for drawing in pieces; the caller closes it. Past the last: null, and
   * closes the file.
   */
  openPage(file: DrawnFile, number: number) {
    return this.#watchMemory(() => {
      const document = this.#document(file);
      if (number > document.pages) {
        this.close();
        return null;
      }
      const page = this.#pdfium.FPDF_LoadPage(document.handle, number - 1);
      if (page === 0) throw new Undrawable('the page is damaged');
      const size = {
        width: this.#pdfium.FPDF_GetPageWidthF(page),
        height: this.#pdfium.FPDF_GetPageHeightF(page),
      };
      return {
        ...size,
        measure: (scale: PageScale) => this.#measure({ page, ...size }, scale),
        /** Returns the page's text, as far as its fonts map it. */
        readText: () => this.#watchMemory(() => this.#readLetters(page)),
        close: () => this.#pdfium.FPDF_ClosePage(page),
      };
    });
  }

  /** Returns the number of a file's pages. */
  count(file: DrawnFile): number {
    return this.#watchMemory(() => this.#document(file).pages);
  }

  /**
   * Returns the file written anew: not encrypted, and with an appearance for each annotation that
   * viewers draw.
   */
  rewrite(file: DrawnFile): Uint8Array {
    return this.#watchMemory(() => {
      const { handle, pages } = this.#document(file);
      const info = this.#pdfium.PDFiumExt_OpenFormFillInfo();
      const form = this.#pdfium.PDFiumExt_InitFormFillEnvironment(handle, info);
      try {
        for (let index = 0; index < pages; index += 1)
          this.#makeAppearances(this.#pdfium.FPDF_LoadPage(handle, index), form);
        return this.#save(handle);
      } finally {
        this.#pdfium.PDFiumExt_ExitFormFillEnvironment(form);
        this.#pdfium.PDFiumExt_CloseFormFillInfo(info);
        this.close();
      }
    });
  }

  /** A page that cannot be loaded stays as it is. */
  #makeAppearances(page: number, form: number): void {
    if (page === 0) return;
    this.#pdfium.FORM_OnAfterLoadPage(page, form);
    this.#pdfium.FORM_OnBeforeClosePage(page, form);
    this.#pdfium.FPDF_ClosePage(page);
  }

  #save(document: number): Uint8Array {
    const writer = this.#pdfium.PDFiumExt_OpenFileWriter();
    try {
      if (!this.#pdfium.FPDF_SaveAsCopy(document, writer, withoutSecurity))
        throw new Undrawable('the file cannot be written anew');
      const size = this.#pdfium.PDFiumExt_GetFileWriterSize(writer);
      const data = this.#allocate(size);
      this.#pdfium.PDFiumExt_GetFileWriterData(writer, data, size);
      const written = this.#pdfium.pdfium.HEAPU8.slice(data, data + size);
      this.#pdfium.pdfium.wasmExports.free(data);
      return written;
    } finally {
      this.#pdfium.PDFiumExt_CloseFileWriter(writer);
    }
  }

  /** A label that was cut out of a sheet still has the texts of the others, which nobody sees. */
  #readLetters(page: number): string {
    const letters = this.#pdfium.FPDFText_LoadPage(page);
    if (letters === 0) return '';
    const count = Math.min(this.#pdfium.FPDFText_CountChars(letters), maxLetters);
    const result = this.#allocate(boxBytes + (count + 1) * 2);
    try {
      // Where its media box and its crop box meet: left, top, right and bottom.
      if (!this.#pdfium.FPDF_GetPageBoundingBox(page, result)) return '';
      const memory = (): Buffer => Buffer.from(this.#pdfium.pdfium.HEAPU8.buffer);
      const readSide = (at: number) => memory().readFloatLE(result + at);
      const text = result + boxBytes;
      const written = this.#pdfium.FPDFText_GetBoundedText(
        letters,
        readSide(0),
        readSide(4),
        readSide(8),
        readSide(12),
        text,
        count,
      );
      return new TextDecoder('utf-16le').decode(
        memory().subarray(text, text + Math.max(0, written) * 2),
      );
    } finally {
      this.#pdfium.pdfium.wasmExports.free(result);
      this.#pdfium.FPDFText_ClosePage(letters);
    }
  }

  #watchMemory<T>(work: () => T): T {
    let done: T;
    try {
      done = work();
    } catch (error) {
      throw this.#ranOut() ? new OutOfMemory({ cause: error }) : error;
    }
    // Something may be missing on it.
    if (this.#ranOut()) throw new OutOfMemory();
    return done;
  }

  #document(source: DrawnFile): OpenDocument {
    const identity = typeof source === 'string' ? identify(source) : source;
    if (this.#open?.identity === identity) return this.#open;
    this.close();
    const file = typeof source === 'string' ? readFileSync(source) : source;
    const data = this.#allocate(file.length);
    this.#pdfium.pdfium.HEAPU8.set(file, data);
    const handle = this.#pdfium.FPDF_LoadMemDocument(data, file.length, '');
    const pages = handle === 0 ? 0 : this.#pdfium.FPDF_GetPageCount(handle);
    this.#open = { identity, handle, data, pages };
    if (pages > 0) return this.#open;
    const locked = handle === 0 && lockedErrors.includes(this.#pdfium.FPDF_GetLastError());
    this.close();
    throw locked ? new Locked('the file needs a password') : new Undrawable('the file is damaged');
  }

  /** Closes the file that is open. */
  close(): void {
    if (this.#open === null) return;
    if (this.#open.handle !== 0) this.#pdfium.FPDF_CloseDocument(this.#open.handle);
    this.#pdfium.pdfium.wasmExports.free(this.#open.data);
    this.#open = null;
  }

  #measure(
    { page, width: wide, height: high }: Measured,
    { dpiX, dpiY, isTurned, isCoarse = false }: PageScale,
  ) {
    const width = Math.max(1, Math.round(((isTurned ? high : wide) / 72) * dpiX));
    const height = Math.max(1, Math.round(((isTurned ? wide : high) / 72) * dpiY));
    const isFine =
      !isCoarse && Math.min(dpiX, dpiY) < fineDpi && width * height * fineness ** 2 <= maxFineDots;
    const turns = isTurned ? 1 : 0;
    return {
      width,
      height,
      /** Memory for one row while it is drawn. */
      bytesPerRow: width * (isFine ? fineness ** 2 : 1),
      /**
       * Returns these rows (from the top, the last one excluded) in gray, black ink 0. The page may
       * be drawn in pieces to save memory: vertical and horizontal edges are the same then; on
       * slopes a dot may differ by two shades of 255, because PDFium rounds at the cut of a line.
       * `room`: memory for these rows and two more, of which the result is a part; if omitted, it
       * is allocated.
       */
      drawRows: (from: number, to: number, room?: Uint8Array) =>
        this.#watchMemory(() => {
          const whole = { page, width, height, turns };
          if (!isFine) return this.#render(whole, from, to, 1, dropPadding, room);
          // The treatment of hairlines needs a row above and below.
          const first = Math.max(0, from - 1);
          const last = Math.min(height, to + 1);
          const coarse = this.#render(whole, first, last, 1, dropPadding);
          // PDFium widens each bar to whole dots, by up to one; drawn with finer dots, bars keep
          // their width.
          const fine = this.#render(whole, first, last, fineness, shrink, room);
          keepHairlines(fine, coarse, width);
          return fine.subarray((from - first) * width, (to - first) * width);
        }),
    };
  }

  #render(
    { page, width, height, turns }: Measured & { readonly turns: number },
    from: number,
    to: number,
    times: number,
    read: ReadRows,
    room?: Uint8Array,
  ): Uint8Array {
    const across = width * times;
    const down = height * times;
    const rows = (to - from) * times;
    const stride = (across + 3) & ~3;
    const data = this.#allocate(stride * rows);
    try {
      const bitmap = this.#pdfium.FPDFBitmap_CreateEx(across, rows, grayFormat, data, stride);
      if (bitmap === 0) throw new OutOfMemory();
      this.#pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, across, rows, white);
      this.#pdfium.FPDF_RenderPageBitmap(
        bitmap,
        page,
        0,
        0 - from * times,
        across,
        down,
        turns,
        withAnnotations,
      );
      this.#pdfium.FPDFBitmap_Destroy(bitmap);
      const pixels = this.#pdfium.pdfium.HEAPU8.subarray(data, data + stride * rows);
      const dots = width * (to - from);
      const gray = room?.subarray(0, dots) ?? new Uint8Array(dots);
      read(pixels, stride, width, gray);
      return gray;
    } finally {
      this.#pdfium.pdfium.wasmExports.free(data);
    }
  }

  #allocate(bytes: number): number {
    const pointer = this.#pdfium.pdfium.wasmExports.malloc(Math.max(1, bytes));
    if (pointer === 0) throw new OutOfMemory();
    return pointer;
  }
}

function identify(path: string): string {
  const { ino, size, mtimeNs } = statSync(path, { bigint: true });
  return `${path} ${ino} ${size} ${mtimeNs}`;
}

/**
 * Lines thinner than a dot are white in the mean of finer dots and a whole dot in the coarse
 * drawing. Copies those that touch nothing else; ink next to black is the edge of a bar or a letter
 * and correct as it is.
 */
function keepHairlines(fine: Uint8Array, coarse: Uint8Array, width: number): void {
  const rescued: number[] = [];
  const isWhite = (at: number) => (fine[at] ?? 255) >= blackBelow;
  for (let at = 0; at < fine.length; at += 1) {
    if ((coarse[at] ?? 255) >= blackBelow || !isWhite(at)) continue;
    if (isWhite(at - 1) && isWhite(at + 1) && isWhite(at - width) && isWhite(at + width))
      rescued.push(at);
  }
  for (const at of rescued) fine[at] = coarse[at] ?? 255;
}
