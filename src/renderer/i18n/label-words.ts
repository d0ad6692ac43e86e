import type { LabelSnapshot } from '../../shared/index.ts';
import type { Messages } from './index.ts';

/** A label's printed pages out of those of its file; there are more of them if they were cut out of sheets. */
export function describePages({ pages: words }: Messages, { pages, filePages }: LabelSnapshot): string {
  return pages > filePages ? words.cut(pages, filePages) : words.chosen(pages, filePages);
}
