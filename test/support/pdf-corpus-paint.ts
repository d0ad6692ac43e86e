import { PDFDocument, StandardFonts, degrees, rgb } from 'pdf-lib';
import { encode } from 'fast-png';
import type { Add } from './pdf-corpus.ts';
import { ghostscript } from './pdf-pixels.ts';
import { randomBytes } from './pdf-random.ts';
import { drawing, flate, onePage, stream } from './pdf-raw.ts';

export function addPaint(add: Add): void {
  const tiling = stream(
    '/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 12 12]/XStep 12/YStep 12' +
      '/Matrix[1 0.2 0 1 3 5]/Resources<<>>',
    '1 0 0 rg 0 0 5 9 re f 0 0 1 rg 6 3 4 4 re f',
  );
  const shading =
    '<</Type/Pattern/PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[40 40 240 300]' +
    '/Function<</FunctionType 2/Domain[0 1]/C0[1 1 0]/C1[0 0.2 0.6]/N 1>>/Extend[true true]>>>>';
  const patterns = '/Pattern cs /Tile scn 20 20 120 150 re f /Shade scn 150 20 100 300 re f';
  const patterned = {
    content: `${drawing}\n${patterns}`,
    resources: '/Pattern<</Tile 6 0 R/Shade 7 0 R>>',
    more: [tiling, shading],
  };
  add('patterns', onePage(patterned));
  add('patterns, rotated', onePage({ ...patterned, page: '/Rotate 90' }));
  add(
    'patterns, cropped and landscape',
    onePage({ ...patterned, page: '/CropBox[10 30 270 230]' }),
  );
  const transparency = {
    content: `${drawing}\n/Half gs 1 0 0 rg 60 80 120 200 re f /Mul gs 0 0 1 rg 100 150 120 200 re f /Soft gs 0 g 20 20 200 80 re f`,
    resources:
      '/ExtGState<</Half<</ca 0.4>>/Mul<</ca 0.8/BM/Multiply>>/Soft<</ca 1/BM/Normal/SMask<</S/Luminosity/G 6 0 R>>>>>>',
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
      flate(
        '/Type/XObject/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceGray',
        randomBytes(1600, 5),
      ),
      stream('/Type/Metadata/Subtype/XML', '<x/>'),
    ],
  };
  add('images', onePage({ ...images, content: flate('', Buffer.from(images.content, 'latin1')) }));
  add(
    'images, rotated',
    onePage({
      ...images,
      content: flate('', Buffer.from(images.content, 'latin1')),
      page: '/Rotate 90',
    }),
  );
}

export function addAnnotations(add: Add): void {
  const look = (dict: string): Buffer =>
    flate(
      `/Type/XObject/Subtype/Form${dict}/Resources<<>>`,
      '0.2 0.2 0.8 rg 0 0 40 20 re f 1 1 0 rg 2 2 10 10 re f',
    );
  const annotation = (rect: string, more: string): string =>
    `<</Type/Annot/Subtype/Stamp/Rect[${rect}]${more}>>`;
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
  add(
    'annotations after unbalanced content',
    onePage({
      content: `${drawing}\nq 0.5 0 0 0.5 90 90 cm q 3 w`,
      page: `/Annots[${annots}]`,
      more,
    }),
  );
}

export function addLayers(add: Add): void {
  const content =
    `${drawing}\n/OC /Off BDC 20 20 80 80 re f EMC /OC /On BDC 1 0 0 rg 120 20 80 80 re f EMC ` +
    '/OC /Any BDC 0 0 1 rg 20 120 200 40 re f EMC';
  const resources = '/Properties<</Off 6 0 R/On 7 0 R/Any 8 0 R>>';
  const group = (name: string): string => `<</Type/OCG/Name(${name})>>`;
  const membership = '<</Type/OCMD/OCGs[6 0 R]/P/AllOff>>';
  const more = [group('Cut marks'), group('Label'), membership];
  const layers = (config: string): string => `/OCProperties<</OCGs[6 0 R 7 0 R]/D<<${config}>>>>`;
  add('a hidden layer', onePage({ content, resources, more, catalog: layers('/OFF[6 0 R]') }));
  add(
    'the other layer hidden, by the same names',
    onePage({ content, resources, more, catalog: layers('/OFF[7 0 R]') }),
  );
  add(
    'all layers hidden but one',
    onePage({ content, resources, more, catalog: layers('/BaseState/OFF/ON[7 0 R]') }),
  );
  add(
    'a hidden layer, rotated',
    onePage({ content, resources, more, catalog: layers('/OFF[6 0 R]'), page: '/Rotate 90' }),
  );
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

export function addGhostscript(add: Add): void {
  for (const level of ['1.3', '1.4', '1.5', '1.7']) {
    add(
      `Ghostscript, PDF ${level}`,
      ghostscript(postScript, 'pdfwrite', `-dCompatibilityLevel=${level}`),
    );
  }
  add(
    'Ghostscript, uncompressed',
    ghostscript(postScript, 'pdfwrite', '-dCompressPages=false', '-dCompressFonts=false'),
  );
  add(
    'Ghostscript, whole fonts',
    ghostscript(postScript, 'pdfwrite', '-dSubsetFonts=false', '-dEmbedAllFonts=true'),
  );
  const landscape = postScript.replace('[283.46 425.2]', '[425.2 283.46]');
  add('Ghostscript, landscape', ghostscript(landscape, 'pdfwrite'));
}

export async function pdfLibDrawing(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([283.46, 425.2]);
  const bold = await document.embedFont(StandardFonts.HelveticaBold);
  const png = await document.embedPng(
    encode({ width: 16, height: 16, channels: 4, data: randomBytes(1024, 11) }),
  );
  const jpg = await document.embedJpg(ghostscript(postScript, 'jpeg', '-r36'));
  page.drawText('Olá, ação', { x: 20, y: 380, font: bold, size: 22 });
  page.drawImage(png, { x: 20, y: 250, width: 100, height: 100, opacity: 0.7 });
  page.drawImage(jpg, { x: 140, y: 200, width: 100, height: 150, rotate: degrees(7) });
  page.drawCircle({ x: 100, y: 120, size: 60, color: rgb(0.9, 0.4, 0), opacity: 0.5 });
  return Buffer.from(await document.save());
}

export async function pdfLibForm(): Promise<Buffer> {
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

export async function pdfLibPages(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Courier);
  for (let index = 0; index < 40; index += 1) {
    const page = document.addPage(index % 2 === 0 ? [200 + index, 300] : [300, 180 + index]);
    page.drawText(`Volume ${index + 1}/40`, { x: 20, y: 150, font, size: 16 });
    page.setRotation(degrees((index % 4) * 90));
  }
  return Buffer.from(await document.save());
}
