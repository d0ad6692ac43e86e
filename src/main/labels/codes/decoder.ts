import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { FoundCode } from '#shared/domain/records.ts';
import { blackBelow, type GrayBitmap } from '../../drawing/dots.ts';

/** More are not on a label. */
const maxCodes = 24;
const maxTextLength = 500;
/** A shorter ITF is found in any row of bars. */
const shortestItf = 8;

/** Loads the reader from the package's own file, without network. */
export async function startDecoder(): Promise<void> {
  const binary = readFileSync(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  );
  const wasmBinary = binary.buffer.slice(binary.byteOffset, binary.byteOffset + binary.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/**
 * Returns the codes on a page as a label printer would burn it, in black and white. Call
 * `startDecoder` before.
 */
export async function decodePage(page: GrayBitmap): Promise<readonly Omit<FoundCode, 'page'>[]> {
  const { width, height, gray } = page;
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = (gray[at] ?? 255) < blackBelow ? 0xff000000 : 0xffffffff;
  const data = new Uint8ClampedArray(pixels.buffer);
  const found = await readBarcodes(
    { data, width, height, colorSpace: 'srgb' },
    {
      // Those of carriers' labels, without those that bars without a code look like.
      formats: [
        'Code128',
        'QRCode',
        'DataMatrix',
        'ITF',
        'Code39',
        'Code93',
        'PDF417',
        'Aztec',
        'MaxiCode',
      ],
      tryHarder: true,
      tryInvert: false,
      tryDownscale: false,
      maxNumberOfSymbols: maxCodes,
      textMode: 'Plain',
    },
  );
  const seen = new Set<string>();
  return found.flatMap(({ format, text }) => {
    const code = { symbology: format, text: text.slice(0, maxTextLength) };
    const isNoise =
      code.text === '' || (format.startsWith('ITF') && code.text.length < shortestItf);
    const key = `${format} ${text}`;
    if (isNoise || seen.has(key)) return [];
    seen.add(key);
    return [code];
  });
}
