import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import type { PDFContext, PDFRef } from 'pdf-lib';
import { bold, regular } from './text-fit.ts';

interface FontFile {
  readonly name: string;
  readonly length: number;
  readonly packed: Uint8Array;
}

/** Liberation Sans comes with a development dependency: heavy labels are for benches, not for training. */
async function fontFile(name: string): Promise<FontFile> {
  const require = createRequire(import.meta.url);
  const bytes = await readFile(require.resolve(`pdfjs-dist/standard_fonts/${name}.ttf`));
  return { name, length: bytes.length, packed: deflateSync(bytes) };
}

let loading: Promise<readonly [FontFile, FontFile]> | null = null;

/** Code points of WinAnsi 32 to 255 as Latin-1: enough for the widths of what labels say. */
function widths(font: typeof regular): number[] {
  return Array.from({ length: 224 }, (_, index) => {
    const code = index + 32;
    const text = code >= 127 && code < 160 ? ' ' : String.fromCharCode(code === 160 || code === 173 ? 32 : code);
    return Math.round(font.widthOfTextAtSize(text, 1000));
  });
}

function embedWhole(context: PDFContext, file: FontFile, measures: typeof regular, flags: number): PDFRef {
  const fontFileRef = context.register(context.stream(file.packed, { Filter: 'FlateDecode', Length1: file.length }));
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: file.name,
      Flags: flags,
      FontBBox: [-544, -303, 1301, 980],
      ItalicAngle: 0,
      Ascent: 905,
      Descent: -212,
      CapHeight: 729,
      StemV: measures === bold ? 140 : 80,
      FontFile2: fontFileRef,
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: file.name,
      Encoding: 'WinAnsiEncoding',
      FirstChar: 32,
      LastChar: 255,
      Widths: widths(measures),
      FontDescriptor: descriptor,
    }),
  );
}

/** Two whole TrueType fonts with the widths of Helvetica, so that the layout stays as it is. */
export async function heavyFonts(context: PDFContext): Promise<readonly [PDFRef, PDFRef]> {
  loading ??= Promise.all([fontFile('LiberationSans-Regular'), fontFile('LiberationSans-Bold')]);
  const [plain, strong] = await loading;
  const nonsymbolic = 32;
  return [embedWhole(context, plain, regular, nonsymbolic), embedWhole(context, strong, bold, nonsymbolic)];
}
