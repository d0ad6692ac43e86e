import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

const link = '<</Type/Annot/Subtype/Link/Rect[20 40 200 90]/Border[0 0 0]>>';

test.for([
  ['alone', ''],
  ['beside a link without a frame, as browsers make them', link],
])('a stamp that viewers draw elsewhere is told %s', async ([, beside]) => {
  // It does not turn with its page.
  const stamp = '<</Type/Annot/Subtype/Stamp/F 20/Rect[40 300 200 340]/AP<</N 7 0 R>>>>';
  const look = stream('/Type/XObject/Subtype/Form/BBox[0 0 160 40]', '0 g 0 0 160 40 re f');
  const page = `/Rotate 90/Annots[6 0 R${beside}]`;
  const reply = await bench.prepare(bench.put(onePage({ page, more: [stamp, look] })));
  expect(reply).toMatchObject({ type: 'prepared', label: { isMended: true } });
});
