import fc from 'fast-check';

/*
 * Characters for `fc.string({ unit })`. fast-check's own `binary` and `grapheme` lay out a table of
 * all of Unicode in each process that asks for them, which takes longer than most properties that
 * use them.
 */

const codePoint = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((code) => String.fromCodePoint(code));

/** Every Unicode character, including controls and unassigned ones; no lone surrogates. */
export const anyCharacter = fc.oneof(
  codePoint(0, 0x7f),
  codePoint(0x80, 0x24f),
  codePoint(0x250, 0xd7ff),
  codePoint(0xe000, 0xffff),
  codePoint(0x1_0000, 0x10_ffff),
);

/**
 * Characters of real text: letters of several scripts, some with combining marks, symbols, and
 * emoji of several code points.
 */
export const readableCharacter = fc.oneof(
  { arbitrary: codePoint(0x20, 0x7e), weight: 4 },
  { arbitrary: codePoint(0xa1, 0x17f), weight: 2 },
  fc.tuple(codePoint(0x61, 0x7a), codePoint(0x300, 0x36f)).map((parts) => parts.join('')),
  codePoint(0x391, 0x3c9),
  codePoint(0x5d0, 0x5ea),
  codePoint(0x4e00, 0x9fff),
  codePoint(0x1_f300, 0x1_f5ff),
  fc.constantFrom('👩‍🚀', '🇧🇷', '👍🏽', '❤️'),
);
