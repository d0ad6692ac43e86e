import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { drawing, onePage, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** The bars' object lies in the data of another one, as after two blocks of a disk were swapped. */
function swallow(): Buffer {
  const bars = stream('/Type/XObject/Subtype/Form/BBox[0 0 283 425]', '0 g 30 100 200 120 re f');
  const data = Buffer.concat([
    Buffer.from(`${'x'.repeat(40)}\n7 0 obj\n`),
    bars,
    Buffer.from('\nendobj\n'),
    Buffer.from('y'.repeat(40)),
  ]);
  return onePage({
    content: `${drawing}\n/Bars Do`,
    resources: '/XObject<</Bars 7 0 R>>',
    more: [stream('/Type/Metadata/Subtype/XML', data)],
  });
}

test('an object that lies in the data of another one is not lost in silence', async () => {
  const reply = await bench.prepare(bench.put(swallow()));
  const isTold = reply.type === 'fault' || (reply.type === 'prepared' && reply.label.isMended);
  expect(isTold).toBe(true);
});
