import type { PDFRawStream } from 'pdf-lib';
import { made } from '../syntax/entries.ts';
import { PdfDamage, PdfUnrenderable } from '../syntax/errors.ts';
import { assertPictureSize, makeImageStream } from './image-stream.ts';

export type JpegHeader = Readonly<ReturnType<typeof readJpeg>>;

/** Reads a JPEG's markers up to its picture, and checks that the picture has an end. */
export function readJpeg(file: Buffer) {
  let frame: { width: number; height: number; components: number } | null = null;
  /** Written by Adobe software, which stores CMYK inverted. */
  let adobe = false;
  /** EXIF orientation, 1 to 8. */
  let orientation = 1;
  for (let at = 2; ;) {
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1;
    if (at + 4 > file.length || file[at] !== 0xff) throw new PdfDamage('JPEG cut off');
    const marker = file[at + 1] ?? 0;
    const length = file.readUInt16BE(at + 2);
    const body = file.subarray(at + 4, at + 2 + length);
    if (marker === 0xda) {
      // The small picture in the EXIF data before it has an end of its own.
      if (file.indexOf('ffd9', at, 'hex') < 0) throw new PdfDamage('JPEG without end');
      break;
    }
    if (isFrame(marker)) {
      if (body.length < 6) throw new PdfDamage('JPEG cut off');
      const isBaseline = marker === 0xc0 || marker === 0xc1 || marker === 0xc2;
      if (!isBaseline || body[0] !== 8)
        throw new PdfUnrenderable('a kind of JPEG that PDF cannot hold');
      frame = {
        height: body.readUInt16BE(1),
        width: body.readUInt16BE(3),
        components: body[5] ?? 0,
      };
    } else if (marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe') adobe = true;
    else if (marker === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = readOrientation(body.subarray(6));
    at += 2 + length;
  }
  if (frame === null) throw new PdfDamage('JPEG without a picture');
  assertPictureSize(frame.width, frame.height, 'JPEG');
  if (![1, 3, 4].includes(frame.components)) throw new PdfUnrenderable('JPEG with odd colours');
  return { ...frame, adobe, orientation };
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    if (short(at) !== 0x0112) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** The colour space of a picture with so many components. */
const spaces: Readonly<Record<number, string>> = { 1: 'DeviceGray', 3: 'DeviceRGB' };

export function makeJpegStream(
  file: Uint8Array,
  { width, height, components, adobe }: JpegHeader,
): PDFRawStream {
  const more = made.obj({
    ColorSpace: spaces[components] ?? 'DeviceCMYK',
    Filter: 'DCTDecode',
    Decode: components === 4 && adobe ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
  });
  return makeImageStream(width, height, 8, file, more);
}
