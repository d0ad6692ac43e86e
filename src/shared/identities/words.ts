import { readAccessKey } from './access-key.ts';
import { normaliseCode } from './code.ts';
import { shortestTracking } from './naming.ts';

/** Here one number ends, whatever comes next. */
const ends = /[\n:;|()<>#]+/;
/** Signs between words, and those at the ends of one: each place is looked at once. */
const between = /(?:[\s"'“”[\]{}=!*]|[.,](?![^\s.,])|(?<![^\s.,])[.,])+/;
/** An access key is printed in groups of four. */
const mostGroups = 11;
const longestCode = 44;
/** No code has such a group. */
const plainWord = /^\p{L}{5,}$/u;

/** A number that the digits beside it may continue. */
const numberBefore = /^[\dA-Z.]*\d$/;
const numberAfter = /^\d[\dA-Z.]*$/;
/** The letters of a code in groups, as in `AA 123 456 785 BR`. */
const lettersBefore = /^[A-Z]{1,4}$/;
const lettersAfter = /^[A-Z]{1,3}$/;

/**
 * Returns the words of a text that may be codes, as codes are compared; printed in groups, as
 * `AA 123 456 785 BR`, they are one. A part of a number is none: beside its digits there is no
 * other number, and no capitals that may belong to it.
 */
export function listCodeWords(text: string): readonly string[] {
  const lines = text.split(ends).map((part): Line => {
    const words = part.split(between).filter((word) => /\w/.test(word));
    return { words, codes: words.map(normaliseCode) };
  });
  const runs = lines.flatMap((line) => line.words.flatMap((_, first) => listRuns(line, first)));
  return [...new Set(runs)];
}

/** The part of a text between two ends. */
interface Line {
  readonly words: readonly string[];
  /** The words as codes are compared. */
  readonly codes: readonly string[];
}

/** Returns the codes that begin with this word. */
function listRuns(line: Line, first: number): readonly string[] {
  const { codes } = line;
  const isAfterNumber = numberBefore.test(codes[first - 1] ?? '');
  if (isAfterNumber && /^\d/.test(codes[first] ?? '')) return [];
  const end = first + (isAfterNumber ? 1 : mostGroups);
  const found: string[] = [];
  let code = '';
  for (const [at, group] of codes.slice(first, end).entries()) {
    code += group;
    if (plainWord.test(group) || code.length > longestCode) break;
    const isLong = code.length >= shortestTracking && /\d/.test(code);
    if (isLong && !isContinued(line, code, first, first + at)) found.push(code);
  }
  return found;
}

/** The word after the code's last one goes on with it, or the letters beside it may be its own. */
function isContinued({ words, codes }: Line, code: string, first: number, last: number): boolean {
  const isGrouped = last > first;
  const startsOpen = isGrouped || /^\d/.test(code);
  const endsOpen = isGrouped || /\d$/.test(code);
  if (endsOpen && numberAfter.test(codes[last + 1] ?? '')) return true;
  const hasLetters =
    (startsOpen && lettersBefore.test(words[first - 1] ?? '')) ||
    (endsOpen && lettersAfter.test(words[last + 1] ?? ''));
  // No letters belong to a key, and its check digit is right.
  return hasLetters && readAccessKey(code) === null;
}

/**
 * Returns the words of a file's name without its extension, in capitals: there no letters are
 * prose. `_` and a folder end a number.
 */
export function readFileName(name: string): string {
  return name
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_/\\]/g, '\n')
    .replaceAll(/[\p{Pd}+.]/gu, ' ')
    .toUpperCase();
}

/** `nº 000` before the digits of a number. */
const mark = String.raw`(?:n[ºo°.]{0,2}[\s:.]{0,4})?0{0,9}`;
const digits = String.raw`(\d{1,3}(?:\.\d{3}){1,4}|\d{3,15})(?![\dA-Za-z]|[\s.,/-]\d)`;
/** `NF 102341`, `Nota Fiscal nº 000.102.341`, `NF-e: 102341`, on one line or on two. */
const invoice = new RegExp(
  String.raw`\b(?:NF-?e?|nota(?:\s{1,3}fiscal)?|DANFE)\b[\s:.-]{0,4}${mark}${digits}`,
  'gi',
);
/** `Pedido 4712`, `Pedido nº: 4712`. */
const order = new RegExp(String.raw`\bpedido\b[\s:.#-]{0,4}${mark}${digits}`, 'gi');

/** Returns the numbers that a text calls an invoice's or an order's. They are no proof. */
export function listNumbers(text: string) {
  const list = (of: RegExp): readonly number[] =>
    Array.from(text.matchAll(of), ([, number = '']) => Number(number.replaceAll('.', '')));
  return { invoices: list(invoice), orders: list(order) };
}
