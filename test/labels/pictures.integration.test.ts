import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../support/label-bench.ts';
import { rasterise } from '../support/pdf-pixels.ts';
import { onePage } from '../support/pdf-raw.ts';
import { describeWithTools } from '../support/tools.ts';
import { makeZip } from '../support/zip.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** A picture of 120 × 180 has one pixel of the raster for each of its own. */
const paper = { widthMm: 25.4, heightMm: 38.1 };
const dpi = 120;

async function draw(file: Uint8Array): Promise<Buffer> {
  const pages = rasterise(await bench.pdf([await bench.accept(file, { paper })]), dpi);
  return pages[0]!.rgb;
}

/** 120 × 180 pixels of eight colours. */
const palette = [
  0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 200, 200, 0, 90, 90, 90, 0, 120, 120,
];
const indexes = Uint8Array.from(
  { length: 120 * 180 },
  (_, at) => (((at % 120) * 7 + Math.floor(at / 120) * 3) % 11) % 8,
);

function asPng(white = -1): Buffer {
  const png = new PNG({ width: 120, height: 180 });
  indexes.forEach((index, at) => {
    for (let channel = 0; channel < 3; channel += 1)
      png.data[at * 4 + channel] = index === white ? 255 : palette[index * 3 + channel]!;
    png.data[at * 4 + 3] = 255;
  });
  return PNG.sync.write(png);
}

function makeGif({ interlaced = false, transparent = -1 } = {}): Buffer {
  const order = interlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ].flatMap(([first, step]) =>
        Array.from(
          { length: Math.ceil((180 - first!) / step!) },
          (_, index) => first! + index * step!,
        ),
      )
    : Array.from({ length: 180 }, (_, y) => y);
  const rows = order.flatMap((y) => [...indexes.subarray(y * 120, y * 120 + 120)]);
  const head = Buffer.from('GIF89a\x78\0\xb4\0\xf2\0\0', 'latin1');
  const control = transparent < 0 ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0];
  const image = [0x2c, 0, 0, 0, 0, 120, 0, 180, 0, interlaced ? 0x40 : 0, 3];
  return Buffer.concat([
    head,
    Buffer.from(palette),
    Buffer.from(control),
    Buffer.from(image),
    packLzw(rows, 3),
    Buffer.from('\0;'),
  ]);
}

/** The plain way to pack: a table of strings, cleared when it is full. */
function packLzw(samples: readonly number[], firstBits: number): Buffer {
  const clear = 1 << firstBits;
  let codes = new Map<string, number>();
  let [bits, next, buffer, held] = [firstBits + 1, clear + 2, 0, 0];
  const out: number[] = [];
  const put = (code: number): void => {
    buffer |= code << held;
    for (held += bits; held >= 8; held -= 8, buffer >>>= 8) out.push(buffer & 255);
  };
  put(clear);
  let text = '';
  for (const sample of samples) {
    const longer = text === '' ? String(sample) : `${text},${sample}`;
    if (text === '' || codes.has(longer)) {
      text = longer;
      continue;
    }
    put(codes.get(text) ?? Number(text));
    codes.set(longer, next);
    next += 1;
    if (next > 1 << bits && bits < 12) bits += 1;
    else if (next === 4096) {
      put(clear);
      codes = new Map();
      [bits, next] = [firstBits + 1, clear + 2];
    }
    text = String(sample);
  }
  put(codes.get(text) ?? Number(text));
  put(clear + 1);
  out.push(buffer & 255);
  const blocks: Buffer[] = [];
  for (let at = 0; at < out.length; at += 255)
    blocks.push(Buffer.from([Math.min(255, out.length - at), ...out.slice(at, at + 255)]));
  return Buffer.concat(blocks);
}

