import type { Block } from './label.ts';
import { measureText, type SizedFont } from './fonts.ts';

/**
 * A line of text with its position, in dots from the upper left corner of its field; `top` is that
 * of its capitals.
 */
export interface Line {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  /** Added to each blank. */
  readonly wordGap: number;
}

/** `\&` breaks a line, `\-` would break a word, and `\\` is a backslash. */
const escapes: Readonly<Record<string, string>> = { '\\&': '\n', '\\-': '', '\\\\': '\\' };

/** Returns the paragraphs of a block's text, which has no control characters of its own. */
function splitParagraphs(text: string): readonly string[] {
  return text.replaceAll(/\\./gs, (piece) => escapes[piece] ?? piece).split('\n');
}

/** The part of a line's free room that is to its left. */
const shares: Readonly<Record<Block['align'], number>> = { L: 0, C: 1 / 2, R: 1, J: 0 };

/**
 * Sets a text into its block. Linear in the text, except for words that are wider than the block.
 */
export function setBlock(text: string, block: Block, font: SizedFont): readonly Line[] {
  const broken: { readonly text: string; readonly isLast: boolean }[] = [];
  for (const paragraph of splitParagraphs(text)) {
    const lines = breakLines(paragraph, block, font);
    lines.forEach((line, index) => broken.push({ text: line, isLast: index === lines.length - 1 }));
  }
  return broken.map((line, index) => {
    const indent = index === 0 ? 0 : block.indent;
    const rest = block.width - indent - measureText(line.text, font);
    const blanks = line.text.split(' ').length - 1;
    const isStretched = block.align === 'J' && !line.isLast && blanks > 0;
    return {
      text: line.text,
      left: indent + (block.width > 0 ? rest * shares[block.align] : 0),
      // Text without room is printed over the last line.
      top: Math.min(index, block.lines - 1) * (font.height + block.lineGap),
      wordGap: isStretched ? rest / blanks : 0,
    };
  });
}

function breakLines(
  paragraph: string,
  { width, indent }: Block,
  font: SizedFont,
): readonly string[] {
  if (width <= 0 || measureText(paragraph, font) <= width) return [paragraph.trimEnd()];
  const blank = measureText(' ', font);
  const lines: string[] = [];
  let line = '';
  let length = 0;
  const room = () => Math.max(1, lines.length === 0 ? width : width - indent);
  for (const word of paragraph.split(' ')) {
    const own = measureText(word, font);
    if (line !== '' && length + blank + own > room()) {
      lines.push(line.trimEnd());
      line = '';
      length = 0;
    }
    let rest = word;
    let restLength = own;
    while (restLength > room() && rest.length > 1) {
      const count = Math.max(1, countFitting(rest, room(), font));
      lines.push(rest.slice(0, count));
      restLength -= measureText(rest.slice(0, count), font);
      rest = rest.slice(count);
    }
    length += restLength + (line === '' ? 0 : blank);
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return [...lines, line.trimEnd()];
}

function countFitting(word: string, room: number, font: SizedFont): number {
  let used = 0;
  for (let at = 0; at < word.length; at += 1) {
    used += measureText(word.charAt(at), font);
    if (used > room) return at;
  }
  return word.length;
}
