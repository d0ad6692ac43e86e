import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One work that a package brings in compiled form. */
export interface PartInside {
  readonly name: string;
  /** The version that the program reports, or `bundled`. */
  readonly version: string;
  /** SPDX expression. */
  readonly licence: string;
  /** Address of the package (purl). */
  readonly purl: string;
  /** Of `resources/licences`. */
  readonly file: string;
}

/** A maker of parts that are compiled in from source, for one folder of licence texts. */
const compiledIn =
  (folder: string) =>
  (name: string, licence: string, file: string, version = 'bundled'): PartInside => ({
    name,
    version,
    licence,
    purl: `pkg:generic/${name}${version === 'bundled' ? '' : `@${version}`}`,
    file: `${folder}/${file}.txt`,
  });
const cpp = compiledIn('pdfium');
const codes = compiledIn('zxing');

/** The typefaces in Doca's `resources/fonts`, with which ZPL is drawn. */
export const fontsInside: readonly PartInside[] = [
  {
    name: 'Roboto Condensed Bold',
    version: '2.138',
    licence: 'Apache-2.0',
    purl: 'pkg:generic/roboto@2.138',
    file: 'fonts/roboto.txt',
  },
  {
    name: 'DejaVu Sans Mono Bold',
    version: '2.37',
    licence: 'Bitstream-Vera',
    purl: 'pkg:generic/dejavu-fonts@2.37',
    file: 'fonts/dejavu.txt',
  },
];

/** The parts of every program compiled by Emscripten. */
const emscriptenParts: readonly PartInside[] = [
  cpp('llvm-runtimes', 'Apache-2.0 WITH LLVM-exception', 'llvm'),
  cpp('emscripten', 'MIT', 'emscripten'),
  cpp('musl', 'MIT', 'musl'),
];

/**
 * The parts compiled into a package's WebAssembly, which no package.json lists. PDFium's parts are
 * those folders of its `third_party` that drawing and text need; its own licence comes with the
 * package.
 */
export const partsInside: Readonly<Record<string, readonly PartInside[]>> = {
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
  // Its reader only, without the parts that write codes.
  'zxing-wasm': [
    codes('zxing-cpp', 'Apache-2.0', 'zxing-cpp'),
    codes('libzueci', 'BSD-3-Clause', 'zueci'),
    ...emscriptenParts,
  ],
};

export function textOfPart(root: string, { file }: PartInside): string {
  return readFileSync(join(root, 'resources/licences', file), 'utf8').trim();
}

/** Whether a file holds WebAssembly, plain or as Base64. */
export function holdsWasm(bytes: Buffer): boolean {
  return (
    bytes.includes(Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01])) || bytes.includes('AGFzbQEAAAA')
  );
}
