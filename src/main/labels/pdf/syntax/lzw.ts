import { PdfDamage, PdfTooLarge } from './errors.ts';
import { maxUnpackedBytes } from './inflate.ts';

const clearTable = 256;
const endOfData = 257;
const firstEntry = 258;
const maxEntries = 4096;
const leastBits = 9;
const mostBits = 12;

/**
 * Unpacks LZW data to their end (ISO 32000-1, 7.4.4). An entry of the table is a text and the byte
 * behind it, and so it stands in the output already. Data with an unknown code, and those that end
 * early, are damage: pdf-lib reads on in silence.
 */
export function unpackLzw(data: Uint8Array, earlyChange: number): Uint8Array {
  const starts = new Uint32Array(maxEntries);
  const sizes = new Uint16Array(maxEntries);
  let out = Buffer.allocUnsafe(4 * data.length + maxEntries);
  let length = 0;
  let before = 0;
  let entries = firstEntry;
  let codeBits = leastBits;
  let held = 0;
  let heldBits = 0;
  for (const byte of data) {
    held = (held << 8) | byte;
    heldBits += 8;
    if (heldBits < codeBits) continue;
    heldBits -= codeBits;
    const code = (held >>> heldBits) & ((1 << codeBits) - 1);
    if (code === endOfData) return out.subarray(0, length);
    if (code === clearTable) {
      entries = firstEntry;
      codeBits = leastBits;
      before = 0;
      continue;
    }
    if (before > 0 && entries < maxEntries) {
      starts[entries] = length - before;
      sizes[entries] = before + 1;
      entries += 1;
    }
    if (code >= entries) throw new PdfDamage('LZW data with an unknown code');
    const isByte = code < clearTable;
    const from = starts[code] ?? 0;
    before = isByte ? 1 : (sizes[code] ?? 0);
    if (length + before > maxUnpackedBytes) throw new PdfTooLarge('a stream unpacks to too much');
    if (length + before > out.length) out = Buffer.concat([out], 2 * out.length);
    // Byte by byte: the last one of the newest entry is the first that is written here.
    for (let at = 0; at < before; at += 1) out[length + at] = isByte ? code : (out[from + at] ?? 0);
    length += before;
    if (entries + earlyChange >= 1 << codeBits && codeBits < mostBits) codeBits += 1;
  }
  throw new PdfDamage('LZW data that end early');
}