describeWithTools(['pdftoppm'], 'a GIF', () => {
  test.each([false, true])('has the pixels of the PNG, interlaced: %s', async (interlaced) => {
    expect((await draw(makeGif({ interlaced }))).equals(await draw(asPng()))).toBe(true);
  });

  test('has white for transparent parts', async () => {
    expect((await draw(makeGif({ transparent: 2 }))).equals(await draw(asPng(2)))).toBe(true);
  });

  test('cut is refused, and so is one that claims more than the limit', async () => {
    const gif = makeGif();
    for (let cut = 20; cut < gif.length - 2; cut += 531)
      expect(await bench.refusal(gif.subarray(0, cut))).toBe('label-corrupt');
    const huge = Buffer.from(gif);
    huge.writeUInt16LE(65_000, 6);
    huge.writeUInt16LE(65_000, 8);
    expect(await bench.refusal(huge)).toBe('label-too-large');
  });

  test('with any byte changed is refused or drawn and never a defect', async () => {
    const gif = makeGif();
    await fc.assert(
      fc.asyncProperty(fc.nat(gif.length - 1), fc.nat(255), async (at, value) => {
        const changed = Buffer.from(gif);
        changed[at] = value;
        expect(await bench.refusal(changed)).toMatch(
          /^(?:label-(?:corrupt|too-large|kind-unknown|unknown-format)|prepared)$/,
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('a wrapped label', () => {
  const zpl = '^XA^FO50,50^A0N,40,40^FDDoca^FS^XZ';
  const pdf = onePage({ content: '0 0 9 9 re f' });
  const base64 = (file: Uint8Array | string): string => Buffer.from(file).toString('base64');

  test.each([
    ['gzip', gzipSync(pdf), 'gzip'],
    ['gzip in gzip', gzipSync(gzipSync(pdf)), 'gzip'],
    ['base64', Buffer.from(base64(pdf)), 'base64'],
    ['base64 in lines', Buffer.from(base64(pdf).replaceAll(/.{76}/g, '$&\r\n')), 'base64'],
    ['a data URL', Buffer.from(`data:application/pdf;base64,${base64(pdf)}`), 'base64'],
    ['base64 of gzip', Buffer.from(base64(gzipSync(pdf))), 'base64'],
    ['gzip of a ZIP', gzipSync(makeZip([{ name: 'a.pdf', content: pdf }])), 'gzip'],
    [
      'a ZIP behind a line break',
      Buffer.concat([Buffer.from('\r\n'), makeZip([{ name: 'a.pdf', content: pdf }])]),
      'zip',
    ],
    [
      'a PDF between line breaks and a note',
      Buffer.concat([Buffer.from('\n\n'), pdf, Buffer.from('\nObrigado!\n')]),
      'pdf',
    ],
    [
      'a PNG between a line break and a note',
      Buffer.concat([Buffer.from('\r\n'), asPng(), Buffer.from('\nfim')]),
      'png',
    ],
    [
      'a GIF between a line break and a note',
      Buffer.concat([Buffer.from('\n'), makeGif(), Buffer.from('\nfim')]),
      'gif',
    ],
  ])('is read: %s', async (_, file, format) => {
    expect(await bench.prepare(bench.put(file))).toMatchObject({
      type: 'prepared',
      label: { format, pages: 1 },
    });
  });

  test('in ZPL still goes to a ZPL printer', async () => {
    const path = await bench.accept(gzipSync(zpl));
    expect((await bench.zpl([path]))?.toString()).toContain('^FDDoca^FS');
  });

  test.each([
    ['a cut gzip', gzipSync(pdf).subarray(0, -12), 'label-corrupt'],
    ['base64 of a cut PDF', Buffer.from(base64(pdf.subarray(0, -40))), 'label-corrupt'],
    ['gzip of a page', gzipSync('<!doctype html><html>'), 'label-unknown-format'],
    [
      'a TIFF, which no carrier sends',
      Buffer.from('II*\0\x08\0\0\0', 'latin1'),
      'label-kind-unknown',
    ],
    [
      'a BMP',
      Buffer.from('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1'),
      'label-kind-unknown',
    ],
    ['a WEBP', Buffer.from('RIFF\x10\0\0\0WEBPVP8L', 'latin1'), 'label-kind-unknown'],
    ['gzip of SVG', gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'label-kind-svg'],
    ['a bomb', gzipSync(Buffer.alloc(80 * 1024 * 1024)), 'label-archive-unsafe'],
    [
      'gzip in gzip without end',
      [1, 2, 3, 4, 5, 6].reduce((file) => gzipSync(file), pdf),
      'label-archive-unsafe',
    ],
  ])('is refused: %s', async (_, file, kind) => {
    expect(await bench.refusal(file)).toBe(kind);
  });
});

describe('the kind of a label', () => {
  const kindOf = async (file: Uint8Array): Promise<string> => {
    const reply = await bench.prepare(bench.put(file));
    return reply.type === 'prepared' ? reply.label.kind : reply.type;
  };
  const withProducer = async (producer: string): Promise<Uint8Array> => {
    const document = await PDFDocument.create();
    document.addPage([283, 425]).drawRectangle({ width: 9, height: 9 });
    document.setProducer(producer);
    return document.save();
  };

  test('is reported with its wrapping and a PDF with its producer, on one short line', async () => {
    expect(await kindOf(await withProducer('Etiquetas São João 2.1'))).toBe(
      'PDF · Etiquetas São João 2.1',
    );
    expect(await kindOf(await withProducer(`a\n\tb\u202e${'c'.repeat(500)}`))).toBe(
      `PDF · a b ${'c'.repeat(56)}`,
    );
    expect(await kindOf(await withProducer(''))).toBe('PDF');
    expect(await kindOf(onePage({ content: '0 0 9 9 re f' }))).toBe('PDF');
    expect(await kindOf(makeGif())).toBe('GIF');
    expect(
      await kindOf(makeZip([{ name: 'a.zpl', content: '^XA^FO9,9^A0N,40,40^FDx^FS^XZ' }])),
    ).toBe('ZIP · ZPL');
    expect(await kindOf(gzipSync(await withProducer('x')))).toBe('GZIP · PDF · x');
  });
});
