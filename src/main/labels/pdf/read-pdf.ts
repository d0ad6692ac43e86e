import type { PageChoice, PageRule } from '../../../shared/index.ts';
import { PdfDamage, PdfLocked, PdfTooLarge, PdfUnrenderable } from './syntax/objects.ts';
import { noteMended } from './syntax/inflate.ts';
import { PdfDocument } from './document/document.ts';
import { GraphWriter, type StoredPage } from './merge/graph.ts';
import type { ObjectStore } from './merge/object-store.ts';
import { joinPages } from './merge/write-pdf.ts';
import type { LookAtPages, PageLook } from './look/look.ts';
import type { Box } from './page/geometry.ts';
import { findSourceArea, normalisePage } from './page/normalise.ts';
import { readLayers } from './page/optional-content.ts';
import { choosePages, readPages, type SourcePage } from './page/source-page.ts';
import { loadStandardFonts } from './page/standard-fonts.ts';

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
  readonly look?: LookAtPages;
  /** Default `whole`. */
  readonly crop?: PageChoice['crop'];
  /** Cuts sheets of several labels only, and leaves other pages whole. */
  readonly cutsSheets?: boolean;
  /** Pages with a frame around the area that a crop would keep, for looking at; default none. */
  readonly framed?: PageRule | null;
}

/** Reads the chosen pages into the store; once more, without its index, if that is wrong. Throws `Pdf…`. */
export async function readPdf(
  file: Buffer,
  rule: PageRule,
  store: ObjectStore,
  options: ReadOptions = {},
): Promise<PdfPages> {
  try {
    return await read(file, rule, store, options, false);
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
    return read(file, rule, store, options, true);
  }
}

async function read(
  file: Buffer,
  rule: PageRule,
  store: ObjectStore,
  { mark = null, look, crop = 'whole', cutsSheets = false, framed = null }: ReadOptions,
  rebuild: boolean,
): Promise<PdfPages> {
  const document = PdfDocument.open(file, rebuild);
  if (rebuild) noteMended();
  const all = readPages(document);
  const pages = choosePages(all, rule);
  if (pages.length === 0) return { pages: [], filePages: all.length, croppedPages: 0, producer: document.producer };
  const salt = `${String(rule)} ${String(document.rebuilt)}${mark === null ? '' : ' marked'}`;
  const writer = new GraphWriter(store, document, readLayers(document), salt);
  // Some programs write an empty list of annotations on every page.
  const hasAnnotations = ({ dict }: SourcePage): boolean => (document.arrayOf(dict.get('Annots')) ?? []).length > 0;
  if (mark !== null || pages.some(hasAnnotations)) await loadStandardFonts();
  // Without the mark, which is on the page's margin and not on the label's.
  const drafts = pages.map((page) => normalisePage(document, page));
  // A blank page among others may be intended; a label of white paper alone never is.
  if (drafts.every(({ blank }) => blank)) throw new PdfDamage('nothing is drawn on any page');
  const plain = drafts.map((draft) => writer.page(draft));
  const findsLabels = crop === 'auto' || cutsSheets || framed !== null;
  const looks = await lookAt(plain);
  const framedPages = framed === null ? [] : choosePages(all, framed);
  const stored: StoredPage[] = [];
  let croppedPages = 0;
  for (const [index, page] of pages.entries()) {
    const own = plain[index];
    if (own === undefined) continue;
    const asked = crop === 'auto' || cutsSheets || framedPages.includes(page);
    const boxes = asked ? (looks[index]?.labels ?? []) : [];
    const isWhole = boxes.length < (cutsSheets ? 2 : 1);
    if (isWhole) stored.push(mark === null ? own : writer.page(normalisePage(document, page, mark)));
    else if (crop === 'whole' && !cutsSheets) stored.push(writer.page(normalisePage(document, page, mark, boxes)));
    else cut(page, boxes);
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have the rest of them.
    const isSheet = rule === 'auto' && crop === 'auto' && boxes.length > 1 && pages.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      if (hasAnnotations(next)) await loadStandardFonts();
      const [rest] = await lookAt([writer.page(normalisePage(document, next))]);
      if (rest === undefined || rest.labels.length === 0) break;
      cut(next, rest.labels);
    }
  }
  return { pages: stored, filePages: all.length, croppedPages, producer: document.producer };

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      stored.push(writer.page(normalisePage(document, { ...page, visible: findSourceArea(page, box) }, mark)));
  }

  async function lookAt(drawn: readonly StoredPage[]): Promise<readonly PageLook[]> {
    return look === undefined ? [] : look(joinPages(drawn, store), { pages: drawn.length, findsLabels });
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
