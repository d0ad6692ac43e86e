import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { pdfFile } from '../../support/pdf-heavy-label.ts';
import { drawing, flate, helvetica, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/**
 * A file with a broken picture, a stream of a wrong length, and an index that lies about the
 * resources: MuPDF and poppler search for them and draw the text; PDFium's copy has null for them.
 */
function misread(): Buffer {
  const image = '/Type/XObject/Subtype/Image/Width 20/Height 20/BitsPerComponent 8';
  const broken = stream(`${image}/ColorSpace/DeviceGray/Filter/FlateDecode`, 'x\u009cno data');
  const pdf = pdfFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R/Resources 6 0 R>>',
    flate('', drawing),
    helvetica,
    '<</Font<</F1 5 0 R>>/XObject<</Im 7 0 R>>>>',
    Buffer.from(broken.toString('latin1').replace(/Length \d+/, 'Length 3'), 'latin1'),
  ]).toString('latin1');
  const entries = [...pdf.matchAll(/\d{10} 00000 n /g)];
  const at = entries[5]!.index;
  return Buffer.from(`${pdf.slice(0, at)}0000000020${pdf.slice(at + 10)}`, 'latin1');
}

test('resources that PDFium cannot find in a misread file are not lost in silence', async () => {
  const reply = await bench.prepare(bench.put(misread()));
  const isTold = reply.type === 'fault' || (reply.type === 'prepared' && reply.label.isMended);
  expect(isTold).toBe(true);
});
