import { labelPaper } from '#shared/domain/labels.ts';
import type { PrinterDpi } from '#shared/domain/resolutions.ts';
import {
  exactDpi,
  makeGraphicField,
  measurePaperDots,
  restingSettings,
} from '../../printing/index.ts';
import { layTestPage, type TestPageElement, type TestPageOptions } from './layout.ts';

/** The test page for ZPL printers, drawn by the printer itself. */
export function drawTestPage(options: TestPageOptions, dpi: PrinterDpi): string {
  const { width, height } = measurePaperDots(labelPaper, dpi);
  const dots = (mm: number): number => Math.round((mm / 25.4) * exactDpi[dpi]);
  const fields = layTestPage(options).map((element) => makeField(element, dots));
  return `^XA${restingSettings}^CI28^PW${width}^LL${height}\n${fields.join('\n')}\n^XZ\n`;
}

function makeField(element: TestPageElement, dots: (mm: number) => number) {
  if (element.kind === 'text') {
    const height = dots(element.size);
    // The origin is the top of the line, the baseline three quarters of its height below.
    const top = Math.max(0, dots(element.y) - Math.round(height * 0.75));
    const width = Math.round(height * (element.bold ? 1 : 0.9));
    const text = escapeText(element.text);
    return `^FO${dots(element.x)},${top}^A0N,${height},${width}^FH^FD${text}^FS`;
  }
  const x = dots(element.x);
  const y = dots(element.y);
  const width = Math.max(1, dots(element.x + element.width) - x);
  const height = Math.max(1, dots(element.y + element.height) - y);
  if (element.ink < 1)
    return `^FO${x},${y}${makeGraphicField(makeHalftone(width, height, element.ink))}^FS`;
  return `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS`;
}

/** `^` and `~` begin commands, `_` an escape. */
function escapeText(text: string) {
  return text.replace(/[\^~_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The order in which the dots of a 4×4 cell turn black. */
const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

function makeHalftone(width: number, height: number, ink: number) {
  const gray = Uint8Array.from({ length: width * height }, (_, at) => {
    const cell = (Math.floor(at / width) % 4) * 4 + ((at % width) % 4);
    return ((order[cell] ?? 0) + 0.5) / 16 < ink ? 0 : 255;
  });
  return { width, height, gray };
}
