import { crc32 } from 'node:zlib';
import { PdfDamage } from '../syntax/errors.ts';
import { assertPictureSize } from './picture.ts';

export type PngImage = Readonly<ReturnType<typeof readPng>>;

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function countRowBytes(image: PngImage, width: number): number {
  return Math.ceil((width * countChannels(image) * image.depth) / 8);
}

export function countChannels({ colorType }: PngImage): number {
  return channelsOf[colorType] ?? 1;
}

/** The samples of a pixel on white paper. */
export function countColors({ colorType }: PngImage): 1 | 3 {
  return colorType === 0 || colorType === 4 ? 1 : 3;
}

/** Reads a PNG's chunks and verifies their checksums. */
export function readPng(file: Buffer) {
  let header: Buffer | null = null;
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  const data: Uint8Array[] = [];
  for (let at = 8; ;) {
    if (at + 12 > file.length) throw new PdfDamage('PNG without end');
    const length = file.readUInt32BE(at);
    if (at + 12 + length > file.length) throw new PdfDamage('PNG cut off');
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (crc32(file.subarray(at + 4, at + 8 + length)) !== file.readUInt32BE(at + 8 + length))
      throw new PdfDamage('PNG chunk with a wrong checksum');
    if (type === 'IEND') break;
    if (type === 'IHDR' && length >= 13) header = body;
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') data.push(body);
    at += 12 + length;
  }
  if (header === null) throw new PdfDamage('PNG without header');
  const image = {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    /** Bits per sample. */
    depth: header[8] ?? 0,
    /** As in the file: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
    colorType: header[9] ?? -1,
    interlaced: header[12] === 1,
    palette,
    /** The `tRNS` chunk: transparency without an alpha channel. */
    transparency,
    /** Compressed. */
    data: Buffer.concat(data),
  };
  const isKnown = [1, 2, 4, 8, 16].includes(image.depth) && image.colorType in channelsOf;
  if (
    !isKnown ||
    image.width === 0 ||
    image.height === 0 ||
    (image.colorType === 3 && palette === null)
  )
    throw new PdfDamage('PNG header makes no sense');
  assertPictureSize(image.width, image.height, 'PNG');
  return image;
}
