import { PDFName, type PDFRef } from 'pdf-lib';
import type { SheetLayout } from '#shared/domain/labels.ts';
import type { ObjectStore, StoredPage } from './merge/object-store.ts';
import { KeptStream } from './merge/spill-file.ts';
import { move, pointsPerMm, tidy, turnBy, type Size } from './page/geometry.ts';
import { describeForm, made, makeStream, writeNumbers } from './syntax/entries.ts';

const sheetWidth = tidy(210 * pointsPerMm);
const sheetHeight = tidy(297 * pointsPerMm);

/** On an A4 sheet of stickers. */
const rows = 2;

/**
 * Puts pages on A4 sheets from the layout's first place, never enlarged, shrunk or turned only to
 * fit.
 */
export function placeOnSheets(
  labels: readonly StoredPage[],
  store: ObjectStore,
  { perSheet, start }: SheetLayout,
): readonly StoredPage[] {
  const columns = perSheet / rows;
  const place = { width: sheetWidth / columns, height: sheetHeight / rows };
  const sheets: StoredPage[] = [];
  for (let first = 1 - start; first < labels.length; first += perSheet) {
    const forms: Record<string, PDFRef> = {};
    let content = '';
    for (let at = 0; at < perSheet; at += 1) {
      const label = labels[first + at];
      if (label === undefined) continue;
      const left = (at % columns) * place.width;
      const bottom = sheetHeight - (Math.floor(at / columns) + 1) * place.height;
      forms[`L${at}`] = makeForm(label, store);
      content += `q ${writePlacement(label, place, left, bottom)} cm /L${at} Do Q\n`;
    }
    const Contents = store.put(makeStream(content));
    const Resources = made.obj({ XObject: forms });
    sheets.push(store.makePage(sheetWidth, sheetHeight, { Contents, Resources }));
  }
  return sheets;
}

/** Makes a form of a page's content, once. */
function makeForm({ leaf, width, height }: StoredPage, store: ObjectStore): PDFRef {
  const known = store.made.get(leaf);
  if (known !== undefined) return known;
  const content = store.context.lookup(leaf.get(PDFName.Contents));
  if (!(content instanceof KeptStream)) throw new Error('a page without its content');
  const dict = describeForm(content.dict, [0, 0, width, height], leaf.get(PDFName.Resources));
  const form = store.context.register(content.withDict(dict));
  store.made.set(leaf, form);
  return form;
}

function writePlacement({ width, height }: Size, place: Size, left: number, bottom: number) {
  const fit = (across: number, up: number) => Math.min(1, place.width / across, place.height / up);
  const turned = fit(height, width);
  const scale = Math.max(fit(width, height), turned);
  const isTurned = turned > fit(width, height);
  const across = (isTurned ? height : width) * scale;
  const up = (isTurned ? width : height) * scale;
  const x = left + (place.width - across) / 2;
  const y = bottom + (place.height - up) / 2;
  const matrix = move(turnBy(isTurned ? 270 : 0, scale), isTurned ? x + across : x, y);
  return writeNumbers(matrix.map(tidy));
}
