import { wrapWords } from '../../os/text/wrap-words.ts';
import { measureText, type SizedFont } from './fonts.ts';
import type { Block } from './label.ts';
import { ZplUndrawable } from './undrawable.ts';

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

/** More letters than any block of a label has, and few enough to try line by line. */
const maxLetters = 9000;

/** Sets a text into its block. Throws `ZplUndrawable` for more text than a label has. */
export function setBlock(text: string, block: Block, font: SizedFont): readonly Line[] {
  const { width, align } = block;
  if (text.length > maxLetters) throw new ZplUndrawable('more text than a block has');
  const lines: Line[] = [];
  for (const paragraph of splitParagraphs(text)) {
    const before = lines.length;
    const findIndent = (index: number) => (before + index === 0 ? 0 : block.indent);
    const measureRest = (line: string, index: number) =>
      width > 0 ? width - findIndent(index) - measureText(line.trimEnd(), font) : 0;
    const broken = wrapWords(paragraph, (line, index) => measureRest(line, index) >= 0);
    for (const [index, line] of broken.entries()) {
      const rest = measureRest(line, index);
      const shown = line.trimEnd();
      const blanks = shown.split(' ').length - 1;
      const isStretched = align === 'J' && index < broken.length - 1 && blanks > 0;
      lines.push({
        text: shown,
        left: findIndent(index) + rest * shares[align],
        // Text without room is printed over the last line.
        top: Math.min(lines.length, block.lines - 1) * (font.height + block.lineGap),
        wordGap: isStretched ? rest / blanks : 0,
      });
    }
  }
  return lines;
}
