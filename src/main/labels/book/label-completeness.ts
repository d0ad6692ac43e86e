import { assertNever } from '../../../shared/index.ts';
import type { LabelFormat } from '../../../shared/index.ts';
import { asciiOfText } from '../formats/detect-format.ts';

/** How many of a file's last bytes `endsAsItShould` wants: a ZIP's end record may stand before a comment of 64 KB. */
export const endingBytes = 22 + 0xffff + 2048;

/** Some hosts append blanks, zeros or a note; further away from the end than this, an end mark is of something else. */
const junkAllowance = 2048;

/**
 * Whether a file has the end mark of its format. A download cut where nobody noticed would otherwise be kept as if it
 * were whole. Cheap on purpose: the verdict on the content is made where it is read.
 */
export function endsAsItShould(format: LabelFormat, tail: Uint8Array): boolean {
  const end = withoutPadding(tail);
  const last = Buffer.from(end.buffer, end.byteOffset, end.byteLength).subarray(-junkAllowance);
  switch (format) {
    case 'pdf':
      return last.includes('%%EOF') || last.includes('startxref');
    case 'png':
      return last.includes('IEND');
    case 'jpeg':
      return last.includes(Buffer.from([0xff, 0xd9]));
    case 'zip':
      return (
        Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).lastIndexOf('PK\x05\x06', undefined, 'latin1') >= 0
      );
    case 'zpl':
      // Zeros go because UTF-16 has one in each character.
      return /\^XZ/i.test(asciiOfText(end).replaceAll('\0', ''));
    default:
      return assertNever(format);
  }
}

function withoutPadding(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => byte > 0x20);
  return bytes.subarray(0, last + 1);
}
