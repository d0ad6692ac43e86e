import { PDFDocument, PDFName, type PDFEmbeddedPage } from 'pdf-lib';
import type { SheetLayout } from '#shared/domain/labels.ts';

const pointsPerMm = 72 / 25.4;
const sheetWidth = 210 * pointsPerMm;
const sheetHeight = 297 * pointsPerMm;

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
export async function placeOnSheets(
  file: Uint8Array,
  { perSheet, start }: SheetLayout,
): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const labels = await document.embedPages(document.getPages());
  const count = document.getPageCount();
  const { columns, rows } = grids[perSheet];
  const cell = { width: sheetWidth / columns, height: sheetHeight / rows };
  const places = start - 1 + labels.length;
  for (let first = 0; first < places; first += perSheet) {
    const sheet = document.addPage([sheetWidth, sheetHeight]);
    let content = '';
    for (let place = 0; place < perSheet; place += 1) {
      const label = labels[first + place - (start - 1)];
      if (label === undefined) continue;
      await label.embed();
      sheet.node.setXObject(PDFName.of(`L${place}`), label.ref);
      const left = (place % columns) * cell.width;
      const top = sheetHeight - Math.floor(place / columns) * cell.height;
      const placement = makePlacement(label, { ...cell, left, bottom: top - cell.height });
      content += `q ${placement} cm /L${place} Do Q\n`;
    }
    sheet.node.addContentStream(document.context.register(document.context.stream(content)));
  }
  for (let page = 0; page < count; page += 1) document.removePage(0);
  return document.save({ updateFieldAppearances: false });
}

interface Place {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

function makePlacement(label: PDFEmbeddedPage, place: Place): string {
  const { width, height } = label;
  const fit = (across: number, up: number) => Math.min(1, place.width / across, place.height / up);
  const turned = fit(height, width) > fit(width, height);
  const scale = turned ? fit(height, width) : fit(width, height);
  const across = (turned ? height : width) * scale;
  const up = (turned ? width : height) * scale;
  const x = place.left + (place.width - across) / 2;
  const y = place.bottom + (place.height - up) / 2;
  const matrix = turned ? [0, scale, -scale, 0, x + across, y] : [scale, 0, 0, scale, x, y];
  return matrix.map((value) => value.toFixed(4)).join(' ');
}
