import { expect, it } from 'vitest';
import { drawTestPageZpl } from '../../src/main/printing/index.ts';

it('shows the local time of the print, day first', async () => {
  const nowMs = new Date(2026, 10, 23, 6, 5).getTime();
  const paper = { widthMm: 100, heightMm: 150 };
  const zpl = await drawTestPageZpl({ language: 'pt-BR', printer: 'Zebra', paper, nowMs }, 203);
  expect(zpl).toContain('^FD23/11/2026 06:05^FS');
});
