import { z } from 'zod';

/**
 * Which pages of a label are printed, by their numbers from 1 through all of its files. `auto`: the label-sized pages
 * where there are any; else the first of several A4 or Letter pages. The other pages are instructions or declarations.
 * Numbers of which the label has none count as `auto`. What is not PDF is always printed whole.
 */
export type PageRule = 'auto' | 'all' | readonly number[];

export interface PageChoice {
  readonly pages: PageRule;
  /** Whether an A4 or Letter page with the label on a part of it is cut down to the label. */
  readonly crop: 'auto' | 'whole';
}

export const pageChoiceSchema: z.ZodType<PageChoice> = z.strictObject({
  pages: z.union([z.enum(['auto', 'all']), z.array(z.int().min(1).max(5000)).min(1).max(200)]),
  crop: z.enum(['auto', 'whole']),
});
