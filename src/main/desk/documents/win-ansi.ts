import { cleanText } from '../../os/text/clean-text.ts';

/** The characters of code page 1252 at 0x80 to 0x9f, as in the standard fonts of PDF. */
const beyondLatin1 = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

const lookalikes: Readonly<Record<string, string>> = {
  '‑': '-',
  '‒': '–',
  '―': '—',
  '−': '-',
  '″': '"',
  '′': "'",
};

/**
 * Returns the text as PDF's standard fonts can show it. Missing accents are dropped from their
 * letters, other missing characters become `?`, and shapeless ones (controls, direction marks) are
 * removed, so that no name can break a page.
 */
export function toWinAnsi(text: string): string {
  let out = '';
  for (const char of cleanText(text).normalize('NFC').replace(/\s+/gu, ' '))
    out += isEncodable(char) ? char : substitute(char);
  return out.trim();
}

function substitute(char: string): string {
  const lookalike = lookalikes[char];
  if (lookalike !== undefined) return lookalike;
  let plain = '';
  for (const part of char.normalize('NFKD').replace(/\p{M}/gu, ''))
    plain += isEncodable(part) ? part : '?';
  return plain;
}

function isEncodable(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code <= 0xff && code !== 0xad) ||
    beyondLatin1.includes(char)
  );
}
