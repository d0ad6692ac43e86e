import type { PageChoice, PageRule } from '#shared/domain/records.ts';
import { PdfDamage, PdfOdd } from './syntax/errors.ts';
import { noteMended } from './syntax/inflate.ts';
import { PdfDocument, isWhole } from './document/document.ts';
import { Copier } from './merge/copier.ts';
import type { ObjectStore, StoredPage } from './merge/object-store.ts';
import { joinPages } from './merge/write-pdf.ts';
import type { PageEngine, PageFindings } from './look/look.ts';
import type { Box } from './page/geometry.ts';
import { choosePages } from './page/choose-pages.ts';
import { hasFields } from './page/annotations.ts';
import { findSourceArea, normalisePage, type FilePage } from './page/normalise.ts';
import { readPages, type SourcePage } from './page/source-page.ts';

export interface PdfPages {
  readonly pages: readonly StoredPage[];
  /** All pages of the file. */
  readonly filePages: number;
  /** Pages that were cut out of a sheet. */
  readonly croppedPages: number;
}

export interface ReadOptions {
  /** Small text in each page's margin. */
  readonly mark?: string | null;
  /** Omitted for PDFs that were made here from labels read before. */
  readonly engine?: PageEngine;
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
  options: ReadOptions = {},
): Promise<PdfPages> {
  const { engine } = options;
  const sent = await PdfDocument.open(file, 'sent');
  const readSent = (isLast: boolean) => read(sent, { source: file, isLast }, rule, store, options);
  try {
    return await readSent(false);
  } catch (error) {
    const isMisread = error instanceof PdfDamage && sent.mayBeMisread;
    if (engine === undefined || !(error instanceof PdfOdd || isMisread)) throw error;
    const isOtherwise = error instanceof ReadOtherwise;
    try {
      const anew = Buffer.from(await engine.rewrite(file));
      const origin = isWhole(file) ? 'rewritten' : 'rewritten remains';
      const document = await PdfDocument.open(anew, origin);
      const source = isOtherwise || isMisread ? file : anew;
      return await read(document, { source, isLast: true }, rule, store, options);
    } catch (again) {
      if (isOtherwise && again instanceof PdfDamage) return await readSent(true);
      throw again;
    }
  }
}

async function read(
  document: PdfDocument,
  { source, isLast }: Reading,
  rule: PageRule,
  store: ObjectStore,
  { mark = null, engine, crop = 'whole', cutsSheets = false, framed = null }: ReadOptions,
): Promise<PdfPages> {
  if (document.isLocked) throw new PdfOdd('it is encrypted');
  const all = readPages(document);
  const pages = choosePages(all, rule);
  if (pages.length === 0) return { pages: [], filePages: all.length, croppedPages: 0 };
  const copier = new Copier(store, document);
  // Without the mark, which is on the page's margin and not on the label's.
  const drafts = pages.map((page) => normalisePage(document, page));
  // A blank page among others may be intended; a label of white paper alone never is.
  if (drafts.every(({ isBlank }) => isBlank)) throw new PdfDamage('nothing is drawn on any page');
  const plain = drafts.map((draft) => copier.page(draft));
  const findsLabels = crop === 'auto' || cutsSheets || framed !== null;
  const findings = await lookAt(plain, pages, drafts);
  // PDFium makes an appearance of nothing for a field without a value.
  if (document.isRewritten && findings.every(({ isPlain }) => isPlain))
    throw new PdfDamage('nothing is seen on any page');
  const framedPages = framed === null ? [] : choosePages(all, framed);
  const stored: StoredPage[] = [];
  let croppedPages = 0;
  for (const [index, page] of pages.entries()) {
    const own = plain[index];
    if (own === undefined) continue;
    const asked = crop === 'auto' || cutsSheets || framedPages.includes(page);
    const boxes = asked ? (findings[index]?.labels ?? []) : [];
    const staysWhole = boxes.length < (cutsSheets ? 2 : 1);
    if (staysWhole)
      stored.push(mark === null ? own : copier.page(normalisePage(document, page, mark)));
    else if (crop === 'whole' && !cutsSheets)
      stored.push(copier.page(normalisePage(document, page, mark, boxes)));
    else cut(page, boxes);
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have
    // the rest of them.
    const isSheet = rule === 'auto' && crop === 'auto' && boxes.length > 1 && pages.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      const draft = normalisePage(document, next);
      const [rest] = await lookAt([copier.page(draft)], [next], [draft]);
      if (rest === undefined || rest.labels.length === 0) break;
      cut(next, rest.labels);
    }
  }
  return { pages: stored, filePages: all.length, croppedPages };

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      stored.push(
        copier.page(normalisePage(document, { ...page, visible: findSourceArea(page, box) }, mark)),
      );
  }

  async function lookAt(
    drawn: readonly StoredPage[],
    from: readonly SourcePage[],
    made: readonly FilePage[],
  ): Promise<readonly PageFindings[]> {
    if (engine === undefined) return [];
    const numbers = from.map((page) => all.indexOf(page) + 1);
    const isVerbatim = made.every(({ content }) => typeof content !== 'string');
    // A drawing of what every reader finds in the file, and as it is, would prove nothing.
    const isSure = document.isCertain && isVerbatim;
    const beside = { file: source, pages: all.length, numbers, isVerbatim };
    const look = { pages: drawn.length, findsLabels, source: isSure ? undefined : beside };
    const found = await engine.look(joinPages(drawn, store), look);
    if (found.some(({ differs }) => differs)) judgeDifference(from);
    return found;
  }

  function judgeDifference(from: readonly SourcePage[]): void {
    // Of a damaged file PDFium may draw less.
    if (!isLast && document.isComplete) throw new ReadOtherwise('PDFium draws another page');
    // PDFium draws fields otherwise than their appearances are.
    if (!from.some((page) => hasFields(document, page))) noteMended();
  }
}
