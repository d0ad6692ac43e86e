import { inflateRawSync, inflateSync } from 'node:zlib';
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
}

/** Throws where a label has unpacked to more than it may. */
export function countUnpacked(bytes: number): void {
  unpackedBytes += bytes;
  if (unpackedBytes > maxLabelBytes) throw new PdfTooLarge('a label unpacks to too much');
}

/** Data that were unpacked once and found whole. */
const whole = new WeakSet<Uint8Array>();

/** Throws what `inflate` throws where the data cannot be unpacked; those that were unpacked before are known to be good. */
export function assertInflatable(data: Uint8Array): void {
  if (!whole.has(data)) inflate(data);
}

/**
 * Unpacks Flate data to its very end. A missing checksum is forgiven, because some writers count the stream's length
 * too short; data that stops early or whose checksum is wrong is damage.
 */
export function inflate(data: Uint8Array, maxOutputLength = maxUnpackedBytes): Buffer {
  const unpacked = inflateWhole(data, maxOutputLength);
  countUnpacked(unpacked.length);
  return unpacked;
}

function inflateWhole(data: Uint8Array, maxOutputLength: number): Buffer {
  try {
    const unpacked = inflateSync(data, { maxOutputLength });
    whole.add(data);
    return unpacked;
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new PdfTooLarge('a stream unpacks to too much');
    if (error instanceof Error && error.message.includes('incorrect data check')) {
      throw new PdfDamage('wrong checksum in a compressed stream');
    }
  }
  if (data.length === 0) return Buffer.alloc(0);
  try {
    return inflateRawSync(data.subarray(2), { maxOutputLength });
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new PdfTooLarge('a stream unpacks to too much');
    throw new PdfDamage(`compressed stream: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}
