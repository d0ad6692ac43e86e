import { deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { PdfDamage, PdfTooLarge } from './objects.ts';
import { readErrorCode } from '../../../os/errors.ts';

/** Unpacked, no stream of a label is anywhere near this: an A4 page in full colour at 600 dpi has 104 MB. */
export const maxUnpackedBytes = 128 * 1024 * 1024;
/** Of all streams of a label together, each filter of each counted: some two seconds' work. */
const maxLabelBytes = 512 * 1024 * 1024;

/** Labels are read one after the other. */
let unpackedBytes = 0;

/** To be called before a label is read. */
export function startLabel(): void {
  unpackedBytes = 0;
  mended = false;
}

/** Throws where a label has unpacked to more than it may. */
export function countUnpacked(bytes: number): void {
  unpackedBytes += bytes;
  if (unpackedBytes > maxLabelBytes) throw new PdfTooLarge('a label unpacks to too much');
}

const maxChunkBytes = 64 * 1024;

/** Data that were unpacked once: true where they are whole, false where only a viewer's patience unpacks them. */
const known = new WeakMap<Uint8Array, boolean>();

/** What the label that is read now had to be forgiven. */
let mended = false;

/** To be called for what a file lacks and viewers do without. */
export function noteMended(): void {
  mended = true;
}

/** True where something of the label is wrong and was read all the same, as viewers do. */
export function isLabelMended(): boolean {
  return mended;
}

/**
 * The data, or the same packed anew where viewers unpack them only out of patience: a printer may have none. Throws
 * what `inflate` throws; data that were unpacked before are known to be good.
 */
export function packSoundly(data: Uint8Array): Uint8Array {
  if (known.get(data) === true) return data;
  const unpacked = known.has(data) ? inflateWhole(data, maxUnpackedBytes) : inflate(data);
  return known.get(data) === false ? deflateSync(unpacked) : data;
}

/**
 * Unpacks Flate data to its very end. A missing checksum is forgiven, because some writers count the stream's length
 * too short; so are a wrong one and a missing last block where nothing else is missing. Data that stop early are damage.
 */
export function inflate(data: Uint8Array, maxOutputLength = maxUnpackedBytes): Buffer {
  const unpacked = inflateWhole(data, maxOutputLength);
  countUnpacked(unpacked.length);
  return unpacked;
}

function inflateWhole(data: Uint8Array, maxOutputLength: number): Buffer {
  try {
    const unpacked = inflateSync(data, { maxOutputLength, chunkSize: chooseChunkSize(data.length) });
    known.set(data, true);
    return unpacked;
  } catch (error) {
    assertNotTooLarge(error);
  }
  if (data.length === 0) return Buffer.alloc(0);
  try {
    const unpacked = inflateRawSync(finish(data.subarray(2)), { maxOutputLength });
    known.set(data, false);
    mended = true;
    return unpacked;
  } catch (error) {
    assertNotTooLarge(error);
    throw new PdfDamage(`compressed stream: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** What comes out of one piece of memory is not put together from several; little that is unpacked takes little of it. */
function chooseChunkSize(packedBytes: number): number {
  return Math.min(Math.max(1024, 6 * packedBytes), maxChunkBytes);
}

function assertNotTooLarge(error: unknown): void {
  if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new PdfTooLarge('a stream unpacks to too much');
}

/** What a writer leaves that empties its buffers but never says that this was all (zlib's Z_SYNC_FLUSH). */
const flushMark = Buffer.from([0, 0, 255, 255]);
/** A last block with nothing in it. */
const lastBlock = Buffer.from([1, 0, 0, 255, 255]);

/** Data of which each block is whole get the last block that is missing; any others are as they were. */
function finish(data: Uint8Array): Uint8Array {
  return flushMark.equals(data.subarray(-flushMark.length)) ? Buffer.concat([data, lastBlock]) : data;
}
