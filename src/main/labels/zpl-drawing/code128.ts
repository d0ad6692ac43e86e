import { addCheckDigit, function1 } from './code-data.ts';

/** Code words that are not data. */
const startWords = { A: 103, B: 104, C: 105 } as const;
const switchWords = { A: 101, B: 100, C: 99 } as const;
const function1Word = 102;

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
  '8': function1Word,
};
const subsetOfStart: Readonly<Record<string, Subset>> = { '9': 'A', ':': 'B', ';': 'C' };
const subsetOfSwitch: Readonly<Record<string, Subset>> = { '7': 'A', '6': 'B', '5': 'C' };

export interface Code128 {
  /**
   * The code words that the field asks for, from the start to the data's end, without check digit
   * and stop; or the data, for which the encoder chooses them.
   */
  readonly data: readonly number[] | string;
  /** A reader's: function 1 is silent at the beginning, else a separator. */
  readonly text: string;
  /** Under the bars, for people. */
  readonly line: string;
}

const separator = '\u001d';

/** Null for data that it cannot hold. The mode: none, UCC case, automatic, UCC/EAN. */
export function readCode128(data: string, modeParameter = 'N'): Code128 | null {
  const mode = modeParameter.toUpperCase();
  // eslint-disable-next-line no-control-regex
  if (/[^\x00-\x7e]/.test(data)) return null;
  if (mode === 'U') return readCase(data);
  if (mode === 'A') return { data, text: data, line: data };
  if (mode !== 'D') return encodeAsTold(data);
  const text = data.replaceAll(/[()\s]/g, '').replaceAll('>8', separator);
  const marked = function1 + text.replaceAll(separator, function1);
  return { data: marked, text, line: data.replaceAll('>8', '') };
}

/** 19 digits and their check digit. */
function readCase(data: string): Code128 | null {
  const digits = /^\d{1,19}/.exec(data)?.[0];
  if (digits === undefined) return null;
  const whole = addCheckDigit(digits.padStart(19, '0'));
  return { data: function1 + whole, text: whole, line: whole };
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
        else if (word === function1Word && words.length > 1) text += separator;
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
  return { data: words, text, line: text.replaceAll(/[\x00-\x1f]/g, '') };
}
