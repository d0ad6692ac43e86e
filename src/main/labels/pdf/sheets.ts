import { PDFName, PDFRawStream, type PDFRef } from 'pdf-lib';
import type { SheetLayout } from '#shared/domain/labels.ts';
import type { ObjectStore, StoredPage } from './merge/object-store.ts';
import { KeptStream } from './merge/spill-file.ts';
import { made, writeNumbers } from './syntax/entries.ts';
import { tidy } from './page/geometry.ts';

const pointsPerMm = 72 / 25.4;
const sheetWidth = tidy(210 * pointsPerMm);
const sheetHeight = tidy(297 * pointsPerMm);

/** Columns and rows on an A4 sheet of stickers. */
const grids: Readonly<
  Record<SheetLayout['perSheet'], { readonly columns: number; readonly rows: number }>
> = {
  2: { columns: 1, rows: 2 },
  4: { columns: 2, rows: 2 },
};

/**
 * Puts pages on A4 sheets from the layout's first place, never enlarged, shrunk or turned only to
 * fit.
 */
export function placeOnSheets(
  labels: readonly StoredPage[],
  store: ObjectStore,
  { perSheet, start }: SheetLayout,
): readonly StoredPage[] {
  const { columns, rows } = grids[perSheet];
  const width = sheetWidth / columns;
  const height = sheetHeight / rows;
  const sheets: StoredPage[] = [];
  for (let first = 1 - start; first < labels.length; first += perSheet) {
    const forms: Record<string, PDFRef> = {};
    let content = '';
    for (let place = 0; place < perSheet; place += 1) {
      const label = labels[first + place];
      if (label === undefined) continue;
      const left = (place % columns) * width;
      const bottom = sheetHeight - (Math.floor(place / columns) + 1) * height;
      forms[`L${place}`] = makeForm(label, store);
      content += `q ${writePlacement(label, { left, bottom, width, height })} cm /L${place} Do Q\n`;
    }
    const Contents = store.put(PDFRawStream.of(made.obj({}), Buffer.from(content)));
    const Resources = made.obj({ XObject: forms });
    sheets.push(store.makePage(sheetWidth, sheetHeight, { Contents, Resources }));
  }
  return sheets;
}

/** Makes a form of a page's content, once. */
function makeForm({ leaf, width, height }: StoredPage, { context, made: known }: ObjectStore) {
  const content = context.lookup(leaf.get(PDFName.Contents));
  if (!(content instanceof KeptStream)) throw new Error('a page without its content');
  const form = known.get(leaf) ?? context.nextRef();
  known.set(leaf, form);
  const entry = (key: PDFName) => content.dict.get(key);
  const dict = context.obj({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Resources: leaf.get(PDFName.Resources),
    Filter: entry(PDFName.of('Filter')),
    DecodeParms: entry(PDFName.of('DecodeParms')),
  });
  context.assign(form, content.withDict(dict));
  return form;
}

interface Place {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

function writePlacement({ width, height }: StoredPage, place: Place): string {
  const fit = (across: number, up: number) => Math.min(1, place.width / across, place.height / up);
  const isTurned = fit(height, width) > fit(width, height);
  const scale = isTurned ? fit(height, width) : fit(width, height);
  const across = (isTurned ? height : width) * scale;
  const up = (isTurned ? width : height) * scale;
  const x = place.left + (place.width - across) / 2;
  const y = place.bottom + (place.height - up) / 2;
  const matrix = isTurned ? [0, scale, -scale, 0, x + across, y] : [scale, 0, 0, scale, x, y];
  return writeNumbers(matrix.map(tidy));
}
