import { expect, it } from 'vitest';
import { decodeText } from '../../../src/main/labels/pdf/syntax/text.ts';

/** The same word in the three encodings of ISO 32000-2, 7.9.2.2. */
it.each([
  ['Latin-1', 'c361c7e36f'],
  ['UTF-8', 'efbbbfc38361c387c3a36f'],
  ['UTF-16', 'feff00c3006100c700e3006f'],
  ['UTF-16 with half a letter at its end', 'feff00c3006100c700e3006f00'],
])('a text string in %s is read', (_, hex) => {
  expect(decodeText(Buffer.from(hex, 'hex'))).toBe('ÃaÇão');
});
