import { PdfDamage, PdfUnrenderable } from '../../pdf/syntax/objects.ts';
import { inflate } from '../../pdf/syntax/inflate.ts';
import { assertPictureSize } from '../../pdf/image/picture.ts';
import type { Picture } from '../../pdf/image/picture.ts';
import { unpackGroup4 } from './fax.ts';
import { unpackBits, unpackTiffLzw } from './tiff-packing.ts';

/** A page of a TIFF; `orientation` as in EXIF, 1 to 8. */
export interface TiffPage {
  readonly picture: Picture;
  readonly orientation: number;
}

const maxPages = 50;

/** The pages of a TIFF: in rows, of black and white, grey, a palette, RGB or CMYK. */
export function readTiff(file: Buffer): readonly TiffPage[] {
  const reader = new TiffReader(file);
  const pages: TiffPage[] = [];
  const seen = new Set<number>();
  for (let at = reader.long(4); at !== 0 && !seen.has(at);) {
    if (pages.length === maxPages) throw new PdfUnrenderable('TIFF with too many pages');
    seen.add(at);
    const { tags, next } = reader.readDirectory(at);
    // Small pictures of a page, for lists of files.
    if (((tags.get(254)?.[0] ?? 0) & 1) === 0) pages.push(readPage(file, tags));
    at = next;
  }
  if (pages.length === 0) throw new PdfDamage('TIFF without a picture');
  return pages;
}

type Tags = ReadonlyMap<number, readonly number[]>;

const typeBytes: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 6: 1, 7: 1 };

class TiffReader {
  readonly #file: Buffer;
  readonly #isLittle: boolean;

  constructor(file: Buffer) {
    this.#file = file;
    this.#isLittle = file[0] === 0x49;
  }

  short(at: number): number {
    if (at + 2 > this.#file.length) throw new PdfDamage('TIFF cut off');
    return this.#isLittle ? this.#file.readUInt16LE(at) : this.#file.readUInt16BE(at);
  }

  long(at: number): number {
    if (at + 4 > this.#file.length) throw new PdfDamage('TIFF cut off');
    return this.#isLittle ? this.#file.readUInt32LE(at) : this.#file.readUInt32BE(at);
  }

  readDirectory(at: number): { readonly tags: Tags; readonly next: number } {
    const tags = new Map<number, readonly number[]>();
    const count = this.short(at);
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
      const bytes = typeBytes[this.short(entry + 2)];
      const length = this.long(entry + 4);
      if (bytes === undefined || length * bytes > this.#file.length) continue;
      const from = length * bytes <= 4 ? entry + 8 : this.long(entry + 8);
      const values = Array.from({ length }, (_, index) => this.#value(from + index * bytes, bytes));
      tags.set(this.short(entry), values);
    }
    return { tags, next: this.long(at + 2 + count * 12) };
  }

  #value(at: number, bytes: number): number {
    if (bytes === 4) return this.long(at);
    if (bytes === 2) return this.short(at);
    return this.#file[at] ?? 0;
  }
}

/** What of a page's tags its rows are made with. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly samples: number;
  /** 0 and 1 are grey (0: white is zero), 2 RGB, 3 a palette, 5 CMYK. */
  readonly kind: number;
  readonly rowBytes: number;
  readonly isLittle: boolean;
  readonly palette: readonly number[];
}

function readPage(file: Buffer, tags: Tags): TiffPage {
  const one = (tag: number, otherwise: number): number => tags.get(tag)?.[0] ?? otherwise;
  const [width, height, depth, samples, kind] = [one(256, 0), one(257, 0), one(258, 1), one(277, 1), one(262, 0)];
  assertPictureSize(width, height, 'TIFF');
  const colors = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4 }[kind];
  if (colors === undefined || tags.has(322)) throw new PdfUnrenderable(`TIFF of kind ${kind}, or in tiles`);
  const isDepth = [1, 8, 16].includes(depth) || (depth === 4 && samples === 1);
  if (!isDepth || samples < colors || samples > 6 || (one(284, 1) !== 1 && samples > 1) || (depth === 1 && samples > 1))
    throw new PdfUnrenderable(`TIFF with ${samples} × ${depth} bits`);
  const rowBytes = Math.ceil((width * samples * depth) / 8);
  const layout: Layout = {
    width,
    height,
    depth,
    samples,
    kind,
    rowBytes,
    isLittle: file[0] === 0x49,
    palette: tags.get(320) ?? [],
  };
  const strips = readStrips(file, tags, layout);
  const isBilevel = depth === 1 && kind <= 1;
  const rows = isBilevel ? cutBits(strips, layout) : convertRows(strips, layout);
  const channels = kind <= 1 ? 1 : 3;
  return { picture: { width, height, channels, bits: isBilevel ? 1 : 8, rows }, orientation: one(274, 1) };
}

