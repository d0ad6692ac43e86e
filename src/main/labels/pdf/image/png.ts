import { deflateSync } from 'node:zlib';
import { PdfDamage, PdfName, PdfStream, PdfString, makeDict } from '../syntax/objects.ts';
import type { PdfObject } from '../syntax/objects.ts';
import { inflate } from '../syntax/inflate.ts';
import { countRowBytes, countChannels } from './png-file.ts';
import type { PngImage } from './png-file.ts';
import { decodePixels } from './png-pixels.ts';

/**
 * A PNG as an image of a PDF. What PDF can hold as it is goes in as it is, with PNG's own compression; what is
 * transparent or interlaced is laid on white first.
 */
export function makePngStream(image: PngImage): PdfStream {
  const { width, height, depth, colorType } = image;
  if (image.interlaced || image.transparency !== null || colorType >= 4) {
    const { samples, gray } = decodePixels(image);
    return makeImageStream(width, height, 8, PdfName.of(gray ? 'DeviceGray' : 'DeviceRGB'), deflateSync(samples));
  }
  const expected = (countRowBytes(image, width) + 1) * height;
  if (inflate(image.data, expected + 1024).length < expected) throw new PdfDamage('PNG with too few rows');
  return makeImageStream(width, height, depth, makeColorSpace(image), image.data, {
    DecodeParms: makeDict({ Predictor: 15, Colors: countChannels(image), BitsPerComponent: depth, Columns: width }),
  });
}

function makeColorSpace({ colorType, palette }: PngImage): PdfObject {
  if (colorType === 0) return PdfName.of('DeviceGray');
  if (palette === null) return PdfName.of('DeviceRGB');
  const last = Math.floor(palette.length / 3) - 1;
  return [PdfName.of('Indexed'), PdfName.of('DeviceRGB'), last, new PdfString(palette)];
}

/** An image XObject; of Flate data where `more` says nothing else. */
export function makeImageStream(
  width: number,
  height: number,
  bitsPerComponent: number,
  space: PdfObject,
  data: Uint8Array,
  more: Readonly<Record<string, PdfObject | undefined>> = {},
): PdfStream {
  const dict = makeDict({
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: bitsPerComponent,
    ColorSpace: space,
    Filter: PdfName.of('FlateDecode'),
    ...more,
  });
  return new PdfStream(dict, data);
}
