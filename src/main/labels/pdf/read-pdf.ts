import type { PageChoice, PageRule } from '../../../shared/index.ts';
import { PdfDamage, PdfLocked, PdfTooLarge, PdfUnrenderable } from './syntax/objects.ts';
import { noteMended } from './syntax/inflate.ts';
import { assertDrawable } from './cost/drawing-cost.ts';
import { PdfDocument } from './document/document.ts';
import { GraphWriter, type StoredPage } from './merge/graph.ts';
import type { ObjectStore } from './merge/object-store.ts';
import type { Box } from './page/geometry.ts';
import { findSourceArea, normalisePage, type PageDraft } from './page/normalise.ts';
import { readLayers } from './page/optional-content.ts';
import { choosePages, isOfficeSheet, readPages, type SourcePage } from './page/source-page.ts';
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
  /** `any` for PDFs that were made here from labels read before. Default `bounded`. */
  readonly cost?: 'any' | 'bounded';
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
  { mark = null, cost = 'bounded', crop = 'whole', cutsSheets = false, framed = null }: ReadOptions,
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
  const drafts = pages.map((page) => normalisePage(document, page, mark));
  // A blank page among others may be intended; a label of white paper alone never is.
  if (drafts.every(({ blank }) => blank)) throw new PdfDamage('nothing is drawn on any page');
  if (cost === 'bounded') assertDrawable(drafts, document.resolve);
  const framedPages = framed === null ? [] : choosePages(all, framed);
  const stored: StoredPage[] = [];
  let croppedPages = 0;
  for (const [index, page] of pages.entries()) {
    const draft = drafts[index];
    if (draft === undefined) continue;
    const asked = crop === 'auto' || cutsSheets || framedPages.includes(page);
    const boxes = asked && isOfficeSheet(draft) ? await findBoxes(draft, page) : [];
    const isWhole = boxes.length < (cutsSheets ? 2 : 1);
    if (isWhole) stored.push(writer.page(draft));
    else if (crop === 'whole' && !cutsSheets) stored.push(writer.page(normalisePage(document, page, mark, boxes)));
    else cut(page, boxes);
    // Of several sheets only the first is chosen: if it has several labels, the next ones may have the rest of them.
    const isSheet = rule === 'auto' && crop === 'auto' && boxes.length > 1 && pages.length === 1;
    for (const next of isSheet ? all.slice(1) : []) {
      if (hasAnnotations(next)) await loadStandardFonts();
      const own = normalisePage(document, next, mark);
      if (cost === 'bounded') assertDrawable([own], document.resolve);
      const rest = await findBoxes(own, next);
      if (rest.length === 0) break;
      cut(next, rest);
    }
  }
  return { pages: stored, filePages: all.length, croppedPages, producer: document.producer };

  function cut(page: SourcePage, boxes: readonly Box[]): void {
    croppedPages += boxes.length;
    for (const box of boxes)
      stored.push(writer.page(normalisePage(document, { ...page, visible: findSourceArea(page, box) }, mark)));
  }

  /** Returns the labels' areas on the normalised page; none if it is to stay whole. */
  async function findBoxes(draft: PageDraft, page: SourcePage): Promise<readonly Box[]> {
    const { findLabels } = await import('./crop/crop.ts');
    // Without the mark, which is on the page's margin and not on the label's.
    const plain = mark === null ? draft : normalisePage(document, page);
    return findLabels(writer.page(plain), store);
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
