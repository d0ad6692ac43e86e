import { constants, deflateRawSync } from 'node:zlib';

const blockBytes = 1 << 20;

/**
 * Zeros in zlib's format (RFC 1950): one packed megabyte as often as it takes, in place of packing
 * each of them.
 */
export function packZeros(bytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(blockBytes), { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(Buffer.alloc(bytes % blockBytes));
  // The Adler-32 sum over zeros: one, and as many ones as there are bytes (RFC 1950, 9).
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE(bytes % 65_521);
  sum.writeUInt16BE(1, 2);
  const blocks = Array.from({ length: Math.floor(bytes / blockBytes) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, rest, sum]);
}
