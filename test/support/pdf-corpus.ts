import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import {
  addAnnotations,
  addGhostscript,
  addLayers,
  addPaint,
  pdfLibDrawing,
  pdfLibForm,
  pdfLibPages,
} from './pdf-corpus-paint.ts';
import { heavyLabel, labelKit, pdfFile } from './pdf-heavy-label.ts';
import { qpdf } from './pdf-pixels.ts';
import { drawing, flate, helvetica, onePage, stream } from './pdf-raw.ts';

export interface Specimen {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * PDFs of several producers and in every way in which a label can be laid out; every page of them
 * is a label.
 */
export async function pdfCorpus(): Promise<readonly Specimen[]> {
  const specimens: Specimen[] = [];
  const add = (name: string, bytes: Buffer): void => {
    specimens.push({ name, bytes });
  };
  const base = onePage();
  add('plain', base);
  add('a whole font and a logo', heavyLabel(await labelKit(), 1));
  addBoxes(add);
  addRewritten(add, base);
  addStructures(add);
  addPaint(add);
  addAnnotations(add);
  addLayers(add);
  addGhostscript(add);
  add('pdf-lib: fonts, images, transparency', await pdfLibDrawing());
  add('pdf-lib: a filled form', await pdfLibForm());
  add('pdf-lib: several pages of different sizes and turns', await pdfLibPages());
  specimens.push(...readProducers());
  return specimens;
}

/**
 * Files as Cairo, Ghostscript and ReportLab write them, with the keywords that end a stream at
 * places where they end none.
 */
export function readProducers(): readonly Specimen[] {
  const folder = join(import.meta.dirname, '../fixtures/pdf-producers');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  return names.toSorted().map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

export type Add = (name: string, bytes: Buffer) => void;

function addBoxes(add: Add): void {
  for (const rotate of [90, 180, 270, -90, 450])
    add(`rotate ${rotate}`, onePage({ page: `/Rotate ${rotate}` }));
  add('media box not at the origin', onePage({ page: '/MediaBox[50 -20 333.46 405.2]' }));
  add('media box upside down', onePage({ page: '/MediaBox[283.46 425.2 0 0]' }));
  add('cropped', onePage({ page: '/CropBox[20 90 220.5 400.25]' }));
  add('cropped and rotated', onePage({ page: '/CropBox[20 90 220.5 400.25]/Rotate 90' }));
  add('landscape', onePage({ page: '/MediaBox[0 0 425.2 283.46]' }));
  add(
    'landscape, rotated to portrait',
    onePage({ page: '/MediaBox[0 0 425.2 283.46]/Rotate 270' }),
  );
  add(
    'landscape, cropped, upside down',
    onePage({ page: '/MediaBox[0 0 425.2 400]/CropBox[10 50 410 300]/Rotate 180' }),
  );
  add('A4', onePage({ page: '/MediaBox[0 0 595.276 841.89]' }));
  add('no media box at all', onePage({ page: '/MediaBox 99 0 R' }));
}

function addRewritten(add: Add, base: Buffer): void {
  const rich = richDrawing();
  const encrypt = (bits: string, ...more: string[]): string[] => [
    '--allow-weak-crypto',
    '--encrypt',
    '',
    'owner',
    bits,
    ...more,
    '--',
  ];
  for (const [name, args] of Object.entries({
    'object streams': ['--object-streams=generate'],
    linearised: ['--linearize'],
    'linearised with object streams': ['--linearize', '--object-streams=generate'],
    uncompressed: ['--qdf', '--object-streams=disable'],
    'RC4, 40 bits': encrypt('40'),
    'RC4, 128 bits': encrypt('128', '--use-aes=n'),
    'AES, 128 bits': encrypt('128', '--use-aes=y'),
    'AES, 128 bits, clear metadata': encrypt('128', '--use-aes=y', '--cleartext-metadata'),
    'AES, 256 bits': encrypt('256'),
    'AES, 256 bits, revision 5': encrypt('256', '--force-R5'),
    'AES, 256 bits, object streams': ['--object-streams=generate', ...encrypt('256')],
    'rotated by 90': ['--rotate=+90'],
    'rotated by 180': ['--rotate=180'],
  })) {
    add(`qpdf: ${name}`, qpdf(rich, ...args));
  }
  add(
    'junk before the header',
    Buffer.concat([Buffer.from('HTTP junk\r\n\0\x01\xff'.repeat(9), 'latin1'), base]),
  );
  add(
    'junk after the end',
    Buffer.concat([base, Buffer.from('\n<!-- served by a cache -->\n'), Buffer.alloc(1500)]),
  );
  add(
    'index lost',
    Buffer.from(base.toString('latin1').replace(/startxref\n\d+/, 'startxref\n77'), 'latin1'),
  );
  add('updated in place', updated(base));
}

/**
 * Pictures with palettes whose strings hold every awkward byte, so that encryption and escaping
 * show.
 */
function richDrawing(): Buffer {
  const palette = Buffer.from('()\\\r\n<>%/\x00\x80\xff'.repeat(3).slice(0, 36), 'latin1').toString(
    'hex',
  );
  return onePage({
    content: `${drawing}\nq 100 0 0 100 150 20 cm /Im Do Q`,
    resources: '/XObject<</Im 6 0 R>>',
    more: [
      flate(
        `/Type/XObject/Subtype/Image/Width 12/Height 12/BitsPerComponent 8/ColorSpace[/Indexed/DeviceRGB 11<${palette}>]`,
        Buffer.from(Array.from({ length: 144 }, (_, index) => (index * 7) % 12)),
      ),
    ],
  });
}

/** The same document with its content replaced by an update at the end of the file. */
function updated(base: Buffer): Buffer {
  const start = /startxref\n(\d+)/.exec(base.toString('latin1'))?.[1] ?? '0';
  const content = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    flate('', `${drawing}\n10 10 50 50 re f`),
    Buffer.from('\nendobj\n'),
  ]);
  const table =
    `xref\n4 1\n${String(base.length).padStart(10, '0')} 00000 n \n` +
    `trailer\n<</Size 6/Root 1 0 R/Prev ${start}>>\nstartxref\n${base.length + content.length}\n%%EOF\n`;
  return Buffer.concat([base, content, Buffer.from(table)]);
}

