import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/main/os/text/clean-text.ts';
import { anyCharacter, readableCharacter } from '../support/any-text.ts';

/**
 * C0, C1, marks, embeddings, overrides and isolates of direction, and separators of lines and
 * paragraphs.
 */
// eslint-disable-next-line no-control-regex
const forbidden = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/;
const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\x1b[31m',
        '\x9b1m',
        '\u2028',
        '\r\n',
        '\u061c',
        '\ud800',
        'a',
        ' ',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('text from outside', () => {
  it('is one line without controls and changes of direction, for any input', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(forbidden);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  it('keeps all readable characters', () => {
    for (const text of [
      'João d’Ávila & Filhos — nº 7',
      'Rua “A”, 10 · 2ª',
      '日本語 العربية עברית',
      '🙂👍🏽',
      ' a  b ',
    ])
      expect(cleanText(text)).toBe(text);
    expect(cleanText('one\r\ntwo\nthree\tfour\u2028five')).toBe('one two three four five');
    expect(cleanText('\x1b]0;title\x07\x1b[2Jfact\u202Egpj.exe')).toBe(']0;title[2Jfactgpj.exe');
  });

  it('keeps every letter, digit, mark and sign', () => {
    fc.assert(
      fc.property(fc.string({ unit: readableCharacter }), (text) => {
        const readable = (one: string): string => one.replace(/[^\p{L}\p{N}\p{M}\p{P}\p{S}]/gu, '');
        expect(readable(cleanText(text))).toBe(readable(text));
      }),
    );
  });
});
