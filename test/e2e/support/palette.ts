import { crc32 } from 'node:zlib';

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

export interface Indexed {
  /** Red, green and blue of each colour, at most 256 of them. */
  readonly palette: readonly number[];
  /** Each pixel's place in the palette. */
  readonly places: Buffer;
}

/** Returns the pixels with at most 256 colours, each approximated if necessary. */
export function indexColours(rgba: Buffer): Indexed {
  for (let bits = 8; bits > 2; bits -= 1) {
    const indexed = withPalette(rgba, bits);
    if (indexed !== null) return indexed;
  }
  throw new Error('two bits a channel make 64 colours at most');
}

/**
 * Returns the colours and each pixel's index, or null if this many bits a channel give too many
 * colours.
 */
function withPalette(rgba: Buffer, bits: number): Indexed | null {
  const mask = 0xff & (0xff << (8 - bits));
  const common = (mask << 16) | (mask << 8) | mask;
  const counts = new Map<number, number>();
  const colourAt = (pixel: number): number => rgba.readUInt32BE(pixel * 4) >>> 8;
  for (let pixel = 0; pixel < rgba.length / 4; pixel += 1) {
    const colour = colourAt(pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  // The most frequent of similar colours replaces the others, so that surfaces keep their exact
  // colour.
  const places = new Map<number, number>();
  const palette: number[] = [];
  for (const [colour] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (places.has(colour & common)) continue;
    if (places.size === 256) return null;
    places.set(colour & common, places.size);
    palette.push(colour >>> 16, (colour >>> 8) & 0xff, colour & 0xff);
  }
  const indexed = Buffer.alloc(rgba.length / 4);
  for (let pixel = 0; pixel < indexed.length; pixel += 1) {
    indexed[pixel] = places.get(colourAt(pixel) & common) ?? 0;
  }
  return { palette, places: indexed };
}

/** The first chunk: a picture of this size, each pixel a place in a palette. */
export function headerChunk(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return chunk('IHDR', header);
}

/** Returns the rows as in PNG, each after the number of its filter: none. */
export function filterRows(places: Buffer, width: number): Buffer {
  const height = places.length / width;
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1)
    places.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  return rows;
}

export function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), framed.length - 4);
  return framed;
}
