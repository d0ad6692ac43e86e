import type { Paper } from '#shared/domain/records.ts';
import type { PDFRawStream } from 'pdf-lib';
import { made, writeNumbers } from '../pdf/syntax/entries.ts';
import { makeJpegStream, readJpeg, type JpegHeader } from '../pdf/image/jpeg.ts';
import { readPng } from '../pdf/image/png-file.ts';
import { makePngStream } from '../pdf/image/png.ts';
import { identity, multiply, tidy, type Matrix } from '../pdf/page/geometry.ts';
import type { DrawnPage } from '../pdf/page/mark.ts';

/** The placement of an image's unit square for each EXIF orientation, 1 to 8. */
const orientations: readonly Matrix[] = [
  identity,
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];

/**
 * Shapes closer than this to the paper's own fill it: a hairline of white would not be intended.
 */
const sameShape = 0.01;

/**
 * Paper in points, portrait; never larger than the paper, or its last row of dots would be half of
 * a new one.
 */
export function measurePaper({ widthMm, heightMm }: Paper) {
  const points = (mm: number) => Math.floor((mm * 720_000) / 25.4 + 0.01) / 10_000;
  return {
    width: points(Math.min(widthMm, heightMm)),
    height: points(Math.max(widthMm, heightMm)),
  };
}

/**
 * Returns a page of this paper with the picture: centred, as large as fits, turned to portrait.
 */
export function placeImage(file: Buffer, format: 'png' | 'jpeg', paper: Paper): DrawnPage {
  if (format === 'png') {
    const png = readPng(file);
    return placePicture(makePngStream(png), { ...png, orientation: 1 }, paper);
  }
  const jpeg = readJpeg(file);
  return placePicture(makeJpegStream(file, jpeg), jpeg, paper);
}

function placePicture(
  picture: PDFRawStream,
  {
    width: across,
    height: down,
    orientation,
  }: Pick<JpegHeader, 'width' | 'height' | 'orientation'>,
  paper: Paper,
): DrawnPage {
  const page = measurePaper(paper);
  let unit = orientations[orientation - 1] ?? identity;
  let size = orientation >= 5 ? { width: down, height: across } : { width: across, height: down };
  if (size.width > size.height) {
    unit = multiply(unit, [0, -1, 1, 0, 0, 1]);
    size = { width: size.height, height: size.width };
  }
  const fits = Math.abs(size.width / size.height / (page.width / page.height) - 1) < sameShape;
  const scale = Math.min(page.width / size.width, page.height / size.height);
  const width = fits ? page.width : tidy(size.width * scale);
  const height = fits ? page.height : tidy(size.height * scale);
  const left = tidy((page.width - width) / 2);
  const bottom = tidy((page.height - height) / 2);
  const matrix = multiply(unit, [width, 0, 0, height, left, bottom]);
  return {
    ...page,
    content: `${writeNumbers(matrix)} cm /P Do\n`,
    resources: made.obj({ XObject: { P: picture } }),
  };
}
