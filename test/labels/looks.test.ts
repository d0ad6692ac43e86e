import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { labelPaper } from '#shared/domain/labels.ts';
import { PageDrawing } from '../../src/main/drawing/drawing.ts';
import { LabelReader } from '../../src/main/labels/book/label-reader.ts';
import { FileReading } from '../../src/main/labels/codes/file-reading.ts';
import { workInThisThread } from '../../src/main/labels/pdf/look/look.ts';
import { onePage } from '../support/pdf-raw.ts';

let folder: string;
let looked: number;
let reader: LabelReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doca-looks-'));
  looked = 0;
  reader = openReader();
});
afterEach(() => {
  reader.close();
  rmSync(folder, { recursive: true, force: true });
});

const pdfium = workInThisThread();

function openReader(): LabelReader {
  return new LabelReader(
    { spillPath: join(folder, 'spill'), maxMemoryBytes: 1 << 20 },
    {
      ...pdfium,
      look: (pdf, options) => {
        looked += 1;
        return pdfium.look(pdf, options);
      },
    },
  );
}

function put(name: string, content: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const choice = { paper: labelPaper, pages: 'all', crop: 'auto' } as const;

describe('a page that Doca drew itself', () => {
  test('is not drawn again by PDFium', async () => {
    const path = put('a', '^XA^FO100,100^GB400,200,200^FS^XZ');
    expect(await reader.handle({ type: 'prepare', path, ...choice })).toMatchObject({
      type: 'prepared',
    });
    expect(await reader.handle({ type: 'draw', path })).toEqual({ type: 'drawn' });
    const entries = [{ path, mark: '2ª via' }];
    const outPath = join(folder, 'out.pdf');
    expect(await reader.handle({ type: 'write-pdf', entries, outPath, options: {} })).toMatchObject(
      { type: 'written', book: { pages: 1 } },
    );
    expect(looked).toBe(0);
  });
});

test('a text is read without a look at its page', async () => {
  const opened = vi.spyOn(PageDrawing.prototype, 'openPage');
  const path = put('a', onePage({ content: 'BT /F1 12 Tf 20 20 Td (AA123456785BR) Tj ET' }));
  const text = await new FileReading().readText(path, { ...choice, crop: 'whole' });
  expect(text).toContain('AA123456785BR');
  // Its only page, and the one after it, which is not there.
  expect(opened).toHaveBeenCalledTimes(2);
});
