/** PDF's character classes of bytes (ISO 32000-1, 7.2.2). */
const kinds = new Uint8Array(256);
const space = 1;
const delimiter = 2;
const digit = 3;
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = space;
for (const char of '()<>[]{}/%') kinds[char.charCodeAt(0)] = delimiter;
for (const char of '0123456789') kinds[char.charCodeAt(0)] = digit;

export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === space;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] === digit;
}

/** Neither white space nor a delimiter: part of a name, a number or a word. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && kinds[byte] !== space && kinds[byte] !== delimiter;
}

/** Returns the first position behind the word. */
export function findWordEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (isRegular(bytes[end])) end += 1;
  return end;
}

/** Returns true if these characters are here, with anything behind them. */
export function startsAt(bytes: Uint8Array, at: number, characters: string): boolean {
  for (let index = 0; index < characters.length; index += 1)
    if (bytes[at + index] !== characters.charCodeAt(index)) return false;
  return true;
}
