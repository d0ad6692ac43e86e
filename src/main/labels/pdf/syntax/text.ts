/** A text string (ISO 32000-2, 7.9.2.2): UTF-16 or UTF-8 by its first bytes, else Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new TextDecoder('utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return new TextDecoder().decode(bytes);
  // PDFDocEncoding equals Latin-1 for Portuguese.
  return Buffer.from(bytes).toString('latin1');
}
