import { readFileSync } from 'node:fs';
import type { PageRule } from '#shared/domain/records.ts';
import { writePieces } from './files.ts';
import { workInThisThread, type PageEngine } from '../pdf/look/look.ts';
import { rememberLooks, type Looks } from '../pdf/look/looks.ts';
import { Copier, ObjectStore, type StoredPage } from '../pdf/merge/object-store.ts';
import type { SpillLimits } from '../pdf/merge/spill-file.ts';
import { findCommonPaper, findPaperForAll, joinPages, writePdf } from '../pdf/merge/write-pdf.ts';
import { addMark, type DrawnPage } from '../pdf/page/mark.ts';
import { readPdf } from '../pdf/read-pdf.ts';
import { placeOnSheets } from '../pdf/sheets.ts';
import { PdfDamage, toPdfFaultKind } from '../pdf/syntax/errors.ts';
import { isLabelMended, startLabel } from '../pdf/syntax/inflate.ts';
import { FaultError, throwFault } from '../../os/errors.ts';
import { toDiskFault } from '../../os/files.ts';
import type { BookEntry, WriteOptions, WrittenBook } from '../types.ts';
import {
  countBytes,
  isAskedFor,
  nameKind,
  nothingRead,
  openParts,
  readInTurn,
  selectPapers,
  selectZpl,
  type Part,
  type PartRead,
} from './parts.ts';
import type { Choice, Reply, Request } from './protocol.ts';
import { findLabelEnds, ZplDamage } from '../../zpl/index.ts';
import { markZpl } from '../formats/zpl-mark.ts';

interface Prepared {
  readonly choice: Choice;
  /** Null if some of them are ZPL that no PDF has needed yet. */
  pages: readonly StoredPage[] | null;
  /** The pages that are papers of invoices. */
  readonly danfes: ReadonlySet<number>;
  readonly hasZpl: boolean;
  /** Its filtered ZPL; null if it is read again to save memory. */
  readonly zpl: readonly Part[] | null;
}

/** For a reader of a file or two. */
export const inMemoryAlone: SpillLimits = {
  spillPath: '',
  maxMemoryBytes: Number.MAX_SAFE_INTEGER,
};

/** The process's memory before it read anything: it differs between Electron and Node. */
const bytesBefore = process.memoryUsage.rss();

/** Five thousand of these are no burden; larger ZPL is filtered again when it is written. */
const maxKeptZplBytes = 16 << 10;

/**
 * One for all readers of this thread: a start of PDFium costs ten times as much as a label's small
 * drawing.
 */
const engineHere = workInThisThread();

/** A text is read as it stands in the file: no page is drawn for it. */
export const blindEngine: PageEngine = {
  ...engineHere,
  look: (_pdf, { pages }) =>
    Promise.resolve(
      Array.from({ length: pages }, () => ({ isPlain: false, labels: [], differs: false })),
    ),
};

/**
 * Reads label files into one store of objects, and writes books from it. A format's code is loaded
 * on demand.
 */
export class LabelReader {
  readonly #store: ObjectStore;
  readonly #engine: PageEngine;
  readonly #readFile: (path: string) => Buffer;
  readonly #prepared = new Map<string, Prepared>();

  constructor(
    limits: SpillLimits,
    engine: PageEngine = engineHere,
    readFile: (path: string) => Buffer = (path) => readFileSync(path),
  ) {
    this.#store = new ObjectStore(limits);
    this.#engine = engine;
    this.#readFile = readFile;
  }

  /**
   * One request at a time: all that is read during a request counts against the limits of its
   * label.
   */
  async handle(request: Request): Promise<Reply> {
    try {
      switch (request.type) {
        case 'prepare':
          return await this.#prepare(request.path, request).catch(throwFileFault);
        case 'draw':
          return await this.#draw(request.path).catch(throwFileFault);
        case 'draw-danfe':
          return await this.#drawDanfe(request).catch(throwFileFault);
        case 'split':
          return await this.#split(request).catch(throwFileFault);
        case 'write-pdf':
          return await this.#writePdf(request.entries, request.outPath, request.options);
        case 'write-pages':
          return await this.#writePages(request.entries, request.outPath);
        case 'write-zpl':
          return await this.#writeZpl(request.entries, request.outPath);
        case 'close':
          this.close();
          return { type: 'closed', grownBytes: process.memoryUsage.rss() - bytesBefore };
      }
    } catch (error) {
      const known = error instanceof FaultError ? error.fault : toDiskFault(error);
      if (known === null) throw error;
      return { type: 'fault', fault: known };
    }
  }

