import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LabelReader } from '../../../src/main/labels/book/label-reader.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-actions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('excludes every part of a label that acts when the print is opened', async () => {
  const label = await PDFDocument.create();
  const page = label.addPage([283, 425]);
  page.drawText('LABEL', { x: 20, y: 200 });
  const action = label.context.obj({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') });
  const launch = label.context.obj({ S: 'Launch', F: PDFString.of('calc.exe') });
  label.catalog.set(PDFName.of('OpenAction'), label.context.register(action));
  label.catalog.set(PDFName.of('AA'), label.context.obj({ WC: action }));
  page.node.set(PDFName.of('AA'), label.context.obj({ O: label.context.register(launch) }));
  const link = label.context.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [0, 0, 283, 425],
    A: launch,
  });
  page.node.set(PDFName.of('Annots'), label.context.obj([label.context.register(link)]));
  await label.attach(new Uint8Array([77, 90]), 'setup.exe');
  const path = join(folder, 'label.pdf');
  writeFileSync(path, await label.save({ useObjectStreams: false }));
  expect(readFileSync(path, 'latin1')).toMatch(/JavaScript[\s\S]*Launch|Launch[\s\S]*JavaScript/);

  const reader = new LabelReader({ spillPath: join(folder, 'spill'), maxMemoryBytes: 50_000_000 });
  const paper = { widthMm: 100, heightMm: 150 };
  expect(
    await reader.handle({ type: 'prepare', path, paper, pages: 'auto', crop: 'whole' }),
  ).toMatchObject({
    type: 'prepared',
  });
  const outPath = join(folder, 'print.pdf');
  expect(
    await reader.handle({ type: 'write-pdf', entries: [{ path }], outPath, options: {} }),
  ).toMatchObject({
    type: 'written',
  });
  reader.close();

  const print = await PDFDocument.load(readFileSync(outPath));
  const everything = print.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');
  expect(print.getPageCount()).toBe(1);
  expect(everything).not.toMatch(
    /JavaScript|Launch|OpenAction|EmbeddedFile|\/AA\b|\/Annots\b|setup\.exe/,
  );
});
