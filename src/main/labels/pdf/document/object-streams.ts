import { PdfDamage, PdfTooLarge } from '../syntax/objects.ts';
import { inflate } from '../syntax/inflate.ts';

const typeKey = Buffer.from('/Type');
const packedTypes = /^\s*\/(?:ObjStm|XRef)/;

/**
 * pdf-lib unpacks object and index streams whole while it parses. They are unpacked here first, under the limit for
 * labels, so that a file of some kilobytes cannot take all memory. What cannot be unpacked here is left for pdf-lib to
 * judge.
 */
export function assertSafeObjectStreams(file: Buffer): void {
  for (let at = file.indexOf(typeKey); at >= 0; at = file.indexOf(typeKey, at + typeKey.length)) {
    if (!packedTypes.test(file.toString('latin1', at + typeKey.length, at + typeKey.length + 16))) continue;
    const keyword = file.indexOf('stream', at);
    const newline = keyword < 0 ? -1 : file.indexOf(0x0a, keyword);
    if (newline < 0) return;
    try {
      inflate(file.subarray(newline + 1));
    } catch (error) {
      if (error instanceof PdfTooLarge || !(error instanceof PdfDamage)) throw error;
    }
  }
}
