import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { findStrayInk, inkedPixels, rasterise } from '../../support/pdf-pixels.ts';
import { onePage } from '../../support/pdf-raw.ts';
import { describeWithTools } from '../../support/tools.ts';

const bench = new LabelBench();
afterAll(() => {
  bench.close();
});

/** Returns a text field alone; without its appearance unless requested. */
async function filledForm(withAppearance: boolean): Promise<Buffer> {
  const document = await PDFDocument.create();
  const page = document.addPage([283.46, 425.2]);
  const field = document.getForm().createTextField('name');
  field.setText('Maria da Silva');
  field.addToPage(page, { x: 20, y: 350, width: 200, height: 24, borderWidth: 0 });
  const saved = await document.save();
  if (withAppearance) return Buffer.from(saved);
  const bare = await PDFDocument.load(saved);
  for (const annotation of bare.getPage(0).node.Annots()!.asArray()) {
    bare.context.lookup(annotation, PDFDict).delete(PDFName.of('AP'));
  }
  return Buffer.from(await bare.save({ updateFieldAppearances: false, useObjectStreams: false }));
}

describeWithTools(['pdftoppm'], 'a filled form', () => {
  test('without appearances is printed as with them', async () => {
    const bare = await filledForm(false);
    expect(bare.includes('/AP')).toBe(false);
    const [drawn] = rasterise(await bench.pdf([await bench.accept(bare)]));
    const [expected] = rasterise(await filledForm(true));
    expect(inkedPixels(drawn!)).toBeGreaterThan(200);
    expect(findStrayInk(drawn!, expected!, 8)).toEqual({ missing: 0, added: 0 });
  });
});

describeWithTools(['mutool'], 'a page with a user unit', () => {
  const drawn = (pdf: Buffer): Buffer => {
    const path = join(bench.folder, 'unit.pdf');
    writeFileSync(path, pdf);
    return execFileSync('mutool', ['draw', '-q', '-r', '72', '-F', 'ppm', '-o', '-', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };

  test.each([0, 90])('has its real size and its drawing (rotate %i)', async (rotate) => {
    const source = onePage({ page: `/UserUnit 2/MediaBox[0 0 100 150]/Rotate ${rotate}` });
    const upright =
      rotate === 0 ? source : onePage({ page: `/UserUnit 2/MediaBox[0 0 100 150]/Rotate 180` });
    expect(drawn(await bench.pdf([await bench.accept(source)])).equals(drawn(upright))).toBe(true);
  });
});
