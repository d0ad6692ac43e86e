import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import { LabelBench } from '../support/label-bench.ts';
import { onePage } from '../support/pdf-raw.ts';
import { makeZip } from '../support/zip.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** Black on white. */
function makePng(): Buffer {
  const png = new PNG({ width: 40, height: 60 });
  png.data.fill(255);
  for (let channel = 0; channel < 3; channel += 1) png.data[800 + channel] = 0;
  return PNG.sync.write(png);
}

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
      Buffer.concat([Buffer.from('\r\n'), makePng(), Buffer.from('\nfim')]),
      'png',
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
      'label-kind-picture',
    ],
    [
      'a BMP',
      Buffer.from('BM\x36\x10\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0', 'latin1'),
      'label-kind-picture',
    ],
    ['a WEBP', Buffer.from('RIFF\x10\0\0\0WEBPVP8L', 'latin1'), 'label-kind-picture'],
    ['a GIF', Buffer.from('\nGIF89a\x3c\0', 'latin1'), 'label-kind-picture'],
    ['base64 of a GIF', Buffer.from(btoa('GIF89a\x3c\0\x3c\0\x80\0\0')), 'label-kind-picture'],
    ['gzip of SVG', gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'label-kind-picture'],
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
  test('is reported with its wrapping', async () => {
    const pdf = onePage({ content: '0 0 9 9 re f' });
    expect(await kindOf(pdf)).toBe('PDF');
    expect(
      await kindOf(makeZip([{ name: 'a.zpl', content: '^XA^FO9,9^A0N,40,40^FDx^FS^XZ' }])),
    ).toBe('ZIP · ZPL');
    expect(await kindOf(gzipSync(pdf))).toBe('GZIP · PDF');
  });
});
