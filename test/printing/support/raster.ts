import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { ready } from 'zpl-renderer-js';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Dots } from '../../../src/main/drawing/dots.ts';
import type { GrayBitmap, Rasterise } from '../../../src/main/printing/index.ts';
import { readPgm } from '../../support/pdf-pixels.ts';

/** The product's own renderer, from its source. */
export const rasterWorkerUrl = new URL(
  '../../../src/main/printing/raster/worker.ts',
  import.meta.url,
);

/** A PDF's page drawn by poppler: another renderer than the product's. */
export const popplerRasterise: Rasterise = async (path, page, dpi) => {
  const args = [
    '-q',
    '-cropbox',
    '-gray',
    '-r',
    String(dpi),
    '-f',
    String(page),
    '-l',
    String(page),
    path,
  ];
  try {
    const { stdout } = await promisify(execFile)('pdftoppm', args, {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 * 1024,
    });
    return readPgm(stdout);
  } catch (error) {
    // Poppler's code for a missing page.
    if (error instanceof Error && 'code' in error && error.code === 99) return null;
    throw error;
  }
};

/** Returns the dots that a ZPL printer with a label of this size would burn. */
export async function burn(
  zpl: string,
  dotsPerMm: 8 | 12,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<GrayBitmap> {
  const { api } = await ready;
  const png = await api.zplToBase64Async(zpl, width / dotsPerMm, height / dotsPerMm, dotsPerMm);
  return readPng(Buffer.from(png, 'base64'));
}

function readPng(file: Buffer): GrayBitmap {
  const { width, height, data } = PNG.sync.read(file);
  const gray = new Uint8Array(width * height);
  for (let at = 0; at < gray.length; at += 1) gray[at] = data[at * 4]!;
  return { width, height, gray };
}

/** The share of dots that differ over the first picture's area. */
export function differingShare(expected: Dots, actual: Dots, shift = { x: 0, y: 0 }): number {
  let count = 0;
  for (let y = 0; y < expected.height; y += 1) {
    for (let x = 0; x < expected.width; x += 1) {
      if (dotAt(expected, x, y) !== dotAt(actual, x + shift.x, y + shift.y)) count += 1;
    }
  }
  return count / (expected.width * expected.height);
}

export function dotAt({ width, height, rowBytes, bytes }: Dots, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return (bytes[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
}

/** As a scanner would see it. */
export function toGray(dots: Dots): GrayBitmap {
  const { width, height } = dots;
  const gray = Uint8Array.from({ length: width * height }, (_, at) => {
    return dotAt(dots, at % width, Math.floor(at / width)) ? 0 : 255;
  });
  return { width, height, gray };
}

export function inkShare(dots: Dots): number {
  let count = 0;
  for (const byte of dots.bytes) for (let bits = byte; bits > 0; bits &= bits - 1) count += 1;
  return count / (dots.width * dots.height);
}

/** Reads ZPL's run lengths back, by the letter of their description and not by our own encoder. */
export function unpackRuns(data: string, rowBytes: number): Dots {
  const rows: string[] = [];
  const width = rowBytes * 2;
  let row = '';
  let count = 0;
  for (const char of data.replace(/\s/g, '')) {
    if (char >= 'G' && char <= 'Y') count += char.charCodeAt(0) - 70;
    else if (char >= 'g' && char <= 'z') count += (char.charCodeAt(0) - 102) * 20;
    else if (char === ':') rows.push(rows.at(-1)!);
    else if (char === ',' || char === '!') row = row.padEnd(width, char === ',' ? '0' : 'F');
    else {
      row += char.repeat(Math.max(1, count));
      count = 0;
    }
    if (row.length >= width) {
      rows.push(row);
      row = '';
    }
  }
  return {
    width: rowBytes * 8,
    height: rows.length,
    rowBytes,
    bytes: Buffer.from(rows.join(''), 'hex'),
  };
}

/**
 * Returns kind and text of every symbol that a scanner reads on a picture of dots, in black and
 * white.
 */
export async function scan(picture: GrayBitmap): Promise<string[]> {
  prepareReader();
  return [...new Set(await read(picture))].sort();
}

async function read({ width, height, gray }: GrayBitmap): Promise<string[]> {
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1)
    pixels[at] = gray[at]! < 128 ? 0xff000000 : 0xffffffff;
  const image = {
    data: new Uint8ClampedArray(pixels.buffer),
    width,
    height,
    colorSpace: 'srgb' as const,
  };
  // Upright, black on white and at its own size: a label that needs another attempt is no good
  // label.
  const asItIs = { tryRotate: false, tryInvert: false, tryDownscale: false };
  const results = await readBarcodes(image, {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    ...asItIs,
  });
  return results.map(({ format, text }) => `${format} ${text}`);
}

let prepared = false;

function prepareReader(): void {
  if (prepared) return;
  prepared = true;
  const wasmBinary = readFileSync(
    createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'),
  );
  const { buffer, byteOffset, byteLength } = wasmBinary;
  prepareZXingModule({
    overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) },
  });
}
