import type { PrintPlanInfo } from '#shared/contract/print.ts';
import type { Paper } from '#shared/domain/records.ts';
import { chooseRoute, type RoutesTo } from '#shared/label-route.ts';
import type { Printer } from './types.ts';

/**
 * ZPL printers have labels of at most some 168 mm: an A4 page drawn for one would lose its half.
 */
const widestDrawnMm = 170;

/** One label to print, in list order. */
export interface RoutedLabel {
  readonly shipmentId: number;
  readonly paper: Paper;
  readonly pages: number;
  /** True if the label came as ZPL, which a ZPL printer can get unchanged. */
  readonly hasZpl: boolean;
}

/** A printer as labels see it. */
export interface LabelPrinter {
  readonly printer: Printer;
  /**
   * `pdf`: everything goes as PDF. `zpl`: labels that came as ZPL go unchanged, PDF is drawn for
   * the printer, up to its width. The rest has no printer.
   */
  readonly language: 'pdf' | 'zpl';
  /**
   * It cannot jam and takes any paper: neither `labelsPerJob` nor another paper ends a job. For
   * files.
   */
  readonly whole?: boolean;
  /** Nothing is drawn for it: a label that did not come as ZPL cannot be printed there. */
  readonly isRaw?: boolean;
}

/** The printer chosen on this workstation for labels of one paper. */
export type Route = Omit<LabelPrinter, 'printer'> & { readonly printer: string };

export type Routes = RoutesTo<Route>;

/**
 * Cuts a batch into spool jobs. A job ends where its printer's next label has another paper, or
 * after `labelsPerJob` labels: a jam then costs one job at most. A printer has one language in all
 * routes; labels that came as ZPL and drawn ones go to it together: alternating printers or kinds
 * leave no job half empty. Pure.
 */
export function planPrint(
  labels: readonly RoutedLabel[],
  routes: Routes,
  labelsPerJob: number | null,
): PrintPlanInfo {
  const jobs: OpenJob[] = [];
  const lastOf = new Map<string, OpenJob>();
  const unrouted: number[] = [];
  for (const label of labels) {
    const route = routeOf(label, routes);
    if (route === null) {
      unrouted.push(label.shipmentId);
      continue;
    }
    const target = chooseTarget(label, route);
    const last = lastOf.get(route.printer);
    if (last !== undefined && takes(last, target, route.whole === true, labelsPerJob)) {
      if (!isSamePaper(last.paper, label.paper)) last.paper = null;
      if (last.kind !== target.kind) {
        last.kind = 'zpl';
        last.rendered = true;
      }
      last.shipmentIds.push(label.shipmentId);
      last.pages += label.pages;
    } else {
      const job = { ...target, shipmentIds: [label.shipmentId], pages: label.pages };
      jobs.push(job);
      lastOf.set(route.printer, job);
    }
  }
  return { jobs, unrouted };
}

type Target = Omit<PrintPlanInfo['jobs'][number], 'shipmentIds' | 'pages'>;

interface OpenJob extends Target {
  kind: Target['kind'];
  rendered: boolean;
  paper: Paper | null;
  readonly shipmentIds: number[];
  pages: number;
}

function routeOf({ paper, hasZpl }: RoutedLabel, routes: Routes): Route | null {
  const route = chooseRoute(routes, { paper, hasZpl });
  if (route === null || route.language === 'pdf' || hasZpl) return route;
  if (route.isRaw === true) return null;
  return Math.min(paper.widthMm, paper.heightMm) <= widestDrawnMm ? route : null;
}

function chooseTarget({ paper, hasZpl }: RoutedLabel, { printer, language }: Route): Target {
  const takesZpl = language === 'zpl';
  return {
    printer,
    kind: takesZpl && hasZpl ? 'zpl' : 'pdf',
    rendered: takesZpl && !hasZpl,
    paper,
  };
}

function takes(job: OpenJob, next: Target, whole: boolean, labelsPerJob: number | null): boolean {
  const hasRoom = labelsPerJob === null || job.shipmentIds.length < labelsPerJob;
  return whole || (hasRoom && isSamePaper(job.paper, next.paper));
}

function isSamePaper(a: Paper | null, b: Paper | null): boolean {
  return (
    a !== null &&
    b !== null &&
    Math.abs(a.widthMm - b.widthMm) < 1 &&
    Math.abs(a.heightMm - b.heightMm) < 1
  );
}
