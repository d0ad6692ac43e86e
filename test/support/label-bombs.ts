import { deflateSync } from 'node:zlib';
import { packZeros } from './packed-zeros.ts';
import { flate, loseIndex, onePage, stream } from './pdf-raw.ts';

/** Small files made to exhaust a machine. Each is made on request: some take a while. */
export const pdfBombs: Readonly<Record<string, () => Buffer>> = {
  /**
   * A cross-reference stream of two thousand million entries that are not there: V8 ends the
   * process.
   */
  index: () => tinyFile('/Size 1/Index[0 2000000000]/W[1 1 1]'),
  size: () => tinyFile('/Size 2000000000/W[1 1 1]'),
  widths: () => tinyFile('/Size 1/W[2000000000 2000000000 2000000000]'),
  /** 41 KB for 42 MB of numbers, each an object to its reader. */
  numbers: () =>
    loseIndex(
      onePage({
        resources: '/XObject 9 0 R',
        more: [flate('/Type/ObjStm/N 1/First 4', `9 0 [${'0 '.repeat(21_000_000)}]`)],
      }),
    ),
  /** Two filters, one in the other: 2 KB for six hundred megabytes. */
  nested: () => {
    const packed = deflateSync(packZeros(600 << 20));
    return loseIndex(
      onePage({
        more: [stream('/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', packed)],
      }),
    );
  },
  /** Many objects at one offset: the same text is read once for each object. */
  offsets: () => {
    const count = 50_000;
    const places = Array.from({ length: count }, (_, index) => `${index + 100} 0`).join(' ');
    const packed = `${places} (${'x'.repeat(500_000)})`;
    const all = `/XObject[${Array.from({ length: count }, (_, index) => `${index + 100} 0 R`).join(' ')}]`;
    const more = [flate(`/Type/ObjStm/N ${count}/First ${places.length + 1}`, packed)];
    return loseIndex(onePage({ resources: all, more }));
  },
  /** More objects than there is room for their offsets. */
  count: () =>
    loseIndex(
      onePage({
        more: [flate('/Type/ObjStm/N 2000000000/First 2000000000', '9 0 '.repeat(5_000_000))],
      }),
    ),
  /** Streams without end: each is looked for to the end of the file. */
  endless: () =>
    Buffer.concat([
      onePage(),
      Buffer.from('9 0 obj<<>>stream\nendstream?'.repeat(50_000)),
      Buffer.from('endobj?'),
    ]),
  /** Objects without end: each is looked for to the end of the file. */
  beginnings: () => {
    const many = '9 0 obj )\n'.repeat(200_000);
    const page = onePage().toString('latin1').replaceAll('endobj', '      ');
    const moved = page.replace(/(?<=startxref\n)\d+/, (at) => String(Number(at) + many.length));
    return Buffer.from(moved.replace('%PDF-1.5\n', `%PDF-1.5\n${many}`), 'latin1');
  },
  /** More names than the limit. */
  names: () =>
    onePage({
      resources: '/XObject 6 0 R',
      more: [`[${Array.from({ length: 1_200_000 }, (_, index) => `/N${index}`).join('')}]`],
    }),
  /** An index of more objects than the limit, each entry a byte. */
  entries: () =>
    indexed(
      flate('/Type/XRef/Size 9/Index[0 100000000]/W[1 0 0]/Root 1 0 R', Buffer.alloc(100_000_000)),
    ),
  /** An index that unpacks to gigabytes. */
  unpacked: () =>
    indexed(
      stream('/Type/XRef/Size 9/W[1 4 1]/Root 1 0 R/Filter/FlateDecode', packZeros(600 << 20)),
    ),
  /** An index whose parts go on and on, each in the one before. */
  updates: () => {
    const parts = ['%PDF-1.5\n'];
    let length = 9;
    for (let part = 0; part < 30_000; part += 1) {
      const text = `xref\n0 0\ntrailer<</Root 1 0 R/Prev ${length - (parts.at(-1)?.length ?? 0)}>>\n`;
      parts.push(text);
      length += text.length;
    }
    const start = length - (parts.at(-1)?.length ?? 0);
    return Buffer.from(`${parts.join('')}startxref\n${start}\n%%EOF\n`);
  },
  /** Values nested deeper than any stack. */
  deep: () => onePage({ resources: '/XObject 6 0 R', more: ['<</A'.repeat(300_000)] }),
  /** Pictures that are each below the limit and together are not. */
  pictures: () => {
    const image =
      '/Type/XObject/Subtype/Image/Width 10000/Height 10000/BitsPerComponent 8/ColorSpace/DeviceGray';
    const packed = packZeros(100_000_000);
    const names = Array.from({ length: 12 }, (_, index) => `/Im${index} ${index + 6} 0 R`).join('');
    const more = Array.from({ length: 12 }, (_, index) =>
      stream(`${image}/Filter/FlateDecode/Id ${index}`, packed),
    );
    return onePage({ resources: `/XObject<<${names}>>`, more });
  },
};

/** Half a megabyte of codes, each a thing of milliseconds. */
export function zplBomb(): Buffer {
  const codes = Array.from(
    { length: 8000 },
    (_, index) => `^FO0,0^BON,1^FD${index} ${'x'.repeat(40)}^FS`,
  );
  return Buffer.from(`^XA${codes.join('')}^XZ`);
}

/** A page whose index is this stream. */
function indexed(index: Buffer): Buffer {
  const page = onePage({ more: [index] });
  const at = page.indexOf('6 0 obj');
  return Buffer.concat([page, Buffer.from(`\nstartxref\n${at}\n%%EOF\n`)]);
}

function tinyFile(entries: string): Buffer {
  const index = `1 0 obj<</Type/XRef${entries}/Root 2 0 R/Length 0>>stream\n\nendstream endobj\n`;
  return Buffer.from(
    `%PDF-1.7\n${index}2 0 obj<</Type/Catalog/Pages 3 0 R>>endobj\nstartxref\n9\n%%EOF\n`,
  );
}
