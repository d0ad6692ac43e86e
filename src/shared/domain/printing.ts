import { a4Paper, labelPaper } from './labels.ts';
import type { Paper } from './records.ts';

/** The printer that writes into a folder; it is always there. */
export const filePrinterName = 'PDF';

/** In place of a print that only wrote into a folder. */
export const savedWord = ['Salva em PDF', 'Saved as PDF'] as const;

/** `printer`: the one of a print. */
export function isSave(printer: unknown): boolean {
  return printer === filePrinterName;
}

/**
 * `held`: it stands until a person has done something (paper, cover, pause). The last four are
 * ends.
 */
export type SpoolState =
  | 'queued'
  | 'printing'
  | 'held'
  | 'done'
  | 'failed'
  | 'cancelled'
  | 'unknown';

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

/** Neighbours in a grouping's list, from 1 on, both ends included. */
export interface PlaceSpan {
  readonly from: number;
  readonly to: number;
}

/** Joins ascending positions into spans without gaps. */
export function joinPlaces(positions: readonly number[]): readonly PlaceSpan[] {
  const spans: { readonly from: number; to: number }[] = [];
  for (const position of positions) {
    const last = spans.at(-1);
    if (last?.to === position - 1) last.to = position;
    else spans.push({ from: position, to: position });
  }
  return spans;
}

/** Pages of a spool job that its system has handed to the printer, and all of them. */
export interface PageCount {
  readonly sent: number;
  readonly of: number;
}

export const paperSizes = {
  '100x150': labelPaper,
  '100x100': { widthMm: 100, heightMm: 100 },
  a6: { widthMm: 105, heightMm: 148 },
  a4: a4Paper,
} as const satisfies Readonly<Record<string, Paper>>;
export type LabelPaper = keyof typeof paperSizes;
export const labelPapers = Object.keys(paperSizes) as readonly LabelPaper[];

/** A host's name or address as a person types it; only asking it shows whether it exists. */
export const hostPattern = /^[\p{L}\p{N}.:_-]{1,253}$/u;
