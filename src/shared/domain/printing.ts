import { rawLanguages } from './labels.ts';
import type { SheetLayout } from './labels.ts';

/** `held`: it stands and goes on when a person has done something (paper, cover, pause). The last four are ends. */
export type SpoolState = 'queued' | 'printing' | 'held' | 'done' | 'failed' | 'cancelled' | 'unknown';

/** What keeps a printer from printing. */
export const printerConditions = [
  'paper-out',
  'ribbon-out',
  'open',
  'jam',
  'paused',
  'offline',
  'buffer-full',
  'temperature',
  'needs-attention',
] as const;
export type PrinterCondition = (typeof printerConditions)[number];

/**
 * What is known of a broken batch, in labels of the file, from its first on: the first `printed` are on paper for sure,
 * the next `perhaps` may be, the last `not` are certainly not.
 */
export interface LabelTally {
  readonly printed: number;
  readonly perhaps: number;
  readonly not: number;
}

/** Neighbours in a grouping's list, from 1 on, both ends included. */
export interface PlaceSpan {
  readonly from: number;
  readonly to: number;
}

/** Ascending positions, as the stretches without a gap that they make. */
export function joinPlaces(positions: readonly number[]): readonly PlaceSpan[] {
  const spans: { readonly from: number; to: number }[] = [];
  for (const position of positions) {
    const last = spans.at(-1);
    if (last?.to === position - 1) last.to = position;
    else spans.push({ from: position, to: position });
  }
  return spans;
}

/** Pages of a spool job that its system has handed to the printer, of all that it has. */
export interface PageCount {
  readonly sent: number;
  readonly of: number;
}

/** The papers that labels come on. */
export const labelPapers = ['100x150', '100x100', 'a6', 'a4'] as const;
export type LabelPaper = (typeof labelPapers)[number];

/** The resolutions of label printers, in dots per inch as they are called. */
export const printerDpis = [203, 300, 600] as const;
export type PrinterDpi = (typeof printerDpis)[number];
/** Where the settings say nothing of a printer. */
export const usualDpi: PrinterDpi = 203;

/** What a label printer without driver speaks. */
export const printerLanguages = ['zpl', ...rawLanguages] as const;
export type PrinterLanguage = (typeof printerLanguages)[number];

/** A host's name or address as a person types it; what it leads to shows when it is asked. */
export const hostPattern = /^[\p{L}\p{N}.:_-]{1,253}$/u;

/** How the settings say that labels come on paper, each print from the first place of a sheet on. */
export function chooseUsualLayout({
  copies,
  perSheet,
}: {
  readonly copies: number;
  readonly perSheet: SheetLayout['perSheet'] | null;
}): { readonly copies: number; readonly sheet: SheetLayout | null } {
  return { copies, sheet: perSheet === null ? null : { perSheet, start: 1 } };
}
