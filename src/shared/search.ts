import { fold } from './formats.ts';

/** A number or a code with the signs that people write in it. */
const written = /^[\p{L}\p{N}./()#+-]*\p{N}[\p{L}\p{N}./()#+-]*$/u;

/** Returns the letters and digits of a text, folded: codes are written with and without signs. */
export function compact(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns what each word of a query may be in a search text, one of which is enough: a number also
 * without its signs, or without leading zeros as a whole line.
 */
export function listForms(query: string): readonly (readonly string[])[] {
  const words = fold(query).split(' ').filter(Boolean);
  return words.map((word) => {
    const bare = written.test(word) ? compact(word) : word;
    const [, number] = /^0+([1-9]\d*)$/.exec(bare) ?? [];
    return [...new Set([word, bare, ...(number === undefined ? [] : [frameLines([number])])])];
  });
}

/** Returns a search text: each part is a line. */
export function frameLines(parts: readonly string[]): string {
  return `\n${parts.filter((part) => part !== '').join('\n')}\n`;
}
