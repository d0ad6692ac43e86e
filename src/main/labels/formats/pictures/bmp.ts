import { PdfDamage, PdfUnrenderable } from '../../pdf/syntax/objects.ts';
import { assertPictureSize } from '../../pdf/image/picture.ts';
import type { Picture } from '../../pdf/image/picture.ts';
import { unpackRuns } from './bmp-packing.ts';

/** Where a colour's bits are in a pixel, and its value for none of them. */
interface Channel {
  readonly mask: number;
  readonly shift: number;
  readonly max: number;
}

/** Reads a BMP as Windows writes it: 1 to 32 bits a pixel, those of 4 and 8 in run lengths too. */
export function readBmp(file: Buffer): Picture {
  if (file.length < 30) throw new PdfDamage('BMP cut off');
  const data = file.readUInt32LE(10);
  const headerBytes = file.readUInt32LE(14);
  const isCore = headerBytes === 12;
  if (!isCore && (headerBytes < 40 || file.length < 54)) throw new PdfDamage('BMP header makes no sense');
  const width = isCore ? file.readUInt16LE(18) : file.readInt32LE(18);
  const signedHeight = isCore ? file.readUInt16LE(20) : file.readInt32LE(22);
  const height = Math.abs(signedHeight);
  const depth = file.readUInt16LE(isCore ? 24 : 28);
  const packing = isCore ? 0 : file.readUInt32LE(30);
  assertPictureSize(width, height, 'BMP');
  const rowBytes = Math.ceil((width * depth) / 32) * 4;
  if (![1, 4, 8, 16, 24, 32].includes(depth)) throw new PdfDamage('BMP header makes no sense');
  const runDepth = packing === 1 && depth === 8 ? 8 : packing === 2 && depth === 4 ? 4 : null;
  if (runDepth !== null) {
    const pixels = unpackRuns(file.subarray(data), width, height, runDepth);
    return { width, height, channels: 3, bits: 8, rows: readRunRows(file, pixels, width, height) };
  }
  if (packing !== 0 && packing !== 3 && packing !== 6) throw new PdfUnrenderable(`BMP with packing ${packing}`);
  if (data + rowBytes * height > file.length) throw new PdfDamage('BMP cut off');
  const out = new Uint8Array(width * 3);
  const convert = depth <= 8 ? readPalette(file, depth, headerBytes, out) : readColors(file, depth, packing, out);
  function* rows(): Generator<Uint8Array, void, undefined> {
    for (let y = 0; y < height; y += 1) {
      const at = data + (signedHeight < 0 ? y : height - 1 - y) * rowBytes;
      convert(file.subarray(at, at + rowBytes));
      yield out;
    }
  }
  return { width, height, channels: 3, bits: 8, rows: rows() };
}

/** Such a picture always has its lowest row first. */
function* readRunRows(
  file: Buffer,
  pixels: Uint8Array,
  width: number,
  height: number,
): Generator<Uint8Array, void, undefined> {
  const out = new Uint8Array(width * 3);
  const convert = readPalette(file, 8, file.readUInt32LE(14), out);
  for (let y = height - 1; y >= 0; y -= 1) {
    convert(pixels.subarray(y * width, (y + 1) * width));
    yield out;
  }
}

type Convert = (row: Uint8Array) => void;

function readPalette(file: Buffer, depth: number, headerBytes: number, out: Uint8Array): Convert {
  const entryBytes = headerBytes === 12 ? 3 : 4;
  const palette = file.subarray(14 + headerBytes);
  const mask = (1 << depth) - 1;
  return (row) => {
    for (let x = 0, to = 0; to < out.length; x += 1, to += 3) {
      const bit = x * depth;
      const index = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask;
      for (let channel = 0; channel < 3; channel += 1)
        out[to + channel] = palette[index * entryBytes + 2 - channel] ?? 0;
    }
  };
}

function readColors(file: Buffer, depth: number, packing: number, out: Uint8Array): Convert {
  if (depth === 24)
    return (row) => {
      for (let at = 0; at < out.length; at += 3) {
        out[at] = row[at + 2] ?? 0;
        out[at + 1] = row[at + 1] ?? 0;
        out[at + 2] = row[at] ?? 0;
      }
    };
  const plain = depth === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const headerBytes = file.readUInt32LE(14);
  const masks = packing === 0 || file.length < 70 ? plain : [54, 58, 62, 66].map((at) => file.readUInt32LE(at));
  // Behind a header of 40 bytes stand the three colours; only larger ones, and packing 6, have transparency.
  if (headerBytes < 56 && packing !== 6) masks[3] = 0;
  const [red, green, blue, alpha] = masks.map(makeChannel);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return (row) => {
    const from = row.byteOffset - file.byteOffset;
    for (let x = 0, to = 0; to < out.length; x += 1, to += 3) {
      const pixel = depth === 16 ? view.getUint16(from + x * 2, true) : view.getUint32(from + x * 4, true);
      const opacity = readChannel(pixel, alpha, 255);
      out[to] = layOnWhite(readChannel(pixel, red, 0), opacity);
      out[to + 1] = layOnWhite(readChannel(pixel, green, 0), opacity);
      out[to + 2] = layOnWhite(readChannel(pixel, blue, 0), opacity);
    }
  };
}

function makeChannel(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { mask, shift, max: mask >>> shift };
}

function readChannel(pixel: number, channel: Channel | undefined, missing: number): number {
  if (channel === undefined || channel.max === 0) return missing;
  return (((pixel & channel.mask) >>> channel.shift) * 255) / channel.max;
}

function layOnWhite(value: number, opacity: number): number {
  return Math.round((value * opacity + 255 * (255 - opacity)) / 255);
}
