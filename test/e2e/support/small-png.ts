import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { chunk, filterRows, headerChunk, indexColours, pngSignature } from './palette.ts';

/**
 * Returns the same picture with at most 256 colours, each approximated if necessary: a quarter of
 * the bytes for screens.
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const { palette, places } = indexColours(data);
  return Buffer.concat([
    pngSignature,
    headerChunk(width, height),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(filterRows(places, width), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
