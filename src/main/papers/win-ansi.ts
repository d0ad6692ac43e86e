import { cleanText } from '../os/text/clean-text.ts';

/** All but Latin-1 and the characters of code page 1252 at 0x80 to 0x9f, as PDF's own fonts. */
const unknown = /[^ -~\xa0-\xac\xae-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

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
  const line = cleanText(text).normalize('NFC').replace(/\s+/gu, ' ');
  return line.replace(unknown, substitute).trim();
}

function substitute(char: string) {
  const plain = char.normalize('NFKD').replace(/\p{M}/gu, '');
  return lookalikes[char] ?? plain.replace(unknown, '?');
}
