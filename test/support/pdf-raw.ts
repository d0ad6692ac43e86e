import { deflateSync } from 'node:zlib';
import { pdfFile } from './pdf-heavy-label.ts';

export function stream(dict: string, data: string | Buffer): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  return Buffer.concat([
    Buffer.from(`<<${dict}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export function flate(dict: string, data: string | Buffer): Buffer {
  return stream(`${dict}/Filter/FlateDecode`, deflateSync(data));
}

export const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';

/** An asymmetrical drawing: any turn, mirror image or cut of it shows. */
export const drawing = [
  '0.9 0.95 1 rg 0 0 283 425 re f',
  '0 g BT /F1 18 Tf 24 380 Td (Remessa 0001) Tj ET',
  '0.8 0.1 0.1 rg 30 300 60 40 re f',
  '0.1 0.5 0.1 RG 3 w 120 300 m 200 340 l 240 280 l S',
  '0 g 30 100 3 120 re f 36 100 2 120 re f 41 100 5 120 re f 50 100 1.5 120 re f',
].join('\n');

export interface OnePage {
  readonly content?: string | Buffer;
  /** More entries of the page, its boxes among them. */
  readonly page?: string;
  readonly resources?: string;
  /** Beside `F1`. */
  readonly fonts?: string;
  readonly catalog?: string;
  /** Objects from number 6 on. */
  readonly more?: readonly (string | Buffer)[];
}

/** A document of one page: 1 catalog, 2 pages, 3 page, 4 content, 5 Helvetica, then `more`. */
export function onePage({
  content = drawing,
  page = '',
  resources = '',
  fonts = '',
  catalog = '',
  more = [],
}: OnePage = {}): Buffer {
  const box = page.includes('/MediaBox') ? '' : '/MediaBox[0 0 283.46 425.2]';
  return pdfFile([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R${box}/Contents 4 0 R/Resources<</Font<</F1 5 0 R${fonts}>>${resources}>>${page}>>`,
    typeof content === 'string' ? flate('', content) : content,
    helvetica,
    ...more,
  ]);
}

/** Returns the file with an index at no valid offset: readers must search for its objects. */
export function loseIndex(pdf: Buffer): Buffer {
  return Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n77'), 'latin1');
}
