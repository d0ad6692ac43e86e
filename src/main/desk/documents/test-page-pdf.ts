import { PDFDocument, StandardFonts, grayscale } from 'pdf-lib';
import { layTestPage, type TestPageOptions } from './layout.ts';

const pointsPerMm = 72 / 25.4;

/** The test page for printers with a driver. */
export async function makeTestPagePdf(options: TestPageOptions): Promise<Uint8Array> {
  const { widthMm, heightMm } = options.paper;
  const document = await PDFDocument.create();
  const date = new Date(options.nowMs);
  document.setCreationDate(date);
  document.setModificationDate(date);
  const page = document.addPage([widthMm * pointsPerMm, heightMm * pointsPerMm]);
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  for (const element of layTestPage(options)) {
    const x = element.x * pointsPerMm;
    if (element.kind === 'text') {
      const font = element.bold ? bold : plain;
      const y = (heightMm - element.y) * pointsPerMm;
      // Helvetica's letters are seven tenths of its size high.
      page.drawText(toLatin(element.text), { x, y, size: element.size * pointsPerMm, font });
      continue;
    }
    const { y, width, height, ink } = element;
    page.drawRectangle({
      x,
      y: (heightMm - y - height) * pointsPerMm,
      width: width * pointsPerMm,
      height: height * pointsPerMm,
      color: grayscale(1 - ink),
    });
  }
  return document.save();
}

/** The standard fonts have Western European letters only; a printer's name may have others. */
function toLatin(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/gu, '?');
}
