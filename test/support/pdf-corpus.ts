import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts, degrees, rgb } from 'pdf-lib';
import { encode } from 'fast-png';
import { heavyLabel, labelKit, pdfFile } from './pdf-heavy-label.ts';
import { ghostscript, qpdf } from './pdf-pixels.ts';
import { randomBytes } from './pdf-random.ts';
import { drawing, flate, helvetica, onePage, stream } from './pdf-raw.ts';

export interface Specimen {
  readonly name: string;
  readonly bytes: Buffer;
}

/** PDFs of several producers and in every way in which a label can be laid out; every page of them is a label. */
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
  return specimens;
}

type Add = (name: string, bytes: Buffer) => void;

function addBoxes(add: Add): void {
  for (const rotate of [90, 180, 270, -90, 450]) add(`rotate ${rotate}`, onePage({ page: `/Rotate ${rotate}` }));
  add('media box not at the origin', onePage({ page: '/MediaBox[50 -20 333.46 405.2]' }));
  add('media box upside down', onePage({ page: '/MediaBox[283.46 425.2 0 0]' }));
  add('cropped', onePage({ page: '/CropBox[20 90 220.5 400.25]' }));
  add('cropped and rotated', onePage({ page: '/CropBox[20 90 220.5 400.25]/Rotate 90' }));
  add('landscape', onePage({ page: '/MediaBox[0 0 425.2 283.46]' }));
  add('landscape, rotated to portrait', onePage({ page: '/MediaBox[0 0 425.2 283.46]/Rotate 270' }));
  add('landscape, cropped, upside down', onePage({ page: '/MediaBox[0 0 425.2 400]/CropBox[10 50 410 300]/Rotate 180' }));
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
  add('junk before the header', Buffer.concat([Buffer.from('HTTP junk\r\n\0\x01\xff'.repeat(9), 'latin1'), base]));
  add('junk after the end', Buffer.concat([base, Buffer.from('\n<!-- served by a cache -->\n'), Buffer.alloc(1500)]));
  add('index lost', Buffer.from(base.toString('latin1').replace(/startxref\n\d+/, 'startxref\n77'), 'latin1'));
  add('updated in place', updated(base));
}

/** Pictures with palettes whose strings hold every awkward byte, so that encryption and escaping show. */
function richDrawing(): Buffer {
  const palette = Buffer.from('()\\\r\n<>%/\x00\x80\xff'.repeat(3).slice(0, 36), 'latin1').toString('hex');
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
  const content = Buffer.concat([Buffer.from('4 0 obj\n'), flate('', `${drawing}\n10 10 50 50 re f`), Buffer.from('\nendobj\n')]);
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
      stream('/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null null]', `${ascii85(deflateSync('\n9 9 30 30 re f'))}~>`),
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
    text += group.length === 4 && digits.join('') === '!!!!!' ? 'z' : digits.slice(0, group.length + 1).join('');
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

function addPaint(add: Add): void {
  const tiling = stream(
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 12 12]/XStep 12/YStep 12' +
      '/Matrix[1 0.2 0 1 3 5]/Resources<<>>',
    '1 0 0 rg 0 0 5 9 re f 0 0 1 rg 6 3 4 4 re f',
  );
  const shading =
    '<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[40 40 240 300]' +
    '/Function<</FunctionType 2/Domain[0 1]/C0[1 1 0]/C1[0 0.2 0.6]/N 1>>/Extend[true true]>>>>';
  const patterns = '/Pattern cs /Tile scn 20 20 120 150 re f /Shade scn 150 20 100 300 re f';
  const patterned = { content: `${drawing}\n${patterns}`, resources: '/Pattern<</Tile 6 0 R/Shade 7 0 R>>', more: [tiling, shading] };
  add('patterns', onePage(patterned));
  add('patterns, rotated', onePage({ ...patterned, page: '/Rotate 90' }));
  add('patterns, cropped and landscape', onePage({ ...patterned, page: '/CropBox[10 30 270 230]' }));
  const transparency = {
    content: `${drawing}\n/Half gs 1 0 0 rg 60 80 120 200 re f /Mul gs 0 0 1 rg 100 150 120 200 re f /Soft gs 0 g 20 20 200 80 re f`,
    resources: '/ExtGState<</Half<</ca 0.4>>/Mul<</ca 0.8/BM/Multiply>>/Soft<</ca 1/BM/Normal/SMask<</S/Luminosity/G 6 0 R>>>>>>',
    more: [
      flate(
        '/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Group<</S/Transparency/CS/DeviceGray>>' +
          '/Resources<</Shading<</S 7 0 R>>>>',
        '/S sh',
      ),
      '<</ShadingType 2/ColorSpace/DeviceGray/Coords[20 0 220 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>',
    ],
  };
  const group = '/Group<</S/Transparency/CS/DeviceRGB/I true>>';
  add('transparency', onePage({ ...transparency, page: group }));
  add('transparency, rotated', onePage({ ...transparency, page: `${group}/Rotate 270` }));
  const pixels = randomBytes(40 * 40 * 3, 3);
  const images = {
    content: `${drawing}\nq 120 30 -20 100 100 60 cm /Im Do Q\nq 60 0 0 60 20 20 cm BI /W 4 /H 4 /BPC 1 /CS /G ID \xa0\x50\xa0\x50 EI Q`,
    resources: '/XObject<</Im 6 0 R>>',
    more: [
      flate(
        '/Type/XObject/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask 7 0 R' +
          '/Metadata 8 0 R',
        pixels,
      ),
      flate('/Type/XObject/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceGray', randomBytes(1600, 5)),
      stream('/Type/Metadata/Subtype/XML', '<x/>'),
    ],
  };
  add('images', onePage({ ...images, content: flate('', Buffer.from(images.content, 'latin1')) }));
  add('images, rotated', onePage({ ...images, content: flate('', Buffer.from(images.content, 'latin1')), page: '/Rotate 90' }));
}

