import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PdfDamage, PdfUnrenderable } from '../../pdf/syntax/objects.ts';
import { assertPictureSize } from '../../pdf/image/picture.ts';
import type { Picture } from '../../pdf/image/picture.ts';

/** Reads a WEBP, lossy or not, with Google's own decoder; its size is looked at before that sees it. */
export async function readWebp(file: Buffer): Promise<Picture> {
  if (file.length < 30) throw new PdfDamage('WEBP cut off');
  const bytes = file.readUInt32LE(4) + 8;
  if (bytes > file.length) throw new PdfDamage('WEBP cut off');
  const { width, height } = measure(file);
  assertPictureSize(width, height, 'WEBP');
  const decoded = await decode(file.subarray(0, bytes));
  if (decoded.width !== width || decoded.height !== height) throw new PdfDamage('WEBP of another size than stated');
  return { width, height, channels: 3, bits: 8, rows: layOnWhite(decoded) };
}

function measure(file: Buffer): { readonly width: number; readonly height: number } {
  const kind = file.toString('latin1', 12, 16);
  if (kind === 'VP8X') {
    if (((file[20] ?? 0) & 2) !== 0) throw new PdfUnrenderable('WEBP that moves');
    return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    const bits = file.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  throw new PdfDamage('WEBP without a picture');
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** RGBA. */
  readonly data: Uint8ClampedArray;
}

/** What the decoder makes its answer with; browsers have one. */
class PlainImageData implements Decoded {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** As the package types it, but for its types of Emscripten, which it does not bring along. */
interface WebpModule {
  readonly default: (options: {
    readonly noInitialRun: boolean;
    readonly wasmBinary: Uint8Array;
  }) => Promise<{ readonly decode: (file: Uint8Array) => Decoded | null }>;
}

let loading: Promise<() => ReturnType<WebpModule['default']>> | null = null;

/**
 * Each file has a decoder of its own: what a bad file does to the decoder's memory ends with that file. The libwebp in the
 * package (1.1.0) has holes by which a file can write there, such as CVE-2023-4863; nothing outside of it can be reached.
 */
async function decode(file: Buffer): Promise<Decoded> {
  const makeDecoder = await (loading ??= load());
  try {
    const decoded = (await makeDecoder()).decode(file);
    if (decoded !== null) return decoded;
  } catch (error) {
    throw new PdfDamage(`WEBP: ${error instanceof Error ? error.message : 'not decoded'}`);
  }
  throw new PdfDamage('WEBP cannot be decoded');
}

async function load(): Promise<() => ReturnType<WebpModule['default']>> {
  (globalThis as { ImageData?: unknown }).ImageData ??= PlainImageData;
  const loaded: unknown = await import('@jsquash/webp/codec/dec/webp_dec.js');
  const { default: make } = loaded as WebpModule;
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm')));
  return () => make({ noInitialRun: true, wasmBinary });
}

function* layOnWhite({ width, height, data }: Decoded): Generator<Uint8Array, void, undefined> {
  const out = new Uint8Array(width * 3);
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let to = 0; to < out.length; from += 4, to += 3) {
      const alpha = data[from + 3] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = data[from + channel] ?? 0;
        out[to + channel] = alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255);
      }
    }
    yield out;
  }
}
