import { z } from 'zod';

/**
 * The pages of a label to print, numbered from 1 through all of its files. `auto`: the label-sized pages if there are
 * any, else the first of several A4 or Letter pages; the others are instructions or declarations. Numbers that the
 * label does not have count as `auto`. Anything but PDF is always printed whole.
 */
export type PageRule = 'auto' | 'all' | readonly number[];

export interface PageChoice {
  readonly pages: PageRule;
  /** `auto`: an A4 or Letter page with the label on a part of it is cropped to the label. */
  readonly crop: 'auto' | 'whole';
}

export const pageChoiceSchema: z.ZodType<PageChoice> = z.strictObject({
  pages: z.union([z.enum(['auto', 'all']), z.array(z.int().min(1).max(5000)).min(1).max(200)]),
  crop: z.enum(['auto', 'whole']),
});
