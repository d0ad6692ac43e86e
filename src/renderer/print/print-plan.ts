import type { Paper, PlaceSpan, PrinterLanguage, PrintPlanInfo } from '../../shared/index.ts';

type PlannedJob = PrintPlanInfo['jobs'][number];

/** Spool jobs that the packer sees as one: the same printer, language and paper. */
export interface PlanLine {
  readonly key: string;
  readonly printer: string;
  readonly kind: 'pdf' | PrinterLanguage;
  readonly rendered: boolean;
  readonly paper: Paper | null;
  readonly jobs: number;
  readonly labels: number;
  readonly pages: number;
  /** The list positions, where they follow one another. */
  readonly span: PlaceSpan | null;
}

/** More lines than this tell less than their sum. */
const maxLines = 4;

/**
 * The plan as it is told: neighbours that differ in nothing become one line; where printers still take turns more often
 * than can be read, one line for each printer and paper.
 */
export function groupPlan(plan: PrintPlanInfo, positionOf: (shipmentId: number) => number | undefined): PlanLine[] {
  const inOrder: PlannedJob[][] = [];
  for (const job of plan.jobs) {
    const last = inOrder.at(-1);
    if (last?.[0] !== undefined && makeKey(last[0]) === makeKey(job)) last.push(job);
    else inOrder.push([job]);
  }
  const groups = inOrder.length <= maxLines ? inOrder : [...Map.groupBy(plan.jobs, makeKey).values()];
  return groups.flatMap((jobs, index) => {
    const [first] = jobs;
    if (first === undefined) return [];
    const ids = jobs.flatMap(({ shipmentIds }) => shipmentIds);
    const line: PlanLine = {
      key: `${index} ${makeKey(first)}`,
      printer: first.printer,
      kind: first.kind,
      rendered: first.rendered,
      paper: first.paper,
      jobs: jobs.length,
      labels: ids.length,
      pages: jobs.reduce((sum, { pages }) => sum + pages, 0),
      span: findSpan(ids.map(positionOf)),
    };
    return [line];
  });
}

function makeKey({ printer, kind, rendered, paper }: PlannedJob): string {
  return JSON.stringify([printer, kind, rendered, paper?.widthMm, paper?.heightMm]);
}

function findSpan(positions: readonly (number | undefined)[]): PlanLine['span'] {
  const [from] = positions;
  if (from === undefined || positions.some((position, index) => position !== from + index)) return null;
  return { from, to: from + positions.length - 1 };
}
