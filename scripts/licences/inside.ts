import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One work that a package brings in compiled form. */
export interface PartInside {
  readonly name: string;
  /** As the program says it; `bundled` where it does not. */
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Address of the package (purl). */
  readonly purl: string;
  /** Of `resources/licences`; null for what came without one. */
  readonly file: string | null;
  /** What nobody has settled yet about the right to ship it, in a sentence. */
  readonly unsettled?: string;
}

/** A maker of parts that are compiled in from source, for one kind of address (purl) and one folder of licence texts. */
const compiledIn =
  (type: 'golang' | 'generic', folder: string) =>
  (name: string, licence: string, file: string, version = 'bundled'): PartInside => ({
    name,
    version,
    licence,
    purl: `pkg:${type}/${name}${version === 'bundled' ? '' : `@${version}`}`,
    file: `${folder}/${file}.txt`,
  });
const go = compiledIn('golang', 'zpl');
const cpp = compiledIn('generic', 'pdfium');
const codes = compiledIn('generic', 'zxing');
const webp = compiledIn('generic', 'webp');

/** What every program has in it that Emscripten made. */
const emscriptenParts: readonly PartInside[] = [
  cpp('llvm-runtimes', 'Apache-2.0 WITH LLVM-exception', 'llvm'),
  cpp('emscripten', 'MIT', 'emscripten'),
  cpp('musl', 'MIT', 'musl'),
];

/**
 * What the WebAssembly of a package holds, which no package.json says. Go writes its modules into the program, and a test
 * compares them; what zebrash took over as source is in its README. PDFium's parts are those of its `third_party` folder
 * that drawing and text need; its own licence comes with the package.
 */
export const partsInside: Readonly<Record<string, readonly PartInside[]>> = {
  'zpl-renderer-js': [
    go('std', 'BSD-3-Clause', 'go', '1.25.8'),
    go('github.com/ingridhq/zebrash', 'MIT', 'zebrash', 'v1.38.0'),
    go('github.com/ingridhq/maxicode', 'MIT', 'maxicode', 'v1.5.1'),
    go('github.com/ingridhq/gg', 'MIT', 'gg', 'v1.4.2'),
    go('github.com/golang/freetype', 'FTL', 'freetype', 'v0.0.0-20170609003504-e2365dfdc4a0'),
    go('golang.org/x/image', 'BSD-3-Clause', 'go', 'v0.35.0'),
    go('golang.org/x/text', 'BSD-3-Clause', 'go', 'v0.33.0'),
    go('github.com/boombuler/barcode', 'MIT', 'barcode'),
    go('github.com/makiuchi-d/gozxing', 'MIT', 'gozxing'),
    {
      name: 'DejaVu Sans Mono Bold',
      version: '2.37',
      licence: 'Bitstream-Vera',
      purl: 'pkg:generic/dejavu-fonts@2.37',
      file: 'zpl/dejavu.txt',
    },
    {
      name: 'HelveticaBoldCondensedCustom',
      version: 'bundled',
      licence: 'LicenseRef-Adobe-Helvetica',
      purl: 'pkg:generic/helvetica-bold-condensed',
      file: null,
      unsettled:
        'The font says "Copyright (c) 1985, 1987, 1991, 1993, 1997 Adobe Systems Incorporated. All Rights Reserved.", and zebrash, which brings it, names no licence for it.',
    },
  ],
  '@embedpdf/pdfium': [
    cpp('abseil-cpp', 'Apache-2.0', 'abseil'),
    cpp('agg', 'LicenseRef-AGG-2.3', 'agg', '2.3'),
    cpp('fast_float', 'MIT', 'fast_float'),
    cpp('freetype', 'FTL', 'freetype'),
    cpp('lcms2', 'MIT', 'lcms2'),
    cpp('libjpeg-turbo', 'IJG AND BSD-3-Clause AND Zlib', 'libjpeg-turbo'),
    cpp('libpng', 'libpng-2.0', 'libpng', '1.6.43'),
    cpp('openjpeg', 'BSD-2-Clause', 'openjpeg'),
    cpp('zlib', 'Zlib', 'zlib'),
    ...emscriptenParts,
  ],
  // Its reader alone: no part of what writes codes.
  'zxing-wasm': [
    codes('zxing-cpp', 'Apache-2.0', 'zxing-cpp'),
    codes('libzueci', 'BSD-3-Clause', 'zueci'),
    ...emscriptenParts,
  ],
  // Its decoder alone: no part of what writes WEBP.
  '@jsquash/webp': [webp('libwebp', 'BSD-3-Clause', 'libwebp', '1.1.0'), ...emscriptenParts],
};

/** The text of a part's licence; a plain sentence for what came without one. */
export function textOfPart(root: string, { file, unsettled }: PartInside): string {
  if (file === null) return unsettled ?? 'It came without a licence.';
  return readFileSync(join(root, 'resources/licences', file), 'utf8').trim();
}

/** Whether a file holds WebAssembly, plain or as Base64. */
export function holdsWasm(bytes: Buffer): boolean {
  return bytes.includes(Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01])) || bytes.includes('AGFzbQEAAAA');
}
