import { judgePicture, judgePrint, unsafeText, type Judged } from './judged.ts';

/*
 * TSPL2, by TSC's programming guide: one command per line, in any case. Drawing commands are on the
 * list; unlisted ones (programs, stored files, variables) may draw, and are refused.
 */

/**
 * A text in quotes, with `\["]` for a quote, or a number or a short word; a unit follows a blank.
 */
const parameter = String.raw`(?: *(?:"(?:\\\["\]|[^"])*"|[-+\w.]{1,12}(?: (?:mm|dot))?))? *`;
const withParameters = new RegExp(`^([A-Z]+[0-9]*)(?: (${parameter}(?:,${parameter})*))?$`, 'i');

const ink = new Set(
  'TEXT BLOCK BARCODE QRCODE DMATRIX PDF417 MPDF417 MAXICODE AZTEC RSS TLC39 BAR BOX CIRCLE ELLIPSE DIAGONAL'.split(
    ' ',
  ),
);
const frame = new Set('CLS DIRECTION REFERENCE CODEPAGE COUNTRY ERASE REVERSE'.split(' '));
/**
 * Media, speed, darkness, the label's top, cutter, feed, sounds, tests, reset; `~!` and the escape
 * are immediate.
 */
const settings = new Set(
  (
    'GAP BLINE OFFSET SHIFT DENSITY SPEED SET SOUND CUT FEED BACKFEED BACKUP FORMFEED HOME LIMITFEED SELFTEST ' +
    'AUTODETECT GAPDETECT BLINEDETECT INITIALPRINTER DELAY DISPLAY KILL MOVE EOJ'
  ).split(' '),
);
/** A picture, followed by so many bytes in so many rows. */
const picture = /^BITMAP +\d{1,5} *, *\d{1,5} *, *(\d{1,5}) *, *(\d{1,5}) *, *[0-2] *,/i;
const immediate = /^(~!|\x1b!)./; // eslint-disable-line no-control-regex
const print = /^PRINT +(\d{1,3})(?: *, *(\d{1,3}))? *$/i;
const size =
  /^SIZE +(\d{1,5}(?:\.\d{1,3})?)(?: *(mm|dot))? *(?:, *(\d{1,5}(?:\.\d{1,3})?)(?: *(mm|dot))? *)?$/i;
/** An endless roll is fed by it: 300 mm at the finest resolution, not metres. */
const longest: Readonly<Record<string, number>> = { inch: 12, mm: 305, dot: 7200 };

export function judgeTspl(line: string): Judged {
  if (line.trim() === '') return { type: 'frame' };
  const drawn = judgePicture(picture.exec(line));
  if (drawn !== null) return drawn;
  const spoken = immediate.exec(line);
  if (spoken !== null) return { type: 'leave-out', name: spoken[1] === '~!' ? '~!' : 'ESC!' };
  const word = /^[a-z]+/i.exec(line)?.[0].toUpperCase() ?? '';
  if (settings.has(word)) return { type: 'leave-out', name: word };
  if (unsafeText.test(line)) return { type: 'refuse', name: 'signs that are no text' };
  const printed = judgePrint(print.exec(line));
  if (printed !== null) return printed;
  if (isSize(line)) return { type: 'frame' };
  const name = withParameters.exec(line)?.[1]?.toUpperCase() ?? '';
  if (ink.has(name)) return { type: 'ink' };
  if (frame.has(name)) return { type: 'frame' };
  return { type: 'refuse', name: line.slice(0, 20) };
}

function isSize(line: string): boolean {
  const found = size.exec(line);
  if (found === null) return false;
  const [, width, widthUnit, height, heightUnit] = found;
  const sides = [
    [width, widthUnit],
    [height, heightUnit],
  ] as const;
  return sides.every(
    ([side = '0', unit = 'inch']) => Number(side) <= (longest[unit.toLowerCase()] ?? 0),
  );
}
