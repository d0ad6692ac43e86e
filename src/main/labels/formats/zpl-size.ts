import type { Paper } from '../../../shared/index.ts';
import { leavesInk, splitZpl } from '../../zpl/index.ts';
import { PdfUnrenderable } from '../pdf/syntax/objects.ts';
import { measurePaper } from './image.ts';

/**
 * The sizes of the pages that ZPL will be drawn as, in points, without drawing. Throws `PdfUnrenderable` for ZPL that
 * prints nothing, and for a label that can only stay white, whatever draws it. (White on black, or outside of the paper:
 * that only shows on a drawing.)
 */
export function measureZpl(zpl: Buffer, paper: Paper): readonly { readonly width: number; readonly height: number }[] {
  const sizes = [...splitZpl(zpl)].map((text) => {
    if (!leavesInk(text)) throw new PdfUnrenderable('ZPL that leaves the paper white');
    return measurePaper(paper);
  });
  if (sizes.length === 0) throw new PdfUnrenderable('ZPL that prints nothing');
  return sizes;
}
