import { PdfDamage } from '../pdf/syntax/objects.ts';
import { assertPictureSize, type Picture } from '../pdf/image/picture.ts';

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly palette: Uint8Array;
  /** -1 for none. */
  readonly transparent: number;
  readonly indexes: Uint8Array;
}

/** Returns the first frame of a GIF on white paper of the stated size. */
export function readGif(file: Buffer): Picture {
  if (file.length < 13) throw new PdfDamage('GIF cut off');
  const width = file.readUInt16LE(6);
  const height = file.readUInt16LE(8);
  assertPictureSize(width, height, 'GIF');
  const frame = readFrame(file);
  const out = new Uint8Array(width * 3);
  function* rows(): Generator<Uint8Array, void, undefined> {
    for (let y = 0; y < height; y += 1) {
      out.fill(255);
      drawRow(frame, y, out);
      yield out;
    }
  }
  return { width, height, channels: 3, rows: rows() };
}

function drawRow(
  { left, top, width, height, palette, transparent, indexes }: Frame,
  y: number,
  out: Uint8Array,
): void {
  if (y < top || y >= top + height) return;
  const from = (y - top) * width;
  for (let x = 0; x < width && (left + x) * 3 < out.length; x += 1) {
    const index = indexes[from + x] ?? 0;
    if (index === transparent) continue;
    for (let channel = 0; channel < 3; channel += 1)
      out[(left + x) * 3 + channel] = palette[index * 3 + channel] ?? 0;
  }
}

function readFrame(file: Buffer): Frame {
  const flags = file[10] ?? 0;
  let at = 13 + countPaletteBytes(flags);
  const common = file.subarray(13, at);
  let transparent = -1;
  for (;;) {
    const mark = file[at];
    if (mark === 0x21) {
      if (file[at + 1] === 0xf9 && ((file[at + 3] ?? 0) & 1) === 1)
        transparent = file[at + 6] ?? -1;
      at = skipBlocks(file, at + 2);
    } else if (mark === 0x2c && at + 11 <= file.length) {
      const width = file.readUInt16LE(at + 5);
      const height = file.readUInt16LE(at + 7);
      assertPictureSize(width, height, 'GIF');
      const own = file[at + 9] ?? 0;
      const start = at + 10 + countPaletteBytes(own);
      const palette = (own & 0x80) === 0 ? common : file.subarray(at + 10, start);
      const plain = unpackLzw(joinBlocks(file, start + 1), file[start] ?? 0, width * height);
      const indexes = (own & 0x40) === 0 ? plain : sortRows(plain, width, height);
      return {
        left: file.readUInt16LE(at + 1),
        top: file.readUInt16LE(at + 3),
        width,
        height,
        palette,
        transparent,
        indexes,
      };
    } else throw new PdfDamage('GIF without a picture');
  }
}

function countPaletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1);
}

function skipBlocks(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 0) at += 1 + (file[at] ?? 0);
  return at + 1;
}

function joinBlocks(file: Buffer, from: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = from; at < file.length && file[at] !== 0; at += 1 + (file[at] ?? 0))
    parts.push(file.subarray(at + 1, at + 1 + (file[at] ?? 0)));
  return Buffer.concat(parts);
}

function sortRows(rows: Uint8Array, width: number, height: number): Uint8Array {
  const sorted = new Uint8Array(rows.length);
  let from = 0;
  for (const [first, step] of [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const)
    for (let y = first; y < height; y += step, from += width)
      sorted.set(rows.subarray(from, from + width), y * width);
  return sorted;
}

function unpackLzw(data: Uint8Array, firstBits: number, length: number): Uint8Array {
  if (firstBits < 1 || firstBits > 8) throw new PdfDamage('GIF header makes no sense');
  const out = new Uint8Array(length);
  const clear = 1 << firstBits;
  /** For each code: the code before its last sample, that sample, and its length in samples. */
  const before = new Uint16Array(4096);
  const last = new Uint8Array(4096);
  const lengths = new Uint16Array(4096).fill(1, 0, clear);
  for (let code = 0; code < clear; code += 1) last[code] = code;
  let [bits, next, previous, bit, to] = [firstBits + 1, clear + 2, -1, 0, 0];
  while (to < length) {
    if (bit + bits > data.length * 8) throw new PdfDamage('GIF with too few rows');
    const at = bit >> 3;
    const three = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
    const code = (three >> (bit & 7)) & ((1 << bits) - 1);
    bit += bits;
    if (code === clear) {
      [bits, next, previous] = [firstBits + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1) throw new PdfDamage('GIF with too few rows');
    if (code > next || (code === next && previous < 0) || (previous < 0 && code >= clear))
      throw new PdfDamage('GIF with a wrong code');
    const known = code < next ? code : previous;
    const count = lengths[known] ?? 1;
    let first = known;
    for (let index = to + count - 1; index >= to; index -= 1) {
      if (index < length) out[index] = last[first] ?? 0;
      if (index > to) first = before[first] ?? 0;
    }
    to += count;
    if (code === next && to < length) out[to] = last[first] ?? 0;
    if (code === next) to += 1;
    if (previous >= 0 && next < 4096) {
      before[next] = previous;
      last[next] = last[first] ?? 0;
      lengths[next] = (lengths[previous] ?? 1) + 1;
      next += 1;
      if (next === 1 << bits && bits < 12) bits += 1;
    }
    previous = code;
  }
  return out;
}
