import type { FoundCode, LabelReading } from '#shared/domain/records.ts';
import { readingDpis } from '#shared/domain/resolutions.ts';
import { PageDrawing, Undrawable } from '../../drawing/drawing.ts';
import { blindEngine, inMemoryAlone, LabelReader } from '../book/label-reader.ts';
import {
  joinReadings,
  nothingRead,
  unreadLabel,
  type ReadReply,
  type ReadRequest,
} from './protocol.ts';
import type { Choice } from '../book/protocol.ts';
import { readZplCodes, readZplText } from '../zpl-reading/codes.ts';

/** A file and its page together. */
const maxMemoryBytes = 256 * 1024 * 1024;
/** A sheet of A4 at 300 dpi; larger pictures are not worth the time. */
const maxDots = 9_000_000;
/** More than any label has. */
const maxTextLength = 50_000;
/** A file with more pages is a list. */
const maxPages = 20;

/**
 * Reads a file's codes: drawn pages as a printer would burn them; ZPL from its text, as the printer
 * makes them.
 */
export class FileReading {
  #drawing: PageDrawing | null = null;

  async answer({ want, path, choice }: ReadRequest): Promise<ReadReply> {
    return want === 'text'
      ? { ...nothingRead, text: await this.readText(path, choice) }
      : { ...nothingRead, reading: await this.read(path, choice) };
  }

  /** An unreadable file has no codes. Throws if PDFium or the decoder crashed. */
  async read(path: string, choice: Choice): Promise<LabelReading> {
    const shown = await showLabel(path, choice);
    if (shown === null) return unreadLabel;
    const { pdf, zpl } = shown;
    const texts = zpl.map((one): LabelReading => {
      const { codes, pages } = readZplCodes(one, choice.paper);
      const looked = codes.length > 0;
      return { codes, pages, dpi: looked ? readingDpis[0] : null, looked };
    });
    return joinReadings(pdf === null ? texts : [...texts, await this.#readPdf(pdf)]);
  }

  /**
   * Returns the text on all pages of a file and the data of codes in ZPL; '' for an unreadable
   * file.
   */
  async readText(path: string, choice: Choice): Promise<string> {
    const shown = await showLabel(path, choice, blindEngine);
    if (shown === null) return '';
    const texts = shown.zpl.map(readZplText);
    if (shown.pdf !== null) {
      this.#drawing ??= await startDrawing();
      texts.push(...readPageTexts(this.#drawing, shown.pdf));
    }
    return texts.join('\n').slice(0, maxTextLength);
  }

  async #readPdf(pdf: Buffer): Promise<LabelReading> {
    this.#drawing ??= await startDrawing();
    for (const dpi of readingDpis) {
      const { codes, pages, looked } = await readPages(this.#drawing, pdf, dpi);
      if (codes.length > 0) return { codes, pages, dpi, looked: true };
      // Finer dots show codes that a coarse printer loses, or that there are none.
      if (!looked || dpi === readingDpis.at(-1)) return { codes, pages, dpi: null, looked };
    }
    throw new Error('there is no resolution to read at');
  }
}

/** Returns null for an unreadable file. It is read in memory alone. */
function showLabel(path: string, choice: Choice, engine?: typeof blindEngine) {
  return new LabelReader(inMemoryAlone, engine).show(path, choice).catch(() => null);
}

function* readPageTexts(drawing: PageDrawing, pdf: Buffer): Generator<string> {
  for (let page = 1; page <= maxPages; page += 1) {
    try {
      const text = drawing.usePage(pdf, page, (open) => open.readText());
      if (text === null) return;
      yield text;
    } catch (error) {
      if (error instanceof Undrawable) return;
      throw error;
    }
  }
}

async function startDrawing(): Promise<PageDrawing> {
  const [{ startPdfium }, { startDecoder }] = await Promise.all([
    import('../../drawing/pdfium.ts'),
    import('./decoder.ts'),
  ]);
  await startDecoder();
  return new PageDrawing(await startPdfium(maxMemoryBytes), maxDots);
}

async function readPages(
  drawing: PageDrawing,
  pdf: Buffer,
  dpi: (typeof readingDpis)[number],
): Promise<Omit<LabelReading, 'dpi'>> {
  const { decodePage } = await import('./decoder.ts');
  const codes: FoundCode[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    let picture;
    try {
      picture = drawing.draw(pdf, page, dpi);
    } catch (error) {
      if (error instanceof Undrawable) return { codes, pages: page - 1, looked: codes.length > 0 };
      throw error;
    }
    if (picture === null) return { codes, pages: page - 1, looked: true };
    for (const code of await decodePage(picture)) codes.push({ ...code, page });
  }
  return { codes, pages: maxPages, looked: codes.length > 0 };
}
