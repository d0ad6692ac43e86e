import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { LabelBench } from '../../support/label-bench.ts';
import { onePage } from '../../support/pdf-raw.ts';

const bench = new LabelBench();
afterAll(() => bench.close());

/** Reads labels in a process of their own, and reports whether it loaded PDFium. */
const reader = `
import { registerHooks } from 'node:module';
let loads = 0;
registerHooks({
  load(url, context, next) {
    if (url.includes('pdfium')) loads += 1;
    return next(url, context);
  },
});
const [module, spillPath, ...paths] = process.argv.slice(1);
const { LabelReader } = await import(module);
const reader = new LabelReader({ spillPath, maxMemoryBytes: 1 << 26 });
const cropped = [];
for (const path of paths) {
  const paper = { widthMm: 100, heightMm: 150 };
  const { label } = await reader.handle({ type: 'prepare', path, paper, pages: 'auto', crop: 'auto' });
  cropped.push(label.croppedPages);
}
reader.close();
console.log(JSON.stringify({ cropped, loaded: loads > 0 }));
`;

function read(pdfs: readonly Buffer[]): unknown {
  const paths = pdfs.map((bytes) => bench.put(bytes));
  const module = import.meta.resolve('../../../src/main/labels/book/label-reader.ts');
  const spillPath = join(bench.folder, 'reader.spill');
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', reader, '--'];
  return JSON.parse(execFileSync(process.execPath, [...args, module, spillPath, ...paths], { encoding: 'utf8' }));
}

const content = '2 w 30 440 250 370 re S 60 500 100 100 re f';
const label = onePage();
const sheet = onePage({ page: '/MediaBox[0 0 595.28 841.89]', content });
const letter = onePage({ page: '/MediaBox[0 0 612 792]', content: content.replace('440 250', '400 250') });
const large = onePage({ page: '/MediaBox[0 0 842 1191]', content });

it('reading labels does not load the search for labels on sheets if no page is A4 or Letter', () => {
  expect(read([label, large])).toEqual({ cropped: [0, 0], loaded: false });
});

it('it is loaded with the first sheet', () => {
  expect(read([label, sheet, letter])).toEqual({ cropped: [0, 1, 1], loaded: true });
});
