import { PDFName, PDFRawStream, type PDFDict, type PDFObject } from 'pdf-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import { packStream } from '../../../src/main/labels/pdf/merge/pack-stream.ts';
import { startLabel } from '../../../src/main/labels/pdf/syntax/inflate.ts';
import { decodeStream, readFilters } from '../../../src/main/labels/pdf/syntax/decode.ts';
import { made } from '../../../src/main/labels/pdf/syntax/entries.ts';
import { deflateSync } from 'node:zlib';
import { randomBytes } from '../../support/pdf-random.ts';

const resolve = (value: PDFObject | undefined): PDFObject | undefined => value;
const text = Buffer.from('10 20 30 40 re f\n'.repeat(100));

function stream(data: Uint8Array, dict: PDFDict = made.obj({})): PDFRawStream {
  return PDFRawStream.of(dict, data);
}

function nameFilters({ dict }: PDFRawStream): readonly string[] {
  return readFilters(dict, resolve).map(({ name }) => name);
}

/** As ReportLab writes data: five characters to four bytes. */
function write85(data: Uint8Array): Buffer {
  let written = '';
  for (let at = 0; at < data.length; at += 4) {
    const four = [0, 1, 2, 3].map((index) => data[at + index] ?? 0);
    let value = four.reduce((sum, byte) => sum * 256 + byte, 0);
    let five = '';
    for (let digit = 0; digit < 5; digit += 1) {
      five = String.fromCharCode(33 + (value % 85)) + five;
      value = Math.floor(value / 85);
    }
    const used = Math.min(4, data.length - at);
    written += used === 4 && five === '!!!!!' ? 'z' : five.slice(0, used + 1);
  }
  return Buffer.from(`${written}~>`);
}

// The budget of labels that other specs unpacked in this process does not count for these streams.
beforeEach(startLabel);

describe('the packing of a stream', () => {
  it('leaves noise unchanged, and packs data that contains some', () => {
    const noise = stream(randomBytes(40_000, 1));
    expect(packStream(noise, resolve)).toBe(noise);
    const mixed = stream(
      Buffer.concat([noise.contents.subarray(0, 10_000), Buffer.alloc(30_000, 'paper')]),
    );
    expect(packStream(mixed, resolve).contents.length).toBeLessThan(11_000);
    // Bytes once more, though not fewer of them.
    expect(
      packStream(stream(write85(noise.contents), made.obj({ Filter: 'ASCII85Decode' })), resolve)
        .contents.length,
    ).toBeLessThan(41_000);
  });

  it('packs data without a filter', () => {
    const packed = packStream(stream(text, made.obj({ Type: 'XObject' })), resolve);
    expect(packed.contents.length).toBeLessThan(text.length / 4);
    expect(nameFilters(packed)).toStrictEqual(['FlateDecode']);
    expect(packed.dict.get(PDFName.Type)).toBe(PDFName.XObject);
    expect(Buffer.from(decodeStream(packed, resolve))).toStrictEqual(text);
  });

  it('removes the filters that write bytes as text, and leaves those after them', () => {
    const flate = deflateSync(randomBytes(999, 3));
    const parms = made.obj({ Predictor: 15, Columns: 36 });
    const names = ['ASCIIHexDecode', 'ASCII85Decode', 'FlateDecode'];
    const data = Buffer.from(write85(flate).toString('hex'));
    const packed = packStream(
      stream(data, made.obj({ Filter: names, DecodeParms: [null, null, parms] })),
      resolve,
    );
    expect(Buffer.from(packed.contents)).toStrictEqual(flate);
    expect(packed.dict.entries()).toStrictEqual([
      [PDFName.of('Filter'), made.obj(['FlateDecode'])],
      [PDFName.of('DecodeParms'), made.obj([parms])],
    ]);
  });

  it('packs bytes written as text without another filter', () => {
    const hex = stream(Buffer.from(text.toString('hex')), made.obj({ Filter: 'ASCIIHexDecode' }));
    const packed = packStream(hex, resolve);
    expect(nameFilters(packed)).toStrictEqual(['FlateDecode']);
    expect(Buffer.from(decodeStream(packed, resolve))).toStrictEqual(text);
  });

  it.each([
    ['that would not get smaller', stream(randomBytes(5000, 1))],
    ['that is short', stream(text.subarray(0, 40))],
    ['that takes long to pack', stream(Buffer.alloc(9 * 1024 * 1024))],
    [
      'that is packed',
      stream(deflateSync(randomBytes(999, 1)), made.obj({ Filter: 'FlateDecode' })),
    ],
    ['that is a photo', stream(text, made.obj({ Filter: ['DCTDecode'] }))],
    ['that cannot be read', stream(Buffer.alloc(500, '~'), made.obj({ Filter: 'JPXDecode' }))],
  ])('leaves a stream %s as it is', (_, given) => {
    expect(packStream(given, resolve)).toBe(given);
  });
});
