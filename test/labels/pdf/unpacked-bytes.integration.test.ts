import { PDFRawStream } from 'pdf-lib';
import { beforeEach, expect, it } from 'vitest';
import { decodeStream } from '../../../src/main/labels/pdf/syntax/decode.ts';
import { made } from '../../../src/main/labels/pdf/syntax/entries.ts';
import { PdfTooLarge } from '../../../src/main/labels/pdf/syntax/errors.ts';
import { inflate, packSoundly, startLabel } from '../../../src/main/labels/pdf/syntax/inflate.ts';
import { LabelBench } from '../../support/label-bench.ts';
import { packZeros } from '../../support/packed-zeros.ts';
import { onePage, stream } from '../../support/pdf-raw.ts';

// The bytes that other specs unpacked in this process do not count here.
beforeEach(startLabel);

it("counts a page's content once, though it is unpacked for its look too", () => {
  const pages = [0, 1, 2].map(() => packZeros(90 << 20));
  for (const page of pages) inflate(page);
  for (const page of pages) expect(packSoundly(page)).toBe(page);
  // New data count, up to 512 MB.
  const more = [0, 1, 2].map(() => packZeros(90 << 20));
  expect(() => more.map(packSoundly)).toThrow(PdfTooLarge);
});

it('counts a sheet once, though its content is read for each label that is cut out of it', () => {
  const sheet = PDFRawStream.of(made.obj({ Filter: 'FlateDecode' }), packZeros(1 << 20));
  for (let label = 0; label < 600; label += 1)
    expect(decodeStream(sheet, (value) => value)).toHaveLength(1 << 20);
});

it('counts what many pages have in common once, though each has a copy of its own', async () => {
  const bench = new LabelBench();
  const logo = '/Type/XObject/Subtype/Image/Width 1024/Height 3072/ColorSpace/DeviceGray';
  const copies = Array.from({ length: 200 }, () =>
    stream(`${logo}/BitsPerComponent 8/Filter/FlateDecode`, packZeros(3 << 20)),
  );
  const names = copies.map((_, index) => `/I${index} ${index + 6} 0 R`).join('');
  const file = onePage({ resources: `/XObject<<${names}>>`, more: copies });
  await expect(bench.accept(file)).resolves.toBeTypeOf('string');
  bench.close();
});