  /** The same for callers in another process: a defect is a reply too. */
  async answer(request: Request): Promise<Reply> {
    try {
      return await this.handle(request);
    } catch (error) {
      return {
        type: 'bug',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
  }

  /** Returns a label for looking at it: its pages as a PDF, and the text of its ZPL. */
  async show(path: string, choice: Choice) {
    const { parts, engine } = await this.#open(path, choice.looks);
    const zpl = selectZpl(parts).map(({ bytes }) => bytes);
    const drawn = parts.filter(({ format }) => format !== 'zpl');
    const pages = await this.#readPages(drawn, choice, engine);
    return { pdf: pages.length === 0 ? null : joinPages(pages, this.#store), zpl };
  }

  /** Removes the spill file, as the process's end does. */
  close(): void {
    this.#store.close();
  }

  async #prepare(path: string, choice: Choice): Promise<Reply> {
    this.#prepared.delete(path);
    const { format, parts, engine } = await this.#open(path, choice.looks);
    const hasZpl = parts.some((part) => part.format === 'zpl');
    const { pages, sizes, danfes, filePages, croppedPages } = await readInTurn(
      parts,
      choice,
      (part, own) =>
        part.format === 'zpl' ? this.#measure(part, own) : this.#readPart(part, own, engine),
    );
    const looks = engine.listLooks();
    const zpl = selectZpl(parts);
    this.#prepared.set(path, {
      choice: { ...choice, looks },
      pages: hasZpl ? null : pages,
      danfes: new Set(danfes),
      hasZpl,
      zpl: countBytes(zpl) <= maxKeptZplBytes ? zpl : null,
    });
    return {
      type: 'prepared',
      label: {
        format,
        pages: sizes.length - danfes.length,
        filePages,
        croppedPages,
        hasZpl,
        leftOut: [...new Set(parts.flatMap((part) => part.leftOut))],
        isMended: isLabelMended(),
        kind: nameKind(format, parts),
        paper: findPaperForAll(sizes),
        isDrawn: !hasZpl,
        looks,
      },
    };
  }

  async #draw(path: string): Promise<Reply> {
    await this.#readEntryPages({ path });
    return { type: 'drawn' };
  }

