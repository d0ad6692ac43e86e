import { PDFRawStream, type PDFDict } from 'pdf-lib';
import { extend, made } from '../syntax/entries.ts';

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
