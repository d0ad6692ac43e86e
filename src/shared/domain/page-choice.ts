import { z } from 'zod';

/**
 * The pages of a label to print, numbered from 1 through all of its files. `auto`: the label-sized pages if there are
 * any, else the first of several A4 or Letter pages; the others are instructions or declarations. Numbers that the
 * label does not have count as `auto`. Anything but PDF is always printed whole.
 */
const pages = z.union([z.enum(['auto', 'all']), z.array(z.int().min(1).max(5000)).min(1).max(200).readonly()]);
export type PageRule = z.infer<typeof pages>;

/** `crop: 'auto'`: an A4 or Letter page with the label on a part of it is cropped to the label. */
export const pageChoiceSchema = z.strictObject({ pages, crop: z.enum(['auto', 'whole']) });
export type PageChoice = Readonly<z.infer<typeof pageChoiceSchema>>;
