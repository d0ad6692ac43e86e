import type { PageChoice, PageRule } from '#shared/domain/records.ts';
import { PdfDamage, PdfLocked, PdfOdd, PdfTooLarge, PdfUnrenderable } from './syntax/objects.ts';
import { noteMended } from './syntax/inflate.ts';
import { PdfDocument, type Origin } from './document/document.ts';
import { GraphWriter, type StoredPage } from './merge/graph.ts';
import type { ObjectStore } from './merge/object-store.ts';
import { joinPages } from './merge/write-pdf.ts';
import type { PageEngine, PageFindings } from './look/look.ts';
import type { Box } from './page/geometry.ts';
import { findSourceArea, normalisePage } from './page/normalise.ts';
import { readLayers } from './page/optional-content.ts';
import { choosePages, readPages, type SourcePage } from './page/source-page.ts';

export interface PdfPages {
  readonly pages: readonly StoredPage[];
  /** All pages of the file. */
  readonly filePages: number;
  /** Pages that were cut out of a sheet. */
  readonly croppedPages: number;
  /** The program that made it, by the file's own entry; null if unknown. */
  readonly producer: string | null;
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

/**
 * Reads the chosen pages into the store: of a damaged file without its index, of an odd one as
 * PDFium writes it anew. Throws `Pdf…`.
 */
export async function readPdf(
  file: Buffer,
  rule: PageRule,
  store: ObjectStore,
  options: ReadOptions = {},
): Promise<PdfPages> {
  let origin: Origin = 'sent';
  let bytes = file;
  for (;;) {
    try {
      return await read(new PdfDocument(bytes, origin), rule, store, options);
    } catch (error) {
      const isOdd = error instanceof PdfOdd && options.engine !== undefined;
      if (isOdd && (origin === 'sent' || origin === 'damaged')) {
        bytes = Buffer.from(await options.engine.rewrite(file));
        origin = origin === 'damaged' ? 'rewritten remains' : 'rewritten';
      } else if (error instanceof PdfDamage && origin === 'sent') {
        noteMended();
        origin = 'damaged';
      } else throw error;
    }
  }
}

async function read(
  document: PdfDocument,
  rule: PageRule,
  store: ObjectStore,
  { mark = null, engine, crop = 'whole', cutsSheets = false, framed = null }: ReadOptions,
): Promise<PdfPages> {
  const all = readPages(document);
  const pages = choosePages(all, rule);
  if (pages.length === 0)
    return { pages: [], filePages: all.length, croppedPages: 0, producer: document.producer };
  const salt = `${String(rule)} ${String(document.rebuilt)}${mark === null ? '' : ' marked'}`;
  const writer = new GraphWriter(store, document, readLayers(document), salt);
  // Without the mark, which is on the page's margin and not on the label's.
  const drafts = pages.map((page) => normalisePage(document, page));
  // A blank page among others may be intended; a label of white paper alone never is.
  if (drafts.every(({ blank }) => blank)) throw new PdfDamage('nothing is drawn on any page');
  const plain = drafts.map((draft) => writer.page(draft));
  const findsLabels = crop === 'auto' || cutsSheets || framed !== null;
  const findings = await lookAt(plain);
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
    const isWhole = boxes.length < (cutsSheets ? 2 : 1);
    if (isWhole)
      stored.push(mark === null ? own : writer.page(normalisePage(document, page, mark)));
    else if (crop === 'whole' && !cutsSheets)
      stored.push(writer.page(normalisePage(document, page, mark, boxes)));
    else cut(page, boxes);
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have
    // the rest of them.
    const isSheet = rule === 'auto' && crop === 'auto' && boxes.length > 1 && pages.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      const [rest] = await lookAt([writer.page(normalisePage(document, next))]);
      if (rest === undefined || rest.labels.length === 0) break;
      cut(next, rest.labels);
    }
  }
  return { pages: stored, filePages: all.length, croppedPages, producer: document.producer };

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      stored.push(
        writer.page(normalisePage(document, { ...page, visible: findSourceArea(page, box) }, mark)),
      );
  }

  async function lookAt(drawn: readonly StoredPage[]): Promise<readonly PageFindings[]> {
    return engine === undefined
      ? []
      : engine.look(joinPages(drawn, store), { pages: drawn.length, findsLabels });
  }
}

/** Returns the fault kind of a deliberate error of the PDF reader, or null. */
export function toPdfFaultKind(
  error: unknown,
): 'label-corrupt' | 'label-encrypted' | 'label-too-large' | 'label-unrenderable' | null {
  if (error instanceof PdfDamage) return 'label-corrupt';
  if (error instanceof PdfLocked) return 'label-encrypted';
  if (error instanceof PdfTooLarge) return 'label-too-large';
  if (error instanceof PdfUnrenderable) return 'label-unrenderable';
  return null;
}
