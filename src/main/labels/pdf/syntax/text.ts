/** A text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 by its first bytes, else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    return buffer
      .subarray(2, buffer.length - (buffer.length % 2))
      .swap16()
      .toString('utf16le');
  }
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) return buffer.subarray(3).toString('utf8');
  // PDFDocEncoding equals Latin-1 for Portuguese.
  return buffer.toString('latin1');
}
