import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { randomBytes } from './pdf-random.ts';

const fontPath = new URL(
  '../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
  import.meta.url,
);

/** The parts that all labels of one carrier share, packed once. */
export interface LabelKit {
  readonly font: Buffer;
  readonly fontLength: number;
  readonly widths: string;
  readonly logo: Buffer;
  readonly logoSize: number;
}

/** A whole font and a logo that does not compress: about 230 KB in each label. */
export async function labelKit(): Promise<LabelKit> {
  const ttf = readFileSync(fontPath);
  const helvetica = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
  const codes = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const logoSize = 215;
  return {
    font: deflateSync(ttf),
    fontLength: ttf.length,
    widths: codes.map((char) => Math.round(helvetica.widthOfTextAtSize(char, 1000))).join(' '),
    logo: deflateSync(randomBytes(logoSize * logoSize * 3, 7)),
    logoSize,
  };
}

/**
 * Returns one label of 100 × 150 mm as carriers send them: everything embedded, a little text and
 * two barcodes of its own.
 */
export function heavyLabel(kit: LabelKit, number: number): Buffer {
  const content = deflateSync(Buffer.from(drawing(number)));
  const stream = (dict: string, data: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`<<${dict}/Length ${data.length}>>\nstream\n`),
      data,
      Buffer.from('\nendstream'),
    ]);
  const logoDict =
    `/Type/XObject/Subtype/Image/Width ${kit.logoSize}/Height ${kit.logoSize}` +
    '/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode';
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R' +
      '/Resources<</Font<</F1 5 0 R>>/XObject<</Logo 8 0 R>>>>>>',
    stream('/Filter/FlateDecode', content),
    '<</Type/Font/Subtype/TrueType/BaseFont/LiberationSans/Encoding/WinAnsiEncoding' +
      `/FirstChar 32/LastChar 126/Widths[${kit.widths}]/FontDescriptor 6 0 R>>`,
    '<</Type/FontDescriptor/FontName/LiberationSans/Flags 32/FontBBox[-544 -303 1302 980]/ItalicAngle 0' +
      '/Ascent 905/Descent -212/CapHeight 729/StemV 80/FontFile2 7 0 R>>',
    stream(`/Filter/FlateDecode/Length1 ${kit.fontLength}`, kit.font),
    stream(logoDict, kit.logo),
    `<</Producer(Carrier)/CreationDate(D:20260101${String(number).padStart(6, '0')}Z)>>`,
  ]);
}

function drawing(number: number): string {
  const digits = randomBytes(96, number + 1);
  const lines = [
    `Remessa ${String(number).padStart(8, '0')}`,
    `Rua das Laranjeiras, ${digits[0]}`,
    `CEP ${10000 + number}-${100 + (number % 900)}`,
    `Volume 1/${1 + (number % 5)}`,
  ];
  let text = 'q 60 0 0 60 20 350 cm /Logo Do Q\nBT /F1 14 Tf 16 TL 20 320 Td\n';
  for (const line of lines) text += `(${line}) Tj T*\n`;
  text += 'ET\n';
  let x = 20;
  for (const digit of digits) {
    const bar = 0.6 + (digit & 3) * 0.6;
    text += `${x.toFixed(2)} 120 ${bar.toFixed(2)} 90 re f\n`;
    x += bar + 0.6 + ((digit >> 2) & 3) * 0.3;
    if (x > 260) break;
  }
  return text;
}

/** A PDF file of these objects, numbered from 1; the first is the catalog. */
export function pdfFile(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let position = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const body = typeof object === 'string' ? Buffer.from(object, 'latin1') : object;
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from('\nendobj\n'),
    ]);
    const offset = position;
    parts.push(part);
    position += part.length;
    return offset;
  });
  const entries = offsets
    .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    .join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n` +
        `startxref\n${position}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
