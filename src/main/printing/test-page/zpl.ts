import type { PrinterDpi } from '../../../shared/index.ts';
import { makeGraphicField } from '../zpl/graphic-field.ts';
import { exactDpi, measurePaperDots } from '../zpl/label-zpl.ts';
import { layTestPage } from './layout.ts';
import type { TestPageElement, TestPageOptions } from './layout.ts';

/** The test page for ZPL printers, drawn with the printer's own means. */
export function makeTestPageZpl(options: TestPageOptions, dpi: PrinterDpi): string {
  const { width, height } = measurePaperDots(options.paper, dpi);
  const dots = (mm: number): number => Math.round((mm / 25.4) * exactDpi[dpi]);
  const fields = layTestPage(options).map((element) => field(element, dots));
  return `^XA^CI28^PW${width}^LL${height}^LH0,0\n${fields.join('\n')}\n^XZ\n`;
}

function field(element: TestPageElement, dots: (mm: number) => number): string {
  if (element.kind === 'text') {
    const height = dots(element.size);
    // The origin is the top of the line, the baseline three quarters of its height below.
    const top = Math.max(0, dots(element.y) - Math.round(height * 0.75));
    const width = Math.round(height * (element.bold ? 1 : 0.9));
    return `^FO${dots(element.x)},${top}^A0N,${height},${width}^FH^FD${escaped(element.text)}^FS`;
  }
  const [x, y] = [dots(element.x), dots(element.y)];
  const width = Math.max(1, dots(element.x + element.width) - x);
  const height = Math.max(1, dots(element.y + element.height) - y);
  if (element.ink < 1) return `^FO${x},${y}${makeGraphicField(halftone(width, height, element.ink), 'acs')}^FS`;
  return `^FO${x},${y}^GB${width},${height},${Math.min(width, height)}^FS`;
}

/** `^` and `~` begin commands, `_` an escape. */
function escaped(text: string): string {
  return text.replace(/[\^~_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The order in which the dots of a 4×4 cell turn black. */
const order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

function halftone(width: number, height: number, ink: number) {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (((order[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16 >= ink) continue;
      const at = y * rowBytes + (x >> 3);
      bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { width, height, rowBytes, bytes };
}
