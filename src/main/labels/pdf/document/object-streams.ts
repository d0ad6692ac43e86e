import { PdfDamage, PdfTooLarge } from '../syntax/objects.ts';
import { inflate } from '../syntax/inflate.ts';

/**
 * pdf-lib unpacks object and index streams whole while it parses. They are unpacked here first, under the limit for
 * labels, so that a file of some kilobytes cannot take all memory. What cannot be unpacked here is left for pdf-lib to
 * judge.
 */
export function assertSafeObjectStreams(file: Buffer): void {
  for (const type of ['/ObjStm', '/XRef']) {
    for (let at = file.indexOf(type); at >= 0; at = file.indexOf(type, at + type.length)) {
      const keyword = file.indexOf('stream', at + type.length);
      if (keyword < 0) return;
      const newline = file.indexOf(0x0a, keyword);
      if (newline < 0) return;
      try {
        inflate(file.subarray(newline + 1));
      } catch (error) {
        if (error instanceof PdfTooLarge) throw error;
        if (!(error instanceof PdfDamage)) throw error;
      }
    }
  }
}
