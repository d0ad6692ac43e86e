import { readAccessKey } from './access-key.ts';
import { normaliseCode } from './code.ts';
import { shortestTracking } from './naming.ts';

/** Here one number ends, whatever comes next. */
const ends = /[\n:;|()<>#]+/;
const punctuation = /^[.,!*]+|[.,!*]+$/g;
/** An access key is printed in groups of four. */
const mostGroups = 11;
const longestCode = 44;

/** A number that the digits beside it may continue. */
const numberBefore = /^[\dA-Z.-]*\d$/;
const numberAfter = /^\d[\dA-Z.-]*$/;
/** The letters of a code in groups, as in `AA 123 456 785 BR`. */
const lettersBefore = /^[A-Z]{1,4}$/;
const lettersAfter = /^[A-Z]{1,3}$/;

/**
 * Returns the words of a text that may be codes, as codes are compared; printed in groups, as
 * `AA 123 456 785 BR`, they are one. A part of a number is none: beside its digits there is no
 * other number, and no letters that may belong to it.
 */
export function listCodeWords(text: string): readonly string[] {
  const found = new Set<string>();
  for (const part of text.split(ends)) {
    const words = part.split(/\s+/).map((word) => word.replaceAll(punctuation, ''));
    for (const first of words.keys()) addRuns(words, first, found);
  }
  return [...found];
}

function addRuns(words: readonly string[], first: number, found: Set<string>): void {
  let code = '';
  for (let last = first; last < Math.min(first + mostGroups, words.length); last += 1) {
    code += normaliseCode(words[last] ?? '');
    if (code.length > longestCode) return;
    const isGrouped = last > first;
    const isWhole = !isPart(code, isGrouped, words[first - 1] ?? '', words[last + 1] ?? '');
    if (code.length >= shortestTracking && isWhole) found.add(code);
  }
}

function isPart(code: string, isGrouped: boolean, before: string, after: string): boolean {
  const startsOpen = isGrouped || /^\d/.test(code);
  const endsOpen = isGrouped || /\d$/.test(code);
  if (startsOpen && numberBefore.test(before)) return true;
  if (endsOpen && numberAfter.test(after)) return true;
  // No letters belong to a key, and its check digit is right.
  if (readAccessKey(code) !== null) return false;
  return (startsOpen && lettersBefore.test(before)) || (endsOpen && lettersAfter.test(after));
}

/** Returns the words of a file's name without its extension; `_` and a folder end a number there. */
export function readFileName(name: string): string {
  return name
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_/\\]/g, '\n')
    .replaceAll(/[\p{Pd}+.]/gu, ' ');
}

/** `nº 000` before the digits of a number. */
const mark = String.raw`(?:n[ºo°.]{0,2}[\s:.]{0,4})?0{0,9}`;
const digits = String.raw`(\d{1,3}(?:\.\d{3}){1,4}|\d{3,15})(?![\dA-Za-z]|[\s./-]\d)`;
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
