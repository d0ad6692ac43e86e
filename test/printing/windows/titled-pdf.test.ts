import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { setPdfTitle } from '../../../src/main/printing/index.ts';

it('gives a PDF the title under which its spool job is looked for, and keeps its pages', async () => {
  const document = await PDFDocument.create();
  document.addPage([283.46, 425.2]);
  document.addPage([297.64, 419.53]);
  const titled = await PDFDocument.load(await setPdfTitle(await document.save(), 'Doca 71 ab12cd34'), {
    updateMetadata: false,
  });
  expect(titled.getTitle()).toBe('Doca 71 ab12cd34');
  expect(titled.getPages().map((page) => [page.getWidth(), page.getHeight()])).toEqual([
    [283.46, 425.2],
    [297.64, 419.53],
  ]);
});
