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
  const found = new Set<string>();
  for (const part of text.split(ends)) {
    const words = part.split(between).filter((word) => /\w/.test(word));
    const codes = words.map(normaliseCode);
    for (const first of words.keys()) {
      const isAfterNumber = numberBefore.test(codes[first - 1] ?? '');
      if (isAfterNumber && /^\d/.test(codes[first] ?? '')) continue;
      const groups = codes.slice(first, first + (isAfterNumber ? 1 : mostGroups));
      let code = '';
      for (const [at, group] of groups.entries()) {
        code += group;
        if (plainWord.test(group) || code.length > longestCode) break;
        if (code.length < shortestTracking || !/\d/.test(code)) continue;
        const startsOpen = at > 0 || /^\d/.test(code);
        const endsOpen = at > 0 || /\d$/.test(code);
        const after = first + at + 1;
        if (endsOpen && numberAfter.test(codes[after] ?? '')) continue;
        const hasLetters =
          (startsOpen && lettersBefore.test(words[first - 1] ?? '')) ||
          (endsOpen && lettersAfter.test(words[after] ?? ''));
        // No letters belong to a key, and its check digit is right.
        if (!hasLetters || readAccessKey(code) !== null) found.add(code);
      }
    }
  }
  return [...found];
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
