import { PdfDamage } from './errors.ts';
import { countUnpacked, maxUnpackedBytes } from './inflate.ts';

const clearTable = 256;
const endOfData = 257;
const firstEntry = 258;
const mostEntries = 4096 - firstEntry;

/**
 * Unpacks LZW data to their end (ISO 32000-1, 7.4.4). An entry of the table is a text and the byte
 * behind it, and so it stands in the output already. Data with an unknown code, and those that end
 * early, are damage: pdf-lib reads on in silence.
 */
export function unpackLzw(data: Uint8Array, earlyChange: number): Uint8Array {
  let out = Buffer.allocUnsafe(4 * data.length + mostEntries);
  let length = 0;
  /** The texts' places in the output: an entry reaches from one of them to the next. */
  let starts: number[] = [];
  let held = 0;
  let heldBits = 0;
  for (const byte of data) {
    held = (held << 8) | byte;
    heldBits += 8;
    const codeBits = 32 - Math.clz32(firstEntry + starts.length - 1 + earlyChange);
    const width = Math.min(12, Math.max(9, codeBits));
    if (heldBits < width) continue;
    heldBits -= width;
    const code = (held >>> heldBits) & ((1 << width) - 1);
    if (code === endOfData) {
      countUnpacked(length);
      return out.subarray(0, length);
    }
    if (code === clearTable) {
      starts = [];
      continue;
    }
    if (starts.length <= mostEntries) starts.push(length);
    const from = starts[code - firstEntry];
    const to = starts[code - firstEntry + 1];
    if (length > maxUnpackedBytes) break;
    if (length + mostEntries >= out.length) out = Buffer.concat([out], 2 * out.length);
    if (code < clearTable) {
      out[length] = code;
      length += 1;
      continue;
    }
    if (from === undefined || to === undefined) throw new PdfDamage('an unknown LZW code');
    // Byte by byte: the last one of the newest entry is the first that is written here.
    for (let at = from; at <= to; at += 1) {
      out[length] = out[at] ?? 0;
      length += 1;
    }
  }
  countUnpacked(length);
  throw new PdfDamage('LZW data that end early');
}
