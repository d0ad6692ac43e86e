import {
  PDFDocument,
  StandardFonts,
  concatTransformationMatrix,
  grayscale,
  popGraphicsState,
  pushGraphicsState,
  type PDFFont,
  type PDFPage,
} from 'pdf-lib';
import { drawCode128, drawQrCode } from './barcodes.ts';
import { dotsPerMm, type LabelElement, labelHeightDots, measureText } from './elements.ts';
import { makeLabelPage, type Page } from './pages.ts';

const pointsPerDot = 72 / 25.4 / dotsPerMm;
const black = grayscale(0);

/** Cuts after the third decimal, so that a page is never larger than its paper. */
function toPoints(dots: number): number {
  return Math.floor(dots * pointsPerDot * 1000) / 1000;
}

type Fonts = Readonly<Record<'regular' | 'bold', PDFFont>>;

function draw(page: PDFPage, element: LabelElement, { regular, bold }: Fonts): void {
  const { x } = element;
  const y = labelHeightDots - element.y;
  switch (element.kind) {
    case 'text': {
      const { text, size, align, width } = element;
      const share = { left: 0, center: 1 / 2, right: 1 }[align];
      page.drawText(text, {
        x: x + share * (width - measureText(element)),
        y: y - size * 0.77,
        size,
        font: element.bold ? bold : regular,
        color: grayscale(element.reversed ? 1 : 0),
      });
      return;
    }
    case 'area':
      page.drawRectangle({
        x,
        y: y - element.height,
        width: element.width,
        height: element.height,
        color: black,
      });
      return;
    case 'code128':
    case 'qr': {
      const { text, moduleDots: scale } = element;
      const { path } =
        element.kind === 'qr' ? drawQrCode(text) : drawCode128(text, element.height / scale);
      page.drawSvgPath(path, { x, y, scale, color: black });
      return;
    }
  }
}

/** Draws the label on one page of 100×150 mm. */
export function writePdf(elements: readonly LabelElement[], title: string): Promise<Uint8Array> {
  return writePages([makeLabelPage(elements)], title);
}

/** Independent of time and chance: the same drawings make the same file. */
export async function writePages(pages: readonly Page[], title: string): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.setTitle(title);
  document.setProducer('Doca sandbox');
  const fonts = {
    regular: document.embedStandardFont(StandardFonts.Helvetica),
    bold: document.embedStandardFont(StandardFonts.HelveticaBold),
  };
  for (const { width, height, drawings } of pages) {
    const page = document.addPage([toPoints(width), toPoints(height)]);
    for (const { elements, x, y, scale } of drawings) {
      const size = scale * pointsPerDot;
      const bottom = (height - y - labelHeightDots * scale) * pointsPerDot;
      page.pushOperators(
        pushGraphicsState(),
        concatTransformationMatrix(size, 0, 0, size, x * pointsPerDot, bottom),
      );
      for (const element of elements) draw(page, element, fonts);
      page.pushOperators(popGraphicsState());
    }
  }
  return document.save({
    useObjectStreams: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  });
}
