import { constants, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { PdfDamage, PdfTooLarge } from './errors.ts';
import { readErrorCode } from '../../../os/errors.ts';

/** Far more than any stream of a label: an A4 page in full colour at 600 dpi has 104 MB. */
export const maxUnpackedBytes = 128 * 1024 * 1024;
const tooLarge = 'a stream unpacks to too much';
/** For all streams of a label together, counting each filter: some two seconds' work. */
const maxLabelBytes = 512 * 1024 * 1024;

/** What the reading of a label, or of a part of it, takes. */
export interface Effort {
  readonly unpackedBytes: number;
  /** It has a defect, and is read all the same, as viewers do. */
  readonly isMended: boolean;
}

const none: Effort = { unpackedBytes: 0, isMended: false };
/** Labels are read one after the other. */
let effort = none;
/** What the present label's streams took that are kept: each counts once, though it has copies. */
const counted = new Set<Effort>();

/** Call it before a label is read. */
export function startLabel(): void {
  effort = none;
  counted.clear();
}

/** Throws if a label has unpacked to more than the limit. */
function addEffort({ unpackedBytes = 0, isMended = false }: Partial<Effort>): void {
  effort = {
    unpackedBytes: effort.unpackedBytes + unpackedBytes,
    isMended: effort.isMended || isMended,
  };
  if (effort.unpackedBytes > maxLabelBytes) throw new PdfTooLarge('a label unpacks to too much');
}

/** Call it for a stream that is stored already: reports on a label depend on its file alone. */
export function recallEffort(known: Effort): void {
  if (!counted.has(known)) addEffort(known);
  counted.add(known);
}

/** Call it for each stream that is unpacked within the limit of one. */
export function countUnpacked(unpackedBytes: number): void {
  if (unpackedBytes > maxUnpackedBytes) throw new PdfTooLarge(tooLarge);
  addEffort({ unpackedBytes });
}

/** Call it for a defect that viewers tolerate. */
export function noteMended(): void {
  addEffort({ isMended: true });
}

/** Returns true if the label has a defect and was read all the same. */
export function isLabelMended(): boolean {
  return effort.isMended;
}

/** Returns the result of a work for the present label, and what it took. */
export function measureEffort<T>(work: () => T) {
  const before = effort;
  effort = none;
  try {
    const result = work();
    counted.add(effort);
    return { result, effort };
  } finally {
    addEffort(before);
  }
}

/**
 * Data that unpacked without tolerance: a page's content is unpacked for its look, and packed
 * soundly afterwards.
 */
const whole = new WeakSet<Uint8Array>();

/**
 * Returns the data, packed again if only tolerant viewers unpack them. Throws like `inflate`, for
 * new data.
 */
export function packSoundly(data: Uint8Array): Uint8Array {
  if (data.length === 0 || whole.has(data)) return data;
  const unpacked = inflate(data);
  return whole.has(data) ? data : deflateSync(unpacked);
}

/**
 * Unpacks Flate data to their very end. A missing checksum is forgiven, because some writers state
 * the stream's length too short; a wrong one and a missing last block are forgiven too if nothing
 * else is missing. Data that end early are damage. `expected`: the most that they may have, which
 * get one piece of memory.
 */
export function inflate(data: Uint8Array, expected?: number): Buffer {
  const maxOutputLength = expected ?? maxUnpackedBytes;
  const options = { maxOutputLength, chunkSize: expected ?? constants.Z_DEFAULT_CHUNK };
  let unpacked = attempt(() => inflateSync(data, options));
  if (typeof unpacked !== 'string') whole.add(data);
  else {
    unpacked = attempt(() => inflateRawSync(finish(data.subarray(2)), options));
    if (typeof unpacked === 'string') throw new PdfDamage(`compressed stream: ${unpacked}`);
    noteMended();
  }
  addEffort({ unpackedBytes: unpacked.length });
  return unpacked;
}

/** Returns the unpacked data, or the defect. */
function attempt(unpack: () => Buffer): Buffer | string {
  try {
    return unpack();
  } catch (error) {
    if (readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new PdfTooLarge(tooLarge);
    return String(error);
  }
}

/** The end of a writer that empties its buffers without ending the stream (zlib's Z_SYNC_FLUSH). */
const flushMark = Buffer.from([0, 0, 255, 255]);
const lastBlock = Buffer.from([1, 0, 0, 255, 255]);

/** Adds a missing last block to data whose blocks are all whole; others are unchanged. */
function finish(data: Uint8Array): Uint8Array {
  return flushMark.equals(data.subarray(-flushMark.length))
    ? Buffer.concat([data, lastBlock])
    : data;
}
