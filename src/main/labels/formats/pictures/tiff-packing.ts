import { PdfDamage } from '../../pdf/syntax/objects.ts';

/** Unpacks PackBits to at most so many bytes. */
export function unpackBits(data: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < data.length && to < length;) {
    const count = data[at] ?? 0;
    if (count < 128) {
      out.set(data.subarray(at + 1, Math.min(at + 2 + count, at + 1 + length - to)), to);
      to += count + 1;
      at += count + 2;
    } else {
      if (count > 128) {
        out.fill(data[at + 1] ?? 0, to, to + 257 - count);
        to += 257 - count;
      }
      at += count > 128 ? 2 : 1;
    }
  }
  if (to < length) throw new PdfDamage('TIFF with too few rows');
  return out;
}

/** Unpacks TIFF's LZW, whose codes grow one code early and begin at a byte's upper end, to so many bytes. */
export function unpackTiffLzw(data: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  /** Of each code from 258 on: where its bytes were written, and how many they are. */
  const starts = new Uint32Array(4097);
  const lengths = new Uint32Array(4097);
  let [bits, next, bit, to] = [9, 258, 0, 0];
  let [previousStart, previousLength] = [0, 0];
  while (to < length) {
    if (bit + bits > data.length * 8) throw new PdfDamage('TIFF with too few rows');
    const at = bit >> 3;
    const three = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    const code = (three >> (24 - bits - (bit & 7))) & ((1 << bits) - 1);
    bit += bits;
    if (code === 256) {
      [bits, next, previousLength] = [9, 258, 0];
      continue;
    }
    if (code === 257) throw new PdfDamage('TIFF with too few rows');
    const start = to;
    if (code < 256) out[to++] = code;
    else {
      // A code that is not there yet stands for the one before and its own first byte, which lie one behind the other.
      const isNew = code === next && previousLength > 0;
      if (code >= next && !isNew) throw new PdfDamage('TIFF with a wrong code');
      const from = isNew ? previousStart : (starts[code] ?? 0);
      const count = isNew ? previousLength + 1 : (lengths[code] ?? 0);
      for (let index = 0; index < count && to < length; index += 1) out[to++] = out[from + index] ?? 0;
    }
    if (previousLength > 0 && next < 4096) {
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next += 1;
    }
    if (next >= (1 << bits) - 1 && bits < 12) bits += 1;
    [previousStart, previousLength] = [start, to - start];
  }
  return out;
}
