/** ZPL: the filter before a printer, the drawing, and the reading of codes and words. */
import { readZplCodes, readZplText } from '../../../src/main/labels/zpl-reading/codes.ts';
import { markZpl } from '../../../src/main/labels/formats/zpl-mark.ts';
import { drawZpl, measureZpl } from '../../../src/main/labels/zpl-drawing/draw.ts';
import { filterZpl, findLabelEnds } from '../../../src/main/zpl/index.ts';
import { labelPaper } from '#shared/domain/labels.ts';
import { fileCorpus } from '../../support/file-corpus.ts';
import { isRefusal } from './labels.ts';

export function read(bytes: Buffer): void {
  const zpl = attempt(() => filterZpl(bytes).zpl);
  if (zpl === null) return;
  attempt(() => measureZpl(zpl, labelPaper));
  attempt(() => drawZpl(zpl, labelPaper));
  readZplCodes(zpl);
  readZplText(zpl);
  const ends = [...findLabelEnds(zpl)];
  if (ends.some((end) => end > zpl.length)) throw new Error('a label that ends behind the end');
  const { leftOut } = filterZpl(markZpl(zpl, '2ª via', labelPaper));
  if (leftOut.length > 0)
    throw new Error(`what was let through is not let through again: ${leftOut.join()}`);
}

/** Returns null if the step refuses its input, which is allowed. */
function attempt<T>(step: () => T): T | null {
  try {
    return step();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return null;
  }
}

export async function seeds(): Promise<readonly Uint8Array[]> {
  return (await fileCorpus()).zpl.map((one) => one.bytes);
}
