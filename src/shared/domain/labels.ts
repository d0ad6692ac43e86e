import type { NamedRef } from './grouping.ts';
import type { PageChoice, PageRule } from './page-choice.ts';

/** What a label file turned out to be, by its first bytes. */
export const labelFormats = ['pdf', 'png', 'jpeg', 'gif', 'zpl', 'zip', 'gzip', 'base64'] as const;
export type LabelFormat = (typeof labelFormats)[number];

/** Printer languages of which Doca makes no picture: such a label goes as it is to a printer that speaks it. */
export const rawLanguages = ['epl', 'tspl', 'cpcl'] as const;
export type RawLanguage = (typeof rawLanguages)[number];

/** What a label file that was read can be. */
export type FileFormat = LabelFormat | RawLanguage;

export function isRaw(format: FileFormat): format is RawLanguage {
  return rawLanguages.some((language) => language === format);
}

/** The language of a label that goes to a printer only as it is; null where it can be drawn. All of its files are in it. */
export function findRawLanguage(formats: readonly FileFormat[]): RawLanguage | null {
  return rawLanguages.find((language) => formats.length > 0 && formats.every((one) => one === language)) ?? null;
}

/** The paper a label without a size of its own (image, ZPL) is placed on. */
export interface Paper {
  readonly widthMm: number;
  readonly heightMm: number;
}

export const labelPaper: Paper = { widthMm: 100, heightMm: 150 };
/** Sheets of an office: stickers, manifests. */
export const a4Paper: Paper = { widthMm: 210, heightMm: 297 };

/** What counts where nobody chose. */
export const defaultPageChoice: PageChoice = { pages: 'auto', crop: 'auto' };

/** How long Correios takes a label after it was made, as users of the service say; nobody says it of others. */
const correios = { name: /correios|sedex|\bpac\b/i, lifeDays: 15 };

/** The life of this method's labels, in days, if one that is as old as this has outlived it; null if it has not, or none is known. */
export function findOutlived(method: NamedRef | null, sinceMs: number, nowMs: number): number | null {
  const isOld = nowMs - sinceMs > correios.lifeDays * 86_400_000;
  return isOld && correios.name.test(method?.name ?? '') ? correios.lifeDays : null;
}

/** Several labels on an A4 sheet of stickers; `start` is the first free place, 1-based, left to right, top to bottom. */
export interface SheetLayout {
  readonly perSheet: 2 | 4;
  readonly start: number;
}

/** Sheets of paper that this many pages of labels come to, copies and the places used up already counted in. */
export function countSheets(pages: number, copies: number, sheet: SheetLayout | null): number {
  return sheet === null ? pages * copies : Math.ceil((sheet.start - 1 + pages * copies) / sheet.perSheet);
}

/** The same pages, counted from behind this many: numbers go through all files of a label, and each file has its own. */
export function countPagesFrom(rule: PageRule, before: number): PageRule {
  return typeof rule === 'string' ? rule : rule.map((number) => number - before).filter((number) => number > 0);
}
