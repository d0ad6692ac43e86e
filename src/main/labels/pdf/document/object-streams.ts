import { PdfDamage, PdfTooLarge } from '../syntax/objects.ts';
import { inflate } from '../syntax/inflate.ts';

const streamKeyword = Buffer.from('stream');
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const packedTypes = /\/(?:ObjStm|XRef)\b/;

/**
 * pdf-lib unpacks object and index streams whole while it parses. They are unpacked here first, under the limit for
 * labels, so that a file of some kilobytes cannot take all memory. What cannot be unpacked here is left for pdf-lib to
 * judge, and what is hidden from here, in a string for example, meets the worker's memory limit.
 */
export function assertSafeObjectStreams(file: Buffer): void {
  let from = 0;
  for (;;) {
    const at = file.indexOf(streamKeyword, from);
    if (at < 0) return;
    const between = file.subarray(from, at);
    from = at + streamKeyword.length;
    // Behind the keyword of a stream's end there is no stream, and before it there are only data.
    if (between.subarray(-3).toString('latin1') === 'end' || !packedTypes.test(unescaped(between))) continue;
    let start = from;
    if (file[start] === carriageReturn) start += 1;
    if (file[start] === lineFeed) start += 1;
    try {
      inflate(file.subarray(start));
    } catch (error) {
      if (error instanceof PdfTooLarge || !(error instanceof PdfDamage)) throw error;
    }
  }
}

/** Any character of a name may be written as `#` and two digits (ISO 32000-1, 7.3.5). */
function unescaped(dictionary: Buffer): string {
  return dictionary
    .toString('latin1')
    .replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
