import { crc32 } from 'node:zlib';
import { PdfDamage } from '../syntax/errors.ts';
import { assertPictureSize } from './image-stream.ts';

export type PngImage = Readonly<ReturnType<typeof readPng>>;

/** Samples per pixel of each colour type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads a PNG's chunks and verifies their checksums. */
export function readPng(file: Buffer) {
  let header: Buffer | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
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
  const [depth = 0, colorType = -1] = header.subarray(8);
  const channels = channelsOf[colorType] ?? 0;
  const depths = channels > 1 ? [8, 16] : [1, 2, 4, 8, 16];
  if (channels === 0 || !depths.includes(depth) || (colorType === 3 && palette === null))
    throw new PdfDamage('PNG header makes no sense');
  const image = {
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    /** Bits per sample. */
    depth,
    /** As in the file: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
    colorType,
    hasAlpha: colorType >= 4,
    /** Samples per pixel. */
    channels,
    pixelBits: channels * depth,
    isInterlaced: header[12] === 1,
    palette,
    /** The `tRNS` chunk: transparency without an alpha channel. */
    transparency,
    /** Compressed. */
    data: Buffer.concat(data),
  };
  assertPictureSize(image.width, image.height, 'PNG');
  return image;
}