function addAnnotations(add: Add): void {
  const look = (dict: string): Buffer =>
    flate(`/Type/XObject/Subtype/Form${dict}/Resources<<>>`, '0.2 0.2 0.8 rg 0 0 40 20 re f 1 1 0 rg 2 2 10 10 re f');
  const annotation = (rect: string, more: string): string => `<</Type/Annot/Subtype/Stamp/Rect[${rect}]${more}>>`;
  const annots = [
    annotation('20 20 120 80', '/AP<</N 6 0 R>>'),
    annotation('240 20 140 80', '/AP<</N 7 0 R>>'),
    annotation('20 100 120 160', '/F 2/AP<</N 6 0 R>>'),
    annotation('20 100 120 160', '/F 32/AP<</N 6 0 R>>'),
    annotation('140 100 240 160', '/AS/On/AP<</N<</On 6 0 R/Off 8 0 R>>>>'),
    annotation('20 180 120 240', '/F 4/AP<</N 8 0 R>>'),
  ].join('');
  const more = [
    look('/BBox[0 0 40 20]'),
    look('/BBox[-5 0 45 25]/Matrix[0 1 -1 0 10 5]'),
    look('/BBox[0 0 20 20]/Matrix[0.7 0.7 -0.7 0.7 0 0]'),
  ];
  add('annotations', onePage({ page: `/Annots[${annots}]`, more }));
  add('annotations, rotated', onePage({ page: `/Annots[${annots}]/Rotate 90`, more }));
  add('annotations after unbalanced content', onePage({ content: `${drawing}\nq 0.5 0 0 0.5 90 90 cm q 3 w`, page: `/Annots[${annots}]`, more }));
}

function addLayers(add: Add): void {
  const content =
    `${drawing}\n/OC /Off BDC 20 20 80 80 re f EMC /OC /On BDC 1 0 0 rg 120 20 80 80 re f EMC ` +
    '/OC /Any BDC 0 0 1 rg 20 120 200 40 re f EMC';
  const resources = '/Properties<</Off 6 0 R/On 7 0 R/Any 8 0 R>>';
  const group = (name: string): string => `<</Type/OCG/Name(${name})>>`;
  const membership = '<</Type/OCMD/OCGs[6 0 R]/P/AllOff>>';
  const more = [group('Cut marks'), group('Label'), membership];
  const layers = (config: string): string => `/OCProperties<</OCGs[6 0 R 7 0 R]/D<<${config}>>>>`;
  add('a hidden layer', onePage({ content, resources, more, catalog: layers('/OFF[6 0 R]') }));
  add('the other layer hidden, by the same names', onePage({ content, resources, more, catalog: layers('/OFF[7 0 R]') }));
  add('all layers hidden but one', onePage({ content, resources, more, catalog: layers('/BaseState/OFF/ON[7 0 R]') }));
  add('a hidden layer, rotated', onePage({ content, resources, more, catalog: layers('/OFF[6 0 R]'), page: '/Rotate 90' }));
}