function addStructures(add: Add): void {
  add(
    'everything inherited from the page tree',
    pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2/MediaBox[0 0 300 400]/Resources<</Font<</F1 5 0 R>>>>/Rotate 90>>',
      '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 1/CropBox[10 10 250 390]>>',
      '<</Type/Page/Parent 3 0 R/Contents 6 0 R>>',
      helvetica,
      flate('', drawing),
      '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Rotate 0>>',
    ]),
  );
  const half = drawing.indexOf('Tf') + 3;
  add(
    'content in several streams, one of them turned',
    pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 8 0 R]/Count 2>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents[4 0 R 5 0 R 6 0 R]/Resources<</Font<</F1 7 0 R>>>>>>',
      flate('', drawing.slice(0, half)),
      stream('/Filter/ASCIIHexDecode', `${Buffer.from(drawing.slice(half)).toString('hex')}>`),
      stream(
        '/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null null]',
        `${ascii85(deflateSync('\n9 9 30 30 re f'))}~>`,
      ),
      helvetica,
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents[4 0 R 5 0 R 6 0 R]/Resources<</Font<</F1 7 0 R>>>>/Rotate 90>>',
    ]),
  );
  add('length of the content elsewhere', indirectLength());
  add(
    'a Type 3 font that refers to itself',
    onePage({
      content: `${drawing}\nBT /T3 40 Tf 60 240 Td (aa) Tj ET`,
      resources: '/Font<</F1 5 0 R/T3 6 0 R>>',
      more: [
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a 7 0 R>>' +
          '/Encoding<</Type/Encoding/Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources 8 0 R>>',
        flate('', '1000 0 0 0 750 750 d1 0 0 750 750 re 100 100 300 200 re f*'),
        '<</Font<</T3 6 0 R>>>>',
      ],
    }),
  );
}

function ascii85(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4);
    let value = 0;
    for (let index = 0; index < 4; index += 1) value = value * 256 + (group[index] ?? 0);
    const digits: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      digits.unshift(String.fromCharCode(33 + (value % 85)));
      value = Math.floor(value / 85);
    }
    text +=
      group.length === 4 && digits.join('') === '!!!!!'
        ? 'z'
        : digits.slice(0, group.length + 1).join('');
  }
  return text;
}

/** Ends in a carriage return, which belongs to the data and not to the line before `endstream`. */
function indirectLength(): Buffer {
  const data = Buffer.from(`${drawing}\r`);
  const content = Buffer.concat([
    Buffer.from('<</Length 6 0 R>>\nstream\n'),
    data,
    Buffer.from('\nendstream'),
  ]);
  return onePage({ content, more: [String(data.length)] });
}
