/** 1 for each byte that PDF reads as white space. */
export const whitespace = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) whitespace[byte] = 1;
const delimiter = new Uint8Array(256);
for (const char of '()<>[]{}/%') delimiter[char.charCodeAt(0)] = 1;

export function isWhitespace(byte: number | undefined): boolean {
  return byte !== undefined && whitespace[byte] === 1;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && whitespace[byte] === 0 && delimiter[byte] === 0;
}

export function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  if (byte >= 97 && byte <= 102) return byte - 87;
  return -1;
}