  async #drawDanfe({
    path,
    outPath,
    paper,
  }: Extract<Request, { readonly type: 'draw-danfe' }>): Promise<Reply> {
    const { readInvoice } = await import('../danfe/invoice.ts');
    const { layOutDanfe, writeDanfe } = await import('../danfe/paper.ts');
    const zpl = writeDanfe(layOutDanfe(readInvoice(this.#readFile(path)), paper), paper);
    await writePieces(outPath, (output) => output.write(zpl));
    return { type: 'drawn' };
  }

  async #split({
    path,
    folder,
    runs,
  }: Extract<Request, { readonly type: 'split' }>): Promise<Reply> {
    startLabel();
    const { splitFile } = await import('./split.ts');
    const store = this.#store.another('pieces');
    try {
      return {
        type: 'split',
        pieces: await splitFile(this.#readFile(path), folder, store, this.#engine, runs),
      };
    } finally {
      store.close();
    }
  }

  async #open(path: string, looks?: Looks) {
    startLabel();
    const file = this.#readFile(path);
    if (file.length === 0) throwFault('label-empty');
    return { ...(await openParts(file)), engine: rememberLooks(this.#engine, file, looks) };
  }

  async #readPages(
    parts: readonly Part[],
    choice: Choice,
    engine: PageEngine,
    mark: string | null = null,
  ): Promise<readonly StoredPage[]> {
    const read = await readInTurn(parts, choice, (part, own) =>
      this.#readPart(part, own, engine, mark),
    );
    return read.pages;
  }

  async #measure({ bytes, danfes }: Part, { paper }: Choice): Promise<PartRead> {
    const { measureZpl } = await import('../zpl-drawing/draw.ts');
    const sizes = measureZpl(bytes, paper);
    return { ...nothingRead, sizes, danfes: [...danfes], filePages: sizes.length };
  }

  async #readPart(
    { bytes, format }: Part,
    choice: Choice,
    engine: PageEngine,
    mark: string | null = null,
    framed: PageRule | null = null,
  ): Promise<PartRead> {
    const { paper, pages, crop } = choice;
    switch (format) {
      case 'pdf': {
        const cutFrom = crop === 'auto' ? 1 : Infinity;
        const how = { mark, cutFrom, framed, engine };
        const read = await readPdf(bytes, pages, this.#store, how);
        return { ...nothingRead, ...read, sizes: read.pages };
      }
      case 'png':
      case 'jpeg': {
        const { placeImage } = await import('../formats/image.ts');
        const page = placeImage(bytes, format, paper);
        const plain = this.#storeMade([page], null);
        const [findings] = await engine.look(joinPages(plain.pages, this.#store), {
          pages: 1,
          findsLabels: false,
        });
        if (findings?.isPlain) throw new PdfDamage('nothing is drawn on the picture');
        return mark === null ? plain : this.#storeMade([page], mark);
      }
      case 'zpl': {
        const { drawZpl } = await import('../zpl-drawing/draw.ts');
        return this.#storeMade(drawZpl(bytes, paper), mark);
      }
    }
  }

  /** Pages that were made here, of objects that every viewer draws. */
  #storeMade(drafts: readonly DrawnPage[], mark: string | null): PartRead {
    const copier = new Copier(this.#store, null);
    const pages = drafts.map((draft) => copier.page(mark === null ? draft : addMark(draft, mark)));
    return { ...nothingRead, pages, sizes: pages, filePages: pages.length };
  }

  /**
   * A file is read again for its mark: reprints are few, and the file is on this disk and never
   * changes.
   */
  async #readEntryPages({ path, mark = null, papers }: BookEntry): Promise<readonly StoredPage[]> {
    const prepared = this.#findPrepared(path);
    const { choice, danfes } = prepared;
    let pages = mark === null ? prepared.pages : null;
    if (pages === null) {
      const { parts, engine } = await this.#open(path, choice.looks);
      pages = await this.#readPages(parts, choice, engine, mark);
    }
    if (mark === null) prepared.pages = pages;
    return pages.filter((_, page) => isAskedFor(page, danfes, papers));
  }

  async #writePdf(
    entries: readonly BookEntry[],
    outPath: string,
    { sheet, copies = 1 }: WriteOptions,
  ): Promise<Reply> {
    const labels: (readonly StoredPage[])[] = [];
    for (const entry of entries) labels.push(await this.#readEntryPages(entry));
    const entryPages = labels.map(({ length }) => length);
    const pages = labels.flat().flatMap((page) => Array.from({ length: copies }, () => page));
    const isLaidOut = sheet !== undefined && pages.length > 0;
    const printed = isLaidOut ? placeOnSheets(pages, this.#store, sheet) : pages;
    return writeBook(printed, this.#store, outPath, { entryPages });
  }

  /**
   * Uncropped, with a frame around each area that would be cut out. Reads the file again: the pages
   * that are not printed are rarely looked at.
   */
  async #writePages(entries: readonly BookEntry[], outPath: string): Promise<Reply> {
    const pages: StoredPage[] = [];
    for (const { path } of entries) {
      const { choice } = this.#findPrepared(path);
      const { parts, engine } = await this.#open(path);
      const whole = { ...choice, pages: 'all', crop: 'whole' } as const;
      const read = await readInTurn(parts, choice, (part, own) =>
        this.#readPart(part, whole, engine, null, own.crop === 'auto' ? own.pages : null),
      );
      pages.push(...read.pages);
    }
    return writeBook(pages, this.#store, outPath);
  }

  async #writeZpl(entries: readonly BookEntry[], outPath: string): Promise<Reply> {
    const withZpl = entries.filter(({ path }) => this.#findPrepared(path).hasZpl);
    if (withZpl.length === 0)
      return { type: 'written', book: { path: outPath, bytes: 0, pages: 0 } };
    const labelEnds: number[][] = [];
    const bytes = await writePieces(outPath, async (output) => {
      let written = 0;
      for (const entry of entries) {
        const ends: number[] = [];
        const { hasZpl } = this.#findPrepared(entry.path);
        for (const part of hasZpl ? await this.#readZplParts(entry) : []) {
          output.write(part);
          for (const end of findLabelEnds(part)) ends.push(written + end);
          written += part.length;
        }
        labelEnds.push(ends);
      }
      return written;
    });
    return {
      type: 'written',
      book: { path: outPath, bytes, pages: labelEnds.flat().length, labelEnds },
    };
  }

  /**
   * Returns the parts that a printer gets unchanged, kept or read again: the file on the disk never
   * changes.
   */
  async #readZplParts({ path, mark = null, papers }: BookEntry): Promise<readonly Buffer[]> {
    const { choice, zpl } = this.#findPrepared(path);
    const chosen = zpl ?? selectZpl((await this.#open(path)).parts);
    const parts = chosen.map((part) => selectPapers(part, papers));
    return mark === null ? parts : parts.map((bytes) => markZpl(bytes, mark, choice.paper));
  }

  #findPrepared(path: string): Prepared {
    const prepared = this.#prepared.get(path);
    if (prepared === undefined) throw new Error('a file was to be written that was never prepared');
    return prepared;
  }
}

async function writeBook(
  pages: readonly StoredPage[],
  store: ObjectStore,
  path: string,
  more: Pick<WrittenBook, 'entryPages'> = {},
): Promise<Reply> {
  const bytes = await writePieces(path, (output) => writePdf(pages, store, output));
  return {
    type: 'written',
    book: { path, bytes, pages: pages.length, ...more, ...findCommonPaper(pages) },
  };
}

/** Any error while reading is the file's fault, so that it cannot spoil the others. */
function throwFileFault(error: unknown): never {
  if (error instanceof FaultError || toDiskFault(error) !== null) throw error;
  const detail = error instanceof Error ? error.message : null;
  const kind = error instanceof ZplDamage ? 'label-corrupt' : toPdfFaultKind(error);
  throwFault(kind ?? 'label-unrenderable', { detail });
}
