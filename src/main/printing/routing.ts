import type { Paper } from '../../shared/index.ts';
import type { PrintFile } from './types.ts';

/** The papers that labels come on. */
export const routePapers = ['100x150', '100x100', 'a6', 'a4'] as const;
export type RoutePaper = (typeof routePapers)[number] | 'other';

const sizes: readonly (readonly [RoutePaper, Paper])[] = [
  ['100x150', { widthMm: 100, heightMm: 150 }],
  ['100x100', { widthMm: 100, heightMm: 100 }],
  ['a6', { widthMm: 105, heightMm: 148 }],
  ['a4', { widthMm: 210, heightMm: 297 }],
];
/** 4 × 6 inches (101.6×152.4 mm) is 100×150 mm to everybody who sells labels, and A6 is not. */
const toleranceMm = 2.5;

/** The nearest of the usual papers, whichever way the page is turned. */
export function routePaper({ widthMm, heightMm }: Paper): RoutePaper {
  const short = Math.min(widthMm, heightMm);
  const long = Math.max(widthMm, heightMm);
  const off = ({ widthMm: width, heightMm: height }: Paper): number =>
    Math.max(Math.abs(short - width), Math.abs(long - height));
  const [nearest] = sizes.toSorted(([, a], [, b]) => off(a) - off(b));
  return nearest !== undefined && off(nearest[1]) <= toleranceMm ? nearest[0] : 'other';
}

/** One label to print, in list order. */
export interface RoutedLabel {
  readonly shipmentId: number;
  readonly paper: Paper;
  readonly pages: number;
  /** Whether the label came as ZPL, so that a ZPL printer can have it as it is. */
  readonly hasZpl: boolean;
}

/** The printer chosen on this workstation for labels of one paper. */
export interface Route {
  readonly printer: string;
  /**
   * `pdf`: everything goes as PDF. `zpl`: what came as ZPL goes as it is, PDF is drawn for the printer. `zpl-raw`: only
   * what came as ZPL; the rest has no printer.
   */
  readonly language: 'pdf' | 'zpl' | 'zpl-raw';
}

export interface Routes {
  readonly byPaper: Readonly<Partial<Record<RoutePaper, Route>>>;
  /** For raw ZPL labels, whatever their paper, before `byPaper`. */
  readonly zpl: Route | null;
  /** For papers without a route of their own. */
  readonly otherwise: Route | null;
}

/** One spool job to be. */
export interface PlannedJob {
  readonly printer: string;
  /** What is written for it and sent. */
  readonly kind: PrintFile['kind'];
  /** Whether its PDF is drawn as ZPL bitmaps on the way to the printer. */
  readonly rendered: boolean;
  readonly paper: Paper;
  readonly shipmentIds: readonly number[];
  readonly pages: number;
}

/** What a print would do, to be shown before it does. */
export interface PrintPlan {
  /** In list order: printing them one after the other prints the list. */
  readonly jobs: readonly PlannedJob[];
  /** Labels for which no printer is chosen. */
  readonly unrouted: readonly number[];
}

/**
 * Cuts a batch into spool jobs. A job ends where the next label goes to another printer, in another language or on
 * another paper, or where it has `labelsPerJob` labels: a jam then costs no more than one job. Pure.
 */
export function planPrint(labels: readonly RoutedLabel[], routes: Routes, labelsPerJob: number | null): PrintPlan {
  const jobs: { readonly job: PlannedJob; readonly ids: number[]; pages: number }[] = [];
  const unrouted: number[] = [];
  for (const label of labels) {
    const target = targetOf(label, routes);
    if (target === null) {
      unrouted.push(label.shipmentId);
      continue;
    }
    const last = jobs.at(-1);
    const full = labelsPerJob !== null && last !== undefined && last.ids.length >= labelsPerJob;
    if (last !== undefined && !full && sameTarget(last.job, target)) {
      last.ids.push(label.shipmentId);
      last.pages += label.pages;
    } else {
      jobs.push({ job: target, ids: [label.shipmentId], pages: label.pages });
    }
  }
  return { jobs: jobs.map(({ job, ids, pages }) => ({ ...job, shipmentIds: ids, pages })), unrouted };
}

function targetOf({ paper, hasZpl }: RoutedLabel, { byPaper, zpl, otherwise }: Routes): PlannedJob | null {
  const own = hasZpl ? zpl : null;
  const route = own ?? byPaper[routePaper(paper)] ?? otherwise;
  if (route === null) return null;
  const base = { printer: route.printer, paper, shipmentIds: [], pages: 0 };
  if (route.language === 'pdf') return { ...base, kind: 'pdf', rendered: false };
  if (hasZpl) return { ...base, kind: 'zpl', rendered: false };
  return route.language === 'zpl' ? { ...base, kind: 'pdf', rendered: true } : null;
}

function sameTarget(a: PlannedJob, b: PlannedJob): boolean {
  return (
    a.printer === b.printer &&
    a.kind === b.kind &&
    a.rendered === b.rendered &&
    Math.abs(a.paper.widthMm - b.paper.widthMm) < 1 &&
    Math.abs(a.paper.heightMm - b.paper.heightMm) < 1
  );
}
