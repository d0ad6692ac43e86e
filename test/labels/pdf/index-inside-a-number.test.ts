import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { drawing, flate, helvetica, stream } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** A label with an index in a stream, of which the byte before its eighth object was lost. */
function shift(): Buffer {
  const bars = stream('/Type/XObject/Subtype/Form/BBox[0 0 283 425]', '0 g 30 100 200 120 re f');
  const own = Array.from({ length: 8 }, () => '<<>>');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R/Resources 6 0 R>>',
    flate('', `${drawing}\n/Bars Do`),
    helvetica,
    '<</Font<</F1 5 0 R>>/XObject<</Bars 15 0 R>>>>',
    ...own,
    bars,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n')];
  const offsets: number[] = [];
  const add = (number: number, body: string | Buffer): void => {
    offsets.push(Buffer.concat(parts).length);
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    parts.push(Buffer.from(`${number} 0 obj\n`), bytes, Buffer.from('\nendobj\n'));
  };
  objects.forEach((body, index) => add(index + 1, body));
  const number = objects.length + 1;
  const start = Buffer.concat(parts).length;
  const index = Buffer.alloc((number + 1) * 5);
  [...offsets, start].forEach((offset, at) => {
    index.writeUInt8(1, (at + 1) * 5);
    index.writeUInt32BE(offset, (at + 1) * 5 + 1);
  });
  add(number, flate(`/Type/XRef/Size ${number + 1}/W[1 4 0]/Root 1 0 R`, index));
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  const whole = Buffer.concat(parts);
  const lost = offsets[7]! - 1;
  return Buffer.concat([whole.subarray(0, lost), whole.subarray(lost + 1)]);
}

test('a file whose index is behind the first digit of its place is noted as mended', async () => {
  const reply = await bench.prepare(bench.put(shift()));
  expect(reply).toMatchObject({ type: 'prepared', label: { isMended: true } });
});
