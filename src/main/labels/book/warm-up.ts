import { defaultPageChoice, labelPaper } from '#shared/domain/labels.ts';
import type { PageEngine } from '../pdf/look/look.ts';
import { inMemoryAlone, LabelReader } from './label-reader.ts';
import type { Reply } from './protocol.ts';

const zpl = '^XA^FO40,40^A0N,40,40^FDDoca^FS^FO40,120^BCN,80^FD123456^FS^XZ';
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 283 425]/Contents 4 0 R>>endobj
4 0 obj<</Length 16>>stream
20 20 90 90 re f
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** Reads a label of each kind: the first one takes a tenth of a second, until its code is there. */
export async function* readSamples(engine: PageEngine): AsyncGenerator<Reply> {
  const reader = new LabelReader(inMemoryAlone, engine, (path) => Buffer.from(path));
  const choice = { ...defaultPageChoice, paper: labelPaper };
  // PDFium starts meanwhile.
  yield await reader.handle({ type: 'prepare', path: zpl, ...choice });
  yield await reader.handle({ type: 'draw', path: zpl });
  yield await reader.handle({ type: 'prepare', path: pdf, ...choice });
}
