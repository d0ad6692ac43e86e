import { PDFRawStream, type PDFDict } from 'pdf-lib';
import { extend, made } from '../syntax/entries.ts';
import { PdfDamage, PdfTooLarge } from '../syntax/errors.ts';

/** An A4 page at 600 dpi has 35 million, one of Legal size 43. */
export const maxPixels = 44_000_000;

/** Call it with the sizes in a file's header, before decoding. */
export function assertPictureSize(width: number, height: number, kind: string): void {
  if (!(width > 0 && height > 0)) throw new PdfDamage(`${kind} without a picture`);
  if (width * height > maxPixels) throw new PdfTooLarge(`${kind} of ${width} × ${height} pixels`);
}

/** Makes an image XObject; of Flate data unless `more` says otherwise. */
export function makeImageStream(
  width: number,
  height: number,
  bitsPerComponent: number,
  data: Uint8Array,
  more: PDFDict,
): PDFRawStream {
  const dict = made.obj({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: bitsPerComponent,
    Filter: 'FlateDecode',
  });
  return PDFRawStream.of(extend(dict, more), data);
}
