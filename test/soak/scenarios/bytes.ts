/** Label files that are made to do harm. */
import { crc32, deflateSync } from 'node:zlib';
import { pdfCorpus } from '../../support/pdf-corpus.ts';
import type { Specimen } from '../../support/pdf-corpus.ts';
import { pdfFile } from '../../support/pdf-heavy-label.ts';
import { randomBytes } from '../../support/pdf-random.ts';
import { flate, onePage, stream } from '../../support/pdf-raw.ts';

/** A cross-reference stream that declares two thousand million entries. */
export function longIndexPdf(): Buffer {
  const head = '%PDF-1.5\n';
  const body = `1 0 obj\n<</Type/XRef/Size 2000000000/W[1 1 1]/Index[0 2000000000]/Root 2 0 R/Length 0>>stream\n\nendstream\nendobj\n`;
  return Buffer.from(`${head}${body}startxref\n${head.length}\n%%EOF`, 'latin1');
}

/** Ten forms that each draw the next one ten times: ten thousand million rectangles. */
export function nestedFormsPdf(): Buffer {
  const forms = Array.from({ length: 10 }, (_, depth) =>
    flate(
      `/Type/XObject/Subtype/Form/BBox[0 0 283 425]/Resources<</XObject<</F ${depth + 7} 0 R>>>>`,
      depth === 9 ? '0 0 1 1 re f' : 'q /F Do Q '.repeat(10),
    ),
  );
  return onePage({ content: '/F Do', resources: '/XObject<</F 6 0 R>>', more: forms });
}

export function inflatingPdf(): Buffer {
  let data: Buffer = Buffer.alloc(512 << 20, 0x20);
  data = deflateSync(data, { level: 1 });
  data = deflateSync(data);
  return onePage({ content: stream('/Filter[/FlateDecode/FlateDecode]', data) });
}

export function circularPdf(): Buffer {
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[2 0 R]/Count 1/Parent 2 0 R>>',
  ]);
}

export function manyPagesPdf(): Buffer {
  const count = 1000;
  const kids = Array.from({ length: count }, (_, index) => `${index + 4} 0 R`).join(' ');
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents 3 0 R>>';
  return pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    flate('', '0 0 9 9 re f'),
    ...Array.from({ length: count }, () => page),
  ]);
}

let corpus: Promise<readonly Specimen[]> | null = null;
let turn = 0;

/** The next specimen of the test's own PDFs. */
export async function corpusPdf(): Promise<Buffer> {
  corpus ??= pdfCorpus();
  const specimens = await corpus;
  turn += 1;
  return specimens[turn % specimens.length]?.bytes ?? longIndexPdf();
}

export async function damagedPdf(): Promise<Buffer> {
  const bytes = Buffer.from(await corpusPdf());
  const noise = randomBytes(64, turn);
  for (const [index, byte] of noise.entries())
    bytes[(byte * 7919 + index * 104_729) % bytes.length] = byte;
  return bytes;
}

export function copiesZpl(): Buffer {
  return Buffer.from('^XA^FO50,50^A0N,50^FDcopies^FS^PQ99999999^XZ');
}

export function commandingZpl(): Buffer {
  return Buffer.from(
    '^XA^KP1234^JUS^XZ~JR~DYR:X,B,B,4,,AAAA^XA^IDR:*.*^FS^FO50,50^A0N,50^FDx^FS^XZ',
  );
}

export function endlessZpl(): Buffer {
  return Buffer.from('^XA^FX'.repeat(40_000));
}

export function hugeGraphicZpl(): Buffer {
  return Buffer.from(
    '^XA^FO0,0^GFA,125000000,125000000,12500,zzzzzzzz^FS^GB32000,32000,32000^FS^XZ',
  );
}

export function hugePng(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(8 << 20))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function noise(): Buffer {
  turn += 1;
  return randomBytes(20_000, turn);
}
