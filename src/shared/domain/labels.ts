import type { NamedRef, Paper, PageChoice, PageRule } from './records.ts';

/** The format of a label file, by its first bytes. */
export const labelFormats = ['pdf', 'png', 'jpeg', 'zpl', 'zip', 'gzip', 'base64'] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** The paper for a label without a size of its own (image, ZPL). */
export const labelPaper: Paper = { widthMm: 100, heightMm: 150 };
/** Office paper: stickers, manifests. */
export const a4Paper: Paper = { widthMm: 210, heightMm: 297 };

/**
 * How long Correios accepts a label, as users of the service report. No figure is known for other
 * carriers.
 */
const correios = { name: /correios|sedex|\bpac\b/i, lifeDays: 15 };

/**
 * Returns the life in days that a label of this age has outlived; null if it has not, or if no
 * limit is known.
 */
export function findOutlived(
  method: NamedRef | null,
  sinceMs: number,
  nowMs: number,
): number | null {
  const isOld = nowMs - sinceMs > correios.lifeDays * 86_400_000;
  return isOld && isCorreios(method) ? correios.lifeDays : null;
}

export function isCorreios(method: NamedRef | null): boolean {
  return correios.name.test(method?.name ?? '');
}

/**
 * Several labels on an A4 sheet; `start` is the first free place, 1-based, left to right, top to
 * bottom.
 */
export interface SheetLayout {
  readonly perSheet: 2 | 4;
  readonly start: number;
}

/**
 * Returns the sheets of paper for so many pages of labels, with copies and used places counted in.
 */
export function countSheets(pages: number, copies: number, sheet: SheetLayout | null): number {
  return sheet === null
    ? pages * copies
    : Math.ceil((sheet.start - 1 + pages * copies) / sheet.perSheet);
}

export const defaultPageChoice: PageChoice = { pages: 'auto', crop: 'auto' };

/**
 * Returns the same pages counted from after `before` pages, which earlier files of the label have.
 */
export function countPagesFrom(rule: PageRule, before: number): PageRule {
  return typeof rule === 'string'
    ? rule
    : rule.map((number) => number - before).filter((number) => number > 0);
}
