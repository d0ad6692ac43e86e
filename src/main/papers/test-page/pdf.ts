import { grayscale } from 'pdf-lib';
import { labelPaper } from '#shared/domain/labels.ts';
import { drawBox, pointsPerMm, startSheet, write } from '../sheet.ts';
import { layTestPage, type TestPageOptions } from './layout.ts';

/** The test page for printers with a driver. */
export async function drawTestPage(options: TestPageOptions): Promise<Uint8Array> {
  const pen = await startSheet('Doca', options.language, new Date(options.nowMs), labelPaper);
  for (const element of layTestPage(options)) {
    const { x, y } = element;
    if (element.kind === 'area') {
      const box = { leftMm: x, topMm: y, widthMm: element.width, heightMm: element.height };
      drawBox(pen, box, grayscale(1 - element.ink));
    } else {
      const font = element.bold ? pen.bold : pen.regular;
      write(pen, element.text, font, element.size * pointsPerMm, x, y);
    }
  }
  return pen.document.save();
}