/** The unpacked strips, one after the other: only one of them is in memory at a time. */
function* readStrips(file: Buffer, tags: Tags, layout: Layout): Generator<Uint8Array, void, undefined> {
  const offsets = tags.get(273) ?? [];
  const sizes = tags.get(279) ?? [];
  const perStrip = Math.min(tags.get(278)?.[0] ?? layout.height, layout.height);
  const packing = tags.get(259)?.[0] ?? 1;
  const isReversed = tags.get(266)?.[0] === 2;
  const predictor = tags.get(317)?.[0] ?? 1;
  if (perStrip === 0 || predictor > 2 || (predictor === 2 && layout.depth < 8))
    throw new PdfUnrenderable('TIFF with odd strips');
  for (let top = 0, index = 0; top < layout.height; top += perStrip, index += 1) {
    const offset = offsets[index] ?? 0;
    const size = sizes[index] ?? (offsets.length === 1 ? file.length - offset : 0);
    if (offset === 0 || size === 0 || offset + size > file.length) throw new PdfDamage('TIFF cut off');
    const packed = file.subarray(offset, offset + size);
    const rows = Math.min(perStrip, layout.height - top);
    const strip = unpack(isReversed ? packed.map(reverseBits) : packed, packing, layout, rows);
    const bytes = rows * layout.rowBytes;
    if (strip.length < bytes) throw new PdfDamage('TIFF with too few rows');
    yield predictor === 2 ? addNeighbours(new Uint8Array(strip.subarray(0, bytes)), layout) : strip.subarray(0, bytes);
  }
}

function unpack(data: Uint8Array, packing: number, { width, rowBytes }: Layout, rows: number): Uint8Array {
  const bytes = rowBytes * rows;
  if (packing === 1) return data;
  if (packing === 4) return unpackGroup4(data, width, rows);
  if (packing === 5) return unpackTiffLzw(data, bytes);
  if (packing === 8 || packing === 32946) return inflate(data, bytes + 1024);
  if (packing === 32773) return unpackBits(data, bytes);
  throw new PdfUnrenderable(`TIFF with packing ${packing}`);
}

function reverseBits(byte: number): number {
  let [from, reversed] = [byte, 0];
  for (let bit = 0; bit < 8; bit += 1, from >>= 1) reversed = (reversed << 1) | (from & 1);
  return reversed;
}

function addNeighbours(strip: Uint8Array, layout: Layout): Uint8Array {
  const { rowBytes, samples, depth, isLittle } = layout;
  if (depth === 16) {
    const view = new DataView(strip.buffer, strip.byteOffset, strip.byteLength);
    const step = samples * 2;
    for (let row = 0; row < strip.length; row += rowBytes)
      for (let at = row + step; at < row + rowBytes; at += 2)
        view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - step, isLittle), isLittle);
    return strip;
  }
  for (let row = 0; row < strip.length; row += rowBytes)
    for (let at = row + samples; at < row + rowBytes; at += 1)
      strip[at] = (strip[at] ?? 0) + (strip[at - samples] ?? 0);
  return strip;
}

/** Black and white stays one bit a pixel; here 0 is black, in a fax it is white. */
function* cutBits(strips: Iterable<Uint8Array>, { rowBytes, kind }: Layout): Generator<Uint8Array, void, undefined> {
  const out = new Uint8Array(rowBytes);
  for (const strip of strips)
    for (let at = 0; at < strip.length; at += rowBytes) {
      for (let index = 0; index < rowBytes; index += 1) out[index] = (strip[at + index] ?? 0) ^ (kind === 0 ? 0xff : 0);
      yield out;
    }
}

function* convertRows(strips: Iterable<Uint8Array>, layout: Layout): Generator<Uint8Array, void, undefined> {
  const { width, rowBytes, depth, samples, kind, isLittle, palette } = layout;
  const channels = kind <= 1 ? 1 : 3;
  const out = new Uint8Array(width * channels);
  const colors = kind === 5 ? 4 : channels;
  const entries = palette.length / 3;
  for (const strip of strips)
    for (let from = 0; from < strip.length; from += rowBytes) {
      const sample = (index: number): number => {
        if (depth === 8) return strip[from + index] ?? 0;
        if (depth === 16) return strip[from + index * 2 + (isLittle ? 1 : 0)] ?? 0;
        const bit = index * depth;
        const value = ((strip[from + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
        return kind === 3 ? value : (value * 255) / ((1 << depth) - 1);
      };
      for (let x = 0, to = 0; x < width; x += 1, to += channels) {
        const at = x * samples;
        const alpha = kind !== 3 && samples === colors + 1 ? sample(at + colors) : 255;
        for (let channel = 0; channel < channels; channel += 1) {
          let value = sample(at + (kind === 3 ? 0 : channel));
          if (kind === 3) value = (palette[channel * entries + value] ?? 0) >> 8;
          else if (kind === 0) value = 255 - value;
          else if (kind === 5) value = ((255 - value) * (255 - sample(at + 3))) / 255;
          out[to + channel] = alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
        }
      }
      yield out;
    }
}
