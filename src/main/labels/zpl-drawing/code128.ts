import { addCheckDigit } from './code-data.ts';

/** Code words that are not data. */
const startWords = { A: 103, B: 104, C: 105 } as const;
const switchWords = { A: 101, B: 100, C: 99 } as const;
const function1 = 102;

type Subset = keyof typeof startWords;

/** The characters after `>` in the data of `^BC` without automatic mode, from the ZPL II manual. */
const invocations: Readonly<Record<string, number>> = {
  '0': 30,
  '<': 62,
  '=': 94,
  '1': 95,
  '2': 96,
  '3': 97,
  '4': 98,
  '8': function1,
};
const subsetOfStart: Readonly<Record<string, Subset>> = { '9': 'A', ':': 'B', ';': 'C' };
const subsetOfSwitch: Readonly<Record<string, Subset>> = { '7': 'A', '6': 'B', '5': 'C' };

export interface Code128 {
  /** From the start to the data's end, without check digit and stop. */
  readonly words: readonly number[];
  /** A reader's: function 1 is silent at the beginning, else a separator. */
  readonly text: string;
  /** Under the bars, for people. */
  readonly line: string;
}

const separator = '\u001d';

/**
 * As a ZPL printer encodes it, bar for bar; null for other data. The mode: none, UCC case,
 * automatic, UCC/EAN.
 */
export function encodeCode128(data: string, modeParameter = 'N'): Code128 | null {
  const mode = modeParameter.toUpperCase();
  // eslint-disable-next-line no-control-regex
  if (/[^\x00-\x7e]/.test(data)) return null;
  if (mode === 'U') return encodeCase(data);
  if (mode === 'A') return { words: encodeFreely(data, null), text: data, line: data };
  if (mode === 'D') {
    const text = data.replaceAll(/[()\s]/g, '').replaceAll('>8', separator);
    return { words: encodeFreely(text, function1), text, line: data.replaceAll('>8', '') };
  }
  return encodeAsTold(data);
}

/** 19 digits and their check digit. */
function encodeCase(data: string): Code128 | null {
  if (!/^\d{1,19}/.test(data)) return null;
  const digits = (/^\d+/.exec(data)?.[0] ?? '').slice(0, 19).padStart(19, '0');
  const whole = addCheckDigit(digits);
  return { words: [startWords.C, function1, ...pairDigits(whole)], text: whole, line: whole };
}

/** The data choose their subset; the default is B. */
function encodeAsTold(data: string): Code128 | null {
  const begin = data.startsWith('>') ? subsetOfStart[data.charAt(1)] : undefined;
  let subset: Subset = begin ?? 'B';
  let at = begin === undefined ? 0 : 2;
  const words: number[] = [startWords[subset]];
  let text = '';
  while (at < data.length) {
    const sign = data.charAt(at);
    const next = data.charAt(at + 1);
    const pair = /^\d\d/.exec(data.slice(at, at + 2))?.[0];
    if (sign === '>' && next !== '') {
      const other: Subset | undefined = subsetOfSwitch[next];
      const word = invocations[next];
      if (other !== undefined) {
        if (other !== subset) words.push(switchWords[other]);
        subset = other;
      } else if (word !== undefined) {
        if (word < 95) text += String.fromCharCode(word + 32);
        else if (word === function1 && words.length > 1) text += separator;
        words.push(word);
      }
      at += 2;
    } else if (subset === 'C') {
      if (pair !== undefined) {
        words.push(Number(pair));
        text += pair;
      }
      // A character that is not in this subset is left out, as printers do.
      at += pair === undefined ? 1 : 2;
    } else if (subset === 'A' && pair !== undefined) {
      const word = Number(pair);
      words.push(word);
      text += String.fromCharCode(word < 64 ? word + 32 : word - 64);
      at += 2;
    } else {
      const code = sign.charCodeAt(0);
      if (code < 32 || code > 126) return null;
      words.push(code - 32);
      text += sign;
      at += 1;
    }
  }
  // eslint-disable-next-line no-control-regex
  return { words, text, line: text.replaceAll(/[\x00-\x1f]/g, '') };
}

/** As short as possible with subsets B and C; `first` is a function word before the data. */
function encodeFreely(data: string, first: number | null): readonly number[] {
  const words: number[] = [];
  let subset = null as Subset | null;
  const enter = (wanted: Subset) => {
    if (subset === wanted) return;
    words.push(subset === null ? startWords[wanted] : switchWords[wanted]);
    if (subset === null && first !== null) words.push(first);
    subset = wanted;
  };
  for (const { 0: piece } of data.matchAll(/\d{4,}|./gs)) {
    if (piece === separator) {
      if (subset === null) enter('C');
      words.push(function1);
    } else if (/^\d{4,}$/.test(piece)) {
      const odd = piece.length % 2;
      if (odd === 1 && subset !== 'C') {
        enter('B');
        words.push(piece.charCodeAt(0) - 32);
        enter('C');
        words.push(...pairDigits(piece.slice(1)));
      } else {
        enter('C');
        words.push(...pairDigits(piece.slice(0, piece.length - odd)));
        if (odd === 1) {
          enter('B');
          words.push(piece.charCodeAt(piece.length - 1) - 32);
        }
      }
    } else {
      const code = piece.charCodeAt(0);
      enter(code < 32 ? 'A' : 'B');
      words.push(code < 32 ? code + 64 : code - 32);
    }
  }
  return words;
}

function pairDigits(digits: string): readonly number[] {
  return (digits.match(/\d\d/g) ?? []).map(Number);
}
