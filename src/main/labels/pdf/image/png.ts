import { constants, createInflate } from 'node:zlib';
import { readErrorCode } from '../../../os/errors.ts';
import { PDFHexString, type PDFRawStream } from 'pdf-lib';
import { made } from '../syntax/entries.ts';
import { PdfDamage } from '../syntax/errors.ts';
import { countUnpacked, inflate, maxUnpackedBytes } from '../syntax/inflate.ts';
import { countColors, countRowBytes, countChannels, type PngImage } from './png-file.ts';
import { decodePixels, makeRowConverter, RowUnfilter } from './png-pixels.ts';
import { makeImageStream } from './image-stream.ts';
import { makePictureStream, type Picture } from './picture.ts';

/** A PNG as an image of a PDF, in its own compression if PDF has it, else on white. */
export async function makePngStream(image: PngImage): Promise<PDFRawStream> {
  const { width, height, depth, colorType } = image;
  const rowBytes = countRowBytes(image, width);
  const expected = (rowBytes + 1) * height;
  const isPlain = !image.interlaced && image.transparency === null && colorType < 4;
  if (!isPlain || expected > maxUnpackedBytes) return makePictureStream(readPicture(image));
  const data = inflate(image.data, expected + 1024);
  if (data.length < expected) throw new PdfDamage('PNG with too few rows');
  const more = made.obj({
    ColorSpace: makeColorSpace(image),
    DecodeParms: {
      Predictor: 15,
      Colors: countChannels(image),
      BitsPerComponent: depth,
      Columns: width,
    },
  });
  return makeImageStream(width, height, depth, image.data, more);
}

function readPicture(image: PngImage): Picture {
  const { width, height, interlaced } = image;
  const channels = countColors(image);
  const rows = interlaced ? cutRows(decodePixels(image), width * channels) : inflateRows(image);
  return { width, height, channels, rows };
}

async function* inflateRows(image: PngImage): AsyncGenerator<Uint8Array, void, undefined> {
  const rowBytes = countRowBytes(image, image.width) + 1;
  const unfilter = new RowUnfilter(image, image.width);
  const convert = makeRowConverter(image);
  // Early ends are no stream error: rows are counted, and a missing checksum is forgiven.
  const inflating = createInflate({ chunkSize: 256 * 1024, finishFlush: constants.Z_SYNC_FLUSH });
  inflating.end(image.data);
  let rest: Buffer = Buffer.alloc(0);
  let left = image.height;
  try {
    for await (const chunk of inflating as AsyncIterable<Buffer>) {
      countUnpacked(chunk.length);
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      while (at + rowBytes <= data.length && left > 0) {
        yield convert(unfilter.take(data.subarray(at, at + rowBytes)));
        at += rowBytes;
        left -= 1;
      }
      if (left === 0) return;
      rest = data.subarray(at);
    }
  } catch (error) {
    if (readErrorCode(error)?.startsWith('Z_') !== true) throw error;
    throw new PdfDamage(
      `compressed stream: ${error instanceof Error ? error.message : 'unreadable'}`,
    );
  } finally {
    inflating.destroy();
  }
}

function* cutRows(samples: Uint8Array, rowBytes: number): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < samples.length; at += rowBytes) yield samples.subarray(at, at + rowBytes);
}

function makeColorSpace({ colorType, palette }: PngImage) {
  if (colorType === 0) return 'DeviceGray';
  if (palette === null) return 'DeviceRGB';
  const last = Math.floor(palette.length / 3) - 1;
  return ['Indexed', 'DeviceRGB', last, PDFHexString.fromBytes(palette)];
}
