import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { drawing, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/**
 * A stream's length is wrong, and the index lies about the bars: Doca, MuPDF and poppler find them
 * by searching; PDFium does not, and leaves them out of its copy.
 */
function lie(): Buffer {
  const bars = stream('/Type/XObject/Subtype/Form/BBox[0 0 283 425]', '0 g 30 100 200 120 re f');
  const pdf = onePage({
    content: `${drawing}\n/Bars Do`,
    resources: '/XObject<</Bars 6 0 R>>',
    more: [bars, stream('', 'of no use').toString('latin1').replace('Length 9', 'Length 3')],
  }).toString('latin1');
  const entries = [...pdf.matchAll(/\d{10} 00000 n /g)];
  const at = entries[5]!.index;
  return Buffer.from(`${pdf.slice(0, at)}0000000020${pdf.slice(at + 10)}`, 'latin1');
}

test("what Doca has found is not lost in silence because PDFium's copy lacks it", async () => {
  const path = bench.put(lie());
  const reply = await bench.prepare(path);
  const isTold = reply.type === 'fault' || (reply.type === 'prepared' && reply.label.isMended);
  expect(isTold).toBe(true);
});
