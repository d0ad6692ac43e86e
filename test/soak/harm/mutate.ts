import { crc32 } from 'node:zlib';
import type { Random } from '../../../src/training-erp/data/random.ts';

/** Keywords of one of the languages, and numbers that a reader may trust. */
const usualWords: readonly string[] = [
  ...[
    'stream',
    'endstream',
    'endobj',
    'obj',
    'xref',
    'trailer',
    '/Length 0',
    '/Kids',
    '<<',
    '>>',
    '[',
    '(',
    '1 0 R',
  ],
  ...[
    '\0',
    '99999999',
    '-1',
    '0',
    '\n',
    '\r',
    '\r\n',
    ' ',
    '"',
    '\xff\xff\xff\xff',
    '\x7f\xff\xff\xff',
    '\xff\xff\xff\x7f',
  ],
  ...[
    '^XA',
    '^XZ',
    '^FS',
    '^FD',
    '^GFA,99999,99999,99,',
    '^GB9999,9999,1^FS',
    '^PQ99999',
    '^FO',
    '^FH',
    '~DG',
    '^CC',
    ':Z64:',
  ],
  ...['N\n', 'P1\n', 'P99,9\n', 'GW0,0,999,999,', '^@', 'A1,1,0,1,1,1,N,"'],
  ...['CLS\n', 'PRINT 1\n', 'PRINT 99,99\n', 'BITMAP 0,0,9999,9999,0,', '~!T', 'SIZE 9,9\n'],
  ...[
    '! 0 200 200 9 9\n',
    'PRINT\n',
    'FORM\n',
    'CG 999 999 0 0 ',
    'EG 9 9 0 0 FF',
    'B QR 0 0\n',
    'ENDQR\n',
    '! U1 x\n',
  ],
  ...[
    'II*\0',
    'MM\0*',
    'BM',
    'RIFF',
    'WEBPVP8 ',
    'IDAT',
    'IEND',
    '\xff\xd8\xff',
    '\xff\xd9',
    ',\0\0',
    'PK\x03\x04',
  ],
];

/** A copy with one to six changes, mostly one: bytes, cuts, words, pieces twice. */
export function mutate(source: Buffer, random: Random, words = usualWords): Buffer {
  let bytes = Buffer.from(source);
  for (let change = random.chance(0.5) ? 1 : random.int(2, 6); change > 0; change -= 1) {
    const at = random.int(0, Math.max(0, bytes.length - 1));
    const length = random.int(1, 40);
    const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (random.int(0, 6)) {
      case 0:
        bytes[at] = random.int(0, 255);
        break;
      case 1:
        bytes = Buffer.from(before);
        break;
      case 2:
        bytes = Buffer.concat([before, behind.subarray(length)]);
        break;
      case 3:
        bytes = Buffer.concat([before, Buffer.from(random.pick(words), 'latin1'), behind]);
        break;
      case 4: {
        const word = Buffer.from(random.pick(words), 'latin1');
        bytes = Buffer.concat([before, word, behind.subarray(word.length)]);
        break;
      }
      case 5:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
        break;
      default:
        bytes = Buffer.concat([before, bytes.subarray(random.int(0, at), at + length), behind]);
    }
  }
  return bytes;
}

/**
 * A PNG with the checksums that its pieces have now, so that it is read further than to the first.
 */
export function mendChecksums(png: Buffer): Buffer {
  const bytes = Buffer.from(png);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return bytes;
}
