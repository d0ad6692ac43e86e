import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { chunk, filterRows, headerChunk, indexColours, pngSignature } from './palette.ts';

/** One picture of the film and its duration. */
export interface Shot {
  readonly png: Buffer;
  readonly holdMs: number;
}

/** The part of a picture that differs from the one before, in pixels. */
interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
  holdMs: number;
}

/**
 * Makes an animated PNG (third edition of the PNG specification, chunks acTL, fcTL and fdAT) that
 * repeats. All shots have one size and share one palette of 256 colours; of each only the changed
 * rectangle is stored.
 */
export function movingPng(shots: readonly Shot[]): Buffer {
  const [first, ...rest] = findPatches(shots);
  if (first === undefined) throw new Error('a film has a picture');
  const patches = [first, ...rest];
  const { palette, places } = indexColours(Buffer.concat(patches.map(({ rgba }) => rgba)));

  const chunks: Buffer[] = [];
  let sequence = 0;
  let from = 0;
  for (const patch of patches) {
    const { width, height } = patch;
    const packed = deflateSync(filterRows(places.subarray(from, from + width * height), width), {
      level: 9,
    });
    from += width * height;
    chunks.push(chunk('fcTL', writeFrameControl(patch, sequence)));
    sequence += 1;
    if (patch === first) {
      chunks.push(chunk('IDAT', packed));
      continue;
    }
    chunks.push(chunk('fdAT', Buffer.concat([writeNumbers(sequence), packed])));
    sequence += 1;
  }
  return Buffer.concat([
    pngSignature,
    headerChunk(first.width, first.height),
    chunk('acTL', writeNumbers(patches.length, 0)),
    chunk('PLTE', Buffer.from(palette)),
    ...chunks,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A shot that looks like the one before only lengthens it. */
function findPatches(shots: readonly Shot[]): readonly Patch[] {
  const patches: Patch[] = [];
  let before: PNG | null = null;
  for (const { png, holdMs } of shots) {
    const now = PNG.sync.read(png);
    const patch = findPatch(before, now, holdMs);
    const last = patches.at(-1);
    if (patch !== null) patches.push(patch);
    else if (last !== undefined) last.holdMs += holdMs;
    before = now;
  }
  return patches;
}

function findPatch(before: PNG | null, now: PNG, holdMs: number): Patch | null {
  if (before === null)
    return { x: 0, y: 0, width: now.width, height: now.height, rgba: now.data, holdMs };
  if (before.width !== now.width || before.height !== now.height)
    throw new Error('the shots differ in size');
  let [left, top, right, bottom] = [now.width, now.height, -1, -1];
  for (let y = 0; y < now.height; y += 1) {
    for (let x = 0; x < now.width; x += 1) {
      const at = (y * now.width + x) * 4;
      if (before.data.readUInt32BE(at) === now.data.readUInt32BE(at)) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  if (right < 0) return null;
  const width = right - left + 1;
  const rows: Buffer[] = [];
  for (let y = top; y <= bottom; y += 1) {
    const start = (y * now.width + left) * 4;
    rows.push(now.data.subarray(start, start + width * 4));
  }
  return { x: left, y: top, width, height: rows.length, rgba: Buffer.concat(rows), holdMs };
}

/**
 * Size and position of the rectangle, its time in milliseconds; it is not removed, and it covers
 * earlier pixels.
 */
function writeFrameControl({ x, y, width, height, holdMs }: Patch, sequence: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(holdMs, 0);
  times.writeUInt16BE(1_000, 2);
  return Buffer.concat([writeNumbers(sequence, width, height, x, y), times]);
}

function writeNumbers(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
}