const postScript = `
<< /PageSize [283.46 425.2] >> setpagedevice
/Times-Roman findfont 20 scalefont setfont 30 380 moveto (Etiqueta de envio) show
/Courier-Bold findfont 12 scalefont setfont 30 350 moveto (AA123456785BR) show
0 1 40 { dup 3 mul 30 add 240 moveto 3 mod 1 add setlinewidth 0 80 rlineto stroke } for
gsave 60 60 translate 100 100 scale 8 8 8 [8 0 0 -8 0 8] { <00 40 80 c0 ff c0 80 40> } image grestore
0.2 0.6 0.3 setrgbcolor 200 120 40 0 360 arc fill
<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 20 260 20] /Extend [true true]
   /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>
gsave 20 20 240 20 rectclip shfill grestore
showpage`;

function addGhostscript(add: Add): void {
  for (const level of ['1.3', '1.4', '1.5', '1.7']) {
    add(`Ghostscript, PDF ${level}`, ghostscript(postScript, 'pdfwrite', `-dCompatibilityLevel=${level}`));
  }
  add('Ghostscript, uncompressed', ghostscript(postScript, 'pdfwrite', '-dCompressPages=false', '-dCompressFonts=false'));
  add('Ghostscript, whole fonts', ghostscript(postScript, 'pdfwrite', '-dSubsetFonts=false', '-dEmbedAllFonts=true'));
  const landscape = postScript.replace('[283.46 425.2]', '[425.2 283.46]');
  add('Ghostscript, landscape', ghostscript(landscape, 'pdfwrite'));
}

async function pdfLibDrawing(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([283.46, 425.2]);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const png = await document.embedPng(encode({ width: 16, height: 16, channels: 4, data: randomBytes(1024, 11) }));
  const jpg = await document.embedJpg(ghostscript(postScript, 'jpeg', '-r36'));
  page.drawText('Olá, ação', { x: 20, y: 380, font: bold, size: 22 });
  page.drawImage(png, { x: 20, y: 250, width: 100, height: 100, opacity: 0.7 });
  page.drawImage(jpg, { x: 140, y: 200, width: 100, height: 150, rotate: degrees(7) });
  page.drawCircle({ x: 100, y: 120, size: 60, color: rgb(0.9, 0.4, 0), opacity: 0.5 });
  return Buffer.from(await document.save());
}

async function pdfLibForm(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([283.46, 425.2]);
  const form = document.getForm();
  const field = form.createTextField('name');
  field.setText('Maria da Silva');
  field.addToPage(page, { x: 20, y: 350, width: 200, height: 24, borderWidth: 1 });
  const box = form.createCheckBox('fragile');
  box.addToPage(page, { x: 20, y: 300, width: 20, height: 20 });
  box.check();
  const empty = form.createCheckBox('express');
  empty.addToPage(page, { x: 60, y: 300, width: 20, height: 20 });
  const list = form.createDropdown('service');
  list.addOptions(['SEDEX', 'PAC']);
  list.select('PAC');
  list.addToPage(page, { x: 20, y: 250, width: 120, height: 22 });
  return Buffer.from(await document.save());
}

async function pdfLibPages(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Courier);
  for (let index = 0; index < 40; index += 1) {
    const page = document.addPage(index % 2 === 0 ? [200 + index, 300] : [300, 180 + index]);
    page.drawText(`Volume ${index + 1}/40`, { x: 20, y: 150, font, size: 16 });
    page.setRotation(degrees((index % 4) * 90));
  }
  return Buffer.from(await document.save());
}
