import { PdfName, PdfStream, makeDict, type PdfObject } from '../syntax/objects.ts';

/** Makes an image XObject; of Flate data unless `more` says otherwise. */
export function makeImageStream(
  width: number,
  height: number,
  bitsPerComponent: number,
  space: PdfObject,
  data: Uint8Array,
  more: Readonly<Record<string, PdfObject | undefined>> = {},
): PdfStream {
  const dict = makeDict({
    Type: new PdfName('XObject'),
    Subtype: new PdfName('Image'),
    Width: width,
    Height: height,
    BitsPerComponent: bitsPerComponent,
    ColorSpace: space,
    Filter: new PdfName('FlateDecode'),
    ...more,
  });
  return new PdfStream(dict, data);
}
