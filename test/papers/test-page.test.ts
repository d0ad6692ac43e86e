import { expect, it } from 'vitest';
import { layTestPage } from '../../src/main/papers/test-page/layout.ts';
import { drawTestPage } from '../../src/main/papers/test-page/zpl.ts';
import { languages } from '#shared/faults/languages.ts';

it('shows the local time of the print, day first', () => {
  const nowMs = new Date(2026, 10, 23, 6, 5).getTime();
  const zpl = drawTestPage({ language: 'pt-BR', printer: 'Zebra', nowMs }, 203);
  expect(zpl).toContain('^FD23/11/2026 06:05^FS');
});

it.each(languages)('says what mends each line, inside the frame, in %s', (language) => {
  const elements = layTestPage({ language, printer: 'Zebra', nowMs: 0 });
  const texts = elements.filter((element) => element.kind === 'text');
  expect(texts.filter(({ text }) => text.startsWith('- '))).toHaveLength(7);
  expect(texts.filter(({ x, y }) => y > 145 || x > 95)).toEqual([]);
});
