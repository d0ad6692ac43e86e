import type { PageChoice, PageRule } from '#shared/domain/records.ts';
import { PdfDamage, PdfOdd } from './syntax/errors.ts';
import { noteMended } from './syntax/inflate.ts';
import { PdfDocument } from './document/document.ts';
import { Copier } from './merge/copier.ts';
import type { ObjectStore, StoredPage } from './merge/object-store.ts';
import { joinPages } from './merge/write-pdf.ts';
import type { PageEngine } from './look/look.ts';
import type { Box } from './page/geometry.ts';
import { choosePages } from './page/choose-pages.ts';
import { isDrawnOtherwise } from './page/annotations.ts';
import { addFrame, addMark } from './page/mark.ts';
import { findSourceArea, normalisePage, toDrawn, type FilePage } from './page/normalise.ts';
import { readPages, type SourcePage } from './page/source-page.ts';

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
  /** Default `whole`. */
  readonly crop?: PageChoice['crop'];
  /** Cuts sheets of several labels only, and leaves other pages whole. */
  readonly cutsSheets?: boolean;
  /** Pages with a frame around the area that a crop would keep, for looking at; default none. */
  readonly framed?: PageRule | null;
}

/** PDFium draws another page of the file than the one that was read. */
class ReadOtherwise extends PdfOdd {}

interface Reading {
  readonly document: PdfDocument;
  /** The file that PDFium draws beside the pages. */
  readonly source: Buffer;
  /** Pages that PDFium draws otherwise are taken all the same, and that is told. */
  readonly isLast: boolean;
}

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
  const readFrom = (document: PdfDocument, source: Buffer, isLast: boolean) =>
    read({ document, source, isLast }, rule, store, options);
  try {
    return await readFrom(sent, file, false);
  } catch (error) {
    const isMisread = error instanceof PdfDamage && sent.mayBeMisread;
    if (!(error instanceof PdfOdd || isMisread)) throw error;
    const isOtherwise = error instanceof ReadOtherwise;
    try {
      const anew = Buffer.from(await options.engine.rewrite(file));
      const document = await PdfDocument.open(anew, sent);
      return await readFrom(document, isOtherwise || isMisread ? file : anew, true);
    } catch (again) {
      if (isOtherwise && again instanceof PdfDamage) return await readFrom(sent, file, true);
      throw again;
    }
  }
}

async function read(
  { document, source, isLast }: Reading,
  rule: PageRule,
  store: ObjectStore,
  { mark = null, engine, crop = 'whole', cutsSheets = false, framed = null }: ReadOptions,
): Promise<PdfPages> {
  if (document.isLocked) throw new PdfOdd('it is encrypted');
  const all = readPages(document);
  const chosen = choosePages(all, rule);
  const filePages = all.length;
  if (chosen.length === 0) return { filePages, pages: [], croppedPages: 0 };
  const copier = new Copier(store, document);
  const findsLabels = crop === 'auto' || cutsSheets || framed !== null;
  const seen = await lookAt(chosen);
  // A blank page among others may be intended; a label of white paper alone never is.
  if (seen.every(({ draft }) => draft.isBlank)) throw new PdfDamage('nothing is drawn on any page');
  // PDFium makes an appearance of nothing for a field without a value.
  if (document.isRewritten && seen.every(({ isPlain }) => isPlain))
    throw new PdfDamage('nothing is seen on any page');
  const framedPages = framed === null ? [] : choosePages(all, framed);
  const pages: StoredPage[] = [];
  let croppedPages = 0;
  for (const { page, draft, plain, labels } of seen) {
    const isAsked = crop === 'auto' || cutsSheets || framedPages.includes(page);
    const staysWhole = !isAsked || labels.length < (cutsSheets ? 2 : 1);
    if (staysWhole) pages.push(mark === null ? plain : finish(draft));
    else if (crop === 'auto' || cutsSheets) cut(page, labels);
    else pages.push(finish(labels.reduce(addFrame, toDrawn(draft))));
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have
    // the rest of them.
    const isSheet = rule === 'auto' && crop === 'auto' && labels.length > 1 && seen.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      const [rest] = await lookAt([next]);
      if (rest === undefined || rest.labels.length === 0) break;
      cut(next, rest.labels);
    }
  }
  return { filePages, pages, croppedPages };

  function finish(draft: FilePage): StoredPage {
    return copier.page(mark === null ? draft : addMark(toDrawn(draft), mark));
  }

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      pages.push(finish(normalisePage(document, { ...page, visible: findSourceArea(page, box) })));
  }

  /** Reads pages without the mark, which is on the page's margin and not on the label's. */
  async function lookAt(some: readonly SourcePage[]) {
    const drawn = some.map((page) => {
      const draft = normalisePage(document, page);
      return { page, draft, plain: copier.page(draft) };
    });
    const numbers = some.map((page) => all.indexOf(page) + 1);
    const isVerbatim = drawn.every(({ draft }) => typeof draft.content !== 'string');
    // A drawing of what every reader finds in the file, and as it is, would prove nothing.
    const isSure = document.isCertain && isVerbatim;
    const beside = { file: source, pages: all.length, numbers, isVerbatim };
    const look = { pages: some.length, findsLabels, source: isSure ? undefined : beside };
    const plain = joinPages(
      drawn.map((one) => one.plain),
      store,
    );
    const findings = await engine.look(plain, look);
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
