import type { PageRule } from '#shared/domain/records.ts';
import { PdfDamage, PdfOdd } from './syntax/errors.ts';
import { noteMended } from './syntax/inflate.ts';
import { PdfDocument } from './document/document.ts';
import { Copier, type ObjectStore, type StoredPage } from './merge/object-store.ts';
import { joinPages } from './merge/write-pdf.ts';
import type { PageEngine } from './look/look.ts';
import type { Box } from './page/geometry.ts';
import { isDrawnOtherwise } from './page/annotations.ts';
import { addFrame, addMark } from './page/mark.ts';
import {
  choosePages,
  findSourceArea,
  normalisePage,
  toDrawn,
  type FilePage,
} from './page/pages.ts';
import { listPages, type SourcePage } from './page/source-page.ts';

export interface PdfPages {
  readonly pages: readonly StoredPage[];
  /** All pages of the file. */
  readonly filePages: number;
  /** Pages that were cut out of a sheet. */
  readonly croppedPages: number;
}

export interface ReadOptions {
  readonly engine: PageEngine;
  /** Small text in each page's margin. */
  readonly mark?: string | null;
  /** The fewest labels on a page for which they are cut out of it; default: pages stay whole. */
  readonly cutFrom?: number;
  /** Pages with a frame around the area that a crop would keep, for looking at; default none. */
  readonly framed?: PageRule | null;
}

/** PDFium draws another page of the file than the one that was read. */
class ReadOtherwise extends PdfOdd {}

/**
 * Reads the chosen pages into the store: from the file as it was sent, or, if it is encrypted, lacks
 * appearances or was misread, as PDFium writes it anew. A file that is damaged stays so: PDFium
 * would leave out in silence what it cannot read. Throws `Pdf…`.
 */
export async function readPdf(
  file: Buffer,
  rule: PageRule,
  store: ObjectStore,
  options: ReadOptions,
): Promise<PdfPages> {
  const sent = await PdfDocument.open(file);
  const read = (document: PdfDocument, source: Buffer, isLast: boolean) =>
    readPages(document, rule, store, options, source, isLast);
  try {
    return await read(sent, file, false);
  } catch (error) {
    const isMisread = error instanceof PdfDamage && sent.mayBeMisread;
    if (!(error instanceof PdfOdd || isMisread)) throw error;
    const isOtherwise = error instanceof ReadOtherwise;
    try {
      const anew = Buffer.from(await options.engine.rewrite(file));
      const document = await PdfDocument.open(anew, sent);
      return await read(document, isOtherwise || isMisread ? file : anew, true);
    } catch (again) {
      if (isOtherwise && again instanceof PdfDamage) return await read(sent, file, true);
      throw again;
    }
  }
}

/**
 * PDFium draws the pages of `file` beside them. If it is the last one, they are taken though they
 * differ, and that is told.
 */
async function readPages(
  document: PdfDocument,
  rule: PageRule,
  store: ObjectStore,
  { mark = null, engine, cutFrom = Infinity, framed = null }: ReadOptions,
  file: Buffer,
  isLast: boolean,
): Promise<PdfPages> {
  if (document.isLocked) throw new PdfOdd('it is encrypted');
  const all = listPages(document);
  const chosen = choosePages(all, rule);
  const filePages = all.length;
  if (chosen.length === 0) return { filePages, pages: [], croppedPages: 0 };
  const copier = new Copier(store, document);
  const seen = await lookAt(chosen);
  // A blank page among others may be intended; a label of white paper alone never is.
  if (seen.every(({ draft }) => draft.isBlank)) throw new PdfDamage('nothing is drawn on any page');
  // PDFium makes an appearance of nothing for a field without a value.
  if (document.isRewritten && seen.every(({ isPlain }) => isPlain))
    throw new PdfDamage('nothing is seen on any page');
  const framedPages = framed === null ? [] : choosePages(all, framed);
  const pages: StoredPage[] = [];
  let croppedPages = 0;
  for (const { page, draft, labels } of seen) {
    const frames = framedPages.includes(page) ? labels : [];
    if (labels.length >= cutFrom) cut(page, labels);
    else add(frames.length === 0 ? draft : frames.reduce(addFrame, toDrawn(draft)));
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have
    // the rest of them.
    const isSheet = rule === 'auto' && croppedPages > 1 && seen.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      const [rest] = await lookAt([next]);
      if (rest === undefined || rest.labels.length === 0) break;
      cut(next, rest.labels);
    }
  }
  return { filePages, pages, croppedPages };

  function add(draft: FilePage): void {
    pages.push(copier.page(mark === null ? draft : addMark(toDrawn(draft), mark)));
  }

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      add(normalisePage(document, { ...page, visible: findSourceArea(page, box) }));
  }

  /** Reads pages without the mark, which is on the page's margin and not on the label's. */
  async function lookAt(some: readonly SourcePage[]) {
    const drawn = some.map((page) => ({ page, draft: normalisePage(document, page) }));
    const plain = drawn.map(({ draft }) => copier.page(draft));
    const numbers = some.map((page) => all.indexOf(page) + 1);
    const isVerbatim = drawn.every(({ draft }) => typeof draft.content !== 'string');
    // A drawing of what every reader finds in the file, and as it is, would prove nothing.
    const isSure = document.isCertain && isVerbatim;
    const source = isSure ? undefined : { file, pages: all.length, numbers, isVerbatim };
    const findings = await engine.look(joinPages(plain, store), {
      pages: some.length,
      findsLabels: cutFrom < Infinity || framed !== null,
      source,
    });
    if (findings.some(({ differs }) => differs)) judgeDifference(some);
    return drawn.map((one, index) => {
      const { isPlain = false, labels = [] } = findings[index] ?? {};
      return { ...one, isPlain, labels };
    });
  }

  function judgeDifference(some: readonly SourcePage[]): void {
    // Of a damaged file PDFium may draw less.
    if (!isLast && document.isComplete) throw new ReadOtherwise('PDFium draws another page');
    if (!some.some((page) => isDrawnOtherwise(document, page))) noteMended();
  }
}
