import { StandardFontEmbedder, StandardFonts } from 'pdf-lib';

/** pdf-lib exports the names under one type and accepts them under another that it does not export. */
function readStandardFont(name: StandardFonts): StandardFontEmbedder {
  return StandardFontEmbedder.for(name as unknown as Parameters<typeof StandardFontEmbedder.for>[0]);
}

/** Helvetica's measures and encoding (WinAnsi). */
export const regular = readStandardFont(StandardFonts.Helvetica);
export const bold = readStandardFont(StandardFonts.HelveticaBold);

function measureText(text: string, size: number, isBold: boolean): number {
  return (isBold ? bold : regular).widthOfTextAtSize(text, size);
}

/** Cuts the text at a word, or else at a letter, and ends it with an ellipsis if it is too wide. */
export function shorten(text: string, size: number, width: number, isBold = false): string {
  if (measureText(text, size, isBold) <= width) return text;
  let cut = text;
  while (cut.length > 1 && measureText(`${cut}…`, size, isBold) > width) cut = cut.slice(0, -1);
  const atWord = cut.lastIndexOf(' ');
  return `${(atWord > cut.length * 0.7 ? cut.slice(0, atWord) : cut).replace(/(?<![ ,])[ ,]+$/, '')}…`;
}

/** Breaks the text into at most `lines` lines; the last one is shortened. */
export function wrap(text: string, size: number, width: number, lines: number, isBold = false): readonly string[] {
  const words = text.split(' ');
  const wrapped: string[] = [];
  while (words.length > 0 && wrapped.length < lines - 1) {
    let line = words.shift() ?? '';
    while (words[0] !== undefined && measureText(`${line} ${words[0]}`, size, isBold) <= width) {
      line += ` ${words.shift() ?? ''}`;
    }
    wrapped.push(shorten(line, size, width, isBold));
  }
  if (words.length > 0) wrapped.push(shorten(words.join(' '), size, width, isBold));
  return wrapped;
}

/** Returns the size at which the text fills the width, at most `largest`. */
export function findFittingSize(text: string, largest: number, width: number, isBold = false): number {
  return Math.min(largest, Math.floor((largest * width) / measureText(text, largest, isBold)));
}
