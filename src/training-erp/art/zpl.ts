import { type LabelElement, labelHeightDots, labelWidthDots } from './elements.ts';

/** `^` and `~` begin commands; `_` begins a hexadecimal escape under `^FH`. */
function escapeText(text: string): string {
  return text.replace(/[\^~_]/g, (char) => `_${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** ZPL printers put a QR code this much below its field's origin. */
const qrOffsetDots = 10;

function makeCommand(element: LabelElement): string {
  const origin = `^FO${element.x},${element.y}`;
  switch (element.kind) {
    case 'text': {
      const justify = { left: 'L', center: 'C', right: 'R' }[element.align];
      const glyphWidth = Math.round(element.size * (element.bold ? 1 : 0.9));
      return (
        `${origin}^A0N,${element.size},${glyphWidth}^FB${element.width},1,0,${justify},0` +
        `${element.reversed ? '^FR' : ''}^FH^FD${escapeText(element.text)}^FS`
      );
    }
    case 'area':
      return `${origin}^GB${element.width},${element.height},${Math.min(element.width, element.height)}^FS`;
    case 'code128':
      return `${origin}^BY${element.moduleDots}^BCN,${element.height},N,N,N,A^FD${escapeText(element.text)}^FS`;
    case 'qr':
      return `^FO${element.x},${element.y - qrOffsetDots}^BQN,2,${element.moduleDots}^FDMA,${escapeText(element.text)}^FS`;
  }
}

/** The label in ZPL II, UTF-8. */
export function writeZpl(elements: readonly LabelElement[]): Uint8Array {
  const lines = [
    '^XA',
    '^CI28',
    `^PW${labelWidthDots}`,
    `^LL${labelHeightDots}`,
    '^LH0,0',
    ...elements.map(makeCommand),
    '^PQ1',
    '^XZ',
    '',
  ];
  return Buffer.from(lines.join('\n'), 'utf8');
}
