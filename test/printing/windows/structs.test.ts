import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from '../../../src/main/os/windows/binding.ts';
import {
  adaptDevmode,
  makeBitmapInfo,
  makeDrawnDocument,
  makeSpoolDocument,
  readForms,
  readJobs,
  readPrinter,
  readPrinterNames,
  readText,
} from '../../../src/main/printing/windows/process/structs.ts';
import { readableCharacter } from '../../support/any-text.ts';

const text = fc
  .string({ unit: readableCharacter, maxLength: 60 })
  .filter((one) => !one.includes('\0') && one !== '');
const address = fc.integer({ min: 4096, max: 2 ** 46 });
const dword = fc.integer({ min: 0, max: 0xffffffff });

/**
 * Lays out structures of `size` in a row, as Windows does: texts behind them, pointers into those.
 */
function layOut(
  at: number,
  size: number,
  rows: readonly {
    readonly texts?: Record<number, string | null>;
    readonly numbers?: Record<number, number>;
  }[],
): { readonly bytes: Buffer; readonly address: number } {
  const head = Buffer.alloc(size * rows.length);
  const tail: Buffer[] = [];
  let end = head.length;
  for (const [index, { texts = {}, numbers = {} }] of rows.entries()) {
    for (const [offset, words] of Object.entries(texts)) {
      if (words === null) continue;
      head.writeBigUInt64LE(BigInt(at + end), index * size + Number(offset));
      tail.push(encodeText(words));
      end += encodeText(words).length;
    }
    for (const [offset, number] of Object.entries(numbers))
      head.writeUInt32LE(number, index * size + Number(offset));
  }
  return { bytes: Buffer.concat([head, ...tail]), address: at };
}

describe('structures from Windows', () => {
  it('is read wherever it lies', () => {
    fc.assert(
      fc.property(
        address,
        fc.array(
          fc.record({ text, other: fc.option(text), a: dword, b: dword, c: dword, d: dword }),
          { maxLength: 5 },
        ),
        (at, rows) => {
          const names = layOut(
            at,
            24,
            rows.map((row) => ({ texts: { 0: row.text, 8: row.other } })),
          );
          expect(readPrinterNames(names, rows.length)).toEqual(rows.map((row) => row.text));
          const jobs = layOut(
            at,
            96,
            rows.map((row) => ({
              texts: { 8: 'printer', 32: row.text, 48: row.other },
              numbers: { 0: row.a, 56: row.b, 68: row.c, 72: row.d },
            })),
          );
          expect(readJobs(jobs, rows.length)).toEqual(
            rows.map((row) => ({
              id: row.a,
              title: row.text,
              words: row.other,
              status: row.b,
              pages: row.c,
              printed: row.d,
            })),
          );
          for (const row of rows) {
            const one = layOut(at, 136, [
              { texts: { 8: 'x', 32: row.text }, numbers: { 104: row.a, 124: row.b } },
            ]);
            expect(readPrinter(one)).toEqual({
              port: null,
              driver: row.text,
              attributes: row.a,
              status: row.b,
            });
          }
        },
      ),
    );
  });

  it('is never read past its end, whatever its pointers are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), address, fc.nat(4), (noise, at, count) => {
        const block = { bytes: Buffer.from(noise), address: at };
        expect(readPrinterNames(block, count).length).toBeLessThanOrEqual(count);
        expect(readJobs(block, count).length).toBeLessThanOrEqual(Math.floor(noise.length / 96));
        readPrinter(block);
        for (const form of readForms(block.bytes, block.bytes))
          expect(form.widthMm).toBeGreaterThan(0);
      }),
    );
    const short = { bytes: Buffer.alloc(8), address: 4096 };
    short.bytes.writeBigUInt64LE(4104n);
    expect(readText(short, 0)).toBeNull();
    short.bytes.writeBigUInt64LE(4095n);
    expect(readText(short, 0)).toBeNull();
  });

  it('reads forms in tenths of a millimetre', () => {
    const sizes = Buffer.alloc(16);
    [2100, 2970, 1016, 1524].forEach((tenths, index) => sizes.writeInt32LE(tenths, index * 4));
    expect(readForms(sizes, Buffer.from([9, 0, 0, 1]))).toEqual([
      { id: 9, widthMm: 210, heightMm: 297 },
      { id: 256, widthMm: 101.6, heightMm: 152.4 },
    ]);
  });
});

describe('structures for Windows', () => {
  it('names a document by pointers to the texts after it', () => {
    fc.assert(
      fc.property(address, text, (at, title) => {
        const raw = { bytes: makeSpoolDocument(at, title, 'RAW'), address: at };
        expect([readText(raw, 0), readText(raw, 8), readText(raw, 16)]).toEqual([
          title,
          null,
          'RAW',
        ]);
        const drawn = { bytes: makeDrawnDocument(at, title), address: at };
        expect(drawn.bytes.readInt32LE(0)).toBe(40);
        expect([readText(drawn, 8), readText(drawn, 16), readText(drawn, 24)]).toEqual([
          title,
          null,
          null,
        ]);
      }),
    );
    expect(decodeText(encodeText('label\0hidden'))).toBe('label');
  });

  it('asks for a paper, one side, one copy and black, and leaves the rest to the driver', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 188, maxLength: 400 }),
        fc.integer({ min: 1, max: 3000 }),
        (noise, tenths) => {
          const own = Buffer.from(noise);
          const paper = { form: null, widthMm: tenths / 10, heightMm: 150, isTurned: false };
          const asked = adaptDevmode(own, paper);
          expect(asked.length).toBe(own.length);
          expect(asked.readInt16LE(82)).toBe(tenths);
          expect(asked.readInt16LE(80)).toBe(1500);
          expect(asked.readInt16LE(78)).toBe(0);
          expect(asked.readUInt32LE(72) & 0x1000f).toBe(0xd);
          const untouched = [...asked.keys()].filter(
            (at) => at < 72 || at >= 96 || [88, 89, 90, 91].includes(at),
          );
          expect(untouched.every((at) => asked[at] === own[at])).toBe(true);
          // A field that the driver does not have stays as it was.
          for (const [bit, at, value] of [
            [0x10, 84, 100],
            [0x100, 86, 1],
            [0x800, 92, 1],
            [0x1000, 94, 1],
          ] as const)
            expect(asked.readInt16LE(at)).toBe(
              (own.readUInt32LE(72) & bit) === 0 ? own.readInt16LE(at) : value,
            );
        },
      ),
    );
    const form = adaptDevmode(Buffer.alloc(220), {
      form: 300,
      widthMm: 150,
      heightMm: 100,
      isTurned: true,
    });
    expect([form.readInt16LE(76), form.readInt16LE(78), form.readUInt32LE(72)]).toEqual([
      2, 300, 3,
    ]);
    const driverOwn = Buffer.alloc(220, 7);
    expect(adaptDevmode(driverOwn, null).subarray(72, 84)).toEqual(driverOwn.subarray(72, 84));
  });

  it('describes a bitmap, from black to white', () => {
    const oneBit = makeBitmapInfo(800, 64, 1);
    expect([
      oneBit.length,
      oneBit.readInt32LE(4),
      oneBit.readInt32LE(8),
      oneBit.readUInt16LE(14),
    ]).toEqual([48, 800, 64, 1]);
    expect([...oneBit.subarray(40)]).toEqual([0, 0, 0, 0, 255, 255, 255, 0]);
    const gray = makeBitmapInfo(1, 1, 8);
    expect([gray.length, gray[40 + 4 * 77]]).toEqual([40 + 1024, 77]);
  });
});
