import { judgePicture, judgePrint, unsafeText, type Judged } from './judged.ts';

/*
 * EPL2, by Zebra's programming guide: one command per line, in capitals. Drawing commands are on
 * the list; unlisted ones may draw (stored forms, graphics and variables of another file) and are
 * refused.
 */

const number = String.raw` *\d{1,5} *`;
const data = String.raw` *"(?:[^"\\]|\\.)*"`;

function makePattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^(?:${parts.join('|')})$`);
}

const ink = makePattern(
  // Text, bar code, two-dimensional code.
  `A${number},${number},[0-7],[1-9A-Za-z],${number},${number},[NR],${data}`,
  `B${number},${number},[0-3],[0-9A-Za-z]{1,3},${number},${number},${number},[BN],${data}`,
  `b${number},${number},[A-Za-z]{1,2},(?:[A-Za-z0-9]{1,8},){0,16}${data}`,
  // Lines and a box.
  `L[EOW]${number},${number},${number},${number}`,
  `LS${number},${number},${number},${number},${number}`,
  `X${number},${number},${number},${number},${number}`,
);
/** A picture, followed by so many bytes in so many rows. */
const picture = new RegExp(`^GW${number},${number},(${number}),(${number}),`);
/** An empty label, its origin, its width, its direction, its letters. */
const frame = makePattern(
  'N',
  `R${number},${number}`,
  `q${number}`,
  'Z[TB]',
  String.raw`I[78],[0-9A-F]{1,2}(?:,\d{3})?`,
);
const print = /^P(\d{1,3})(?:,(\d{1,3}))?$/;
/**
 * Reset, media, speed, darkness, memory, port, cutter, clock; queries, test prints, dumps; stored
 * objects.
 */
const settings =
  /^(?:(\^)[^\n]*|([QSD])\d[\d,+ -]*|(O)[A-Z0-9,]*|(J[BF])|(r[NY])|(U)[^\n]*|(M)[\d, ]+|(xa)|(dump)|([EFG]I)|([EFG]K)[^\n]*|(Y)[^\n]*|(W)?\?|(f)[\d, ]+|(T[SDT])[^\n]*|(eR)[^\n]*)$/;

export function judgeEpl(line: string): Judged {
  if (line.trim() === '') return { type: 'frame' };
  const drawn = judgePicture(picture.exec(line));
  if (drawn !== null) return drawn;
  const set = settings.exec(line);
  if (set !== null)
    return { type: 'leave-out', name: line.startsWith('^@') ? '^@' : nameSetting(set) };
  if (unsafeText.test(line)) return { type: 'refuse', name: 'signs that are no text' };
  if (ink.test(line)) return { type: 'ink' };
  if (frame.test(line)) return { type: 'frame' };
  return judgePrint(print.exec(line)) ?? { type: 'refuse', name: line.slice(0, 20) };
}

/** Only the matching group is set. */
function nameSetting(found: RegExpExecArray): string {
  const groups: readonly (string | undefined)[] = found.slice(1);
  return groups.find((part) => part !== undefined) ?? found[0];
}
