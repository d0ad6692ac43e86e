import type { PDFDict, PDFRawStream } from 'pdf-lib';
import { extend, made, makeStream } from '../syntax/entries.ts';

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
  return makeStream(extend(dict, more), data);
}
