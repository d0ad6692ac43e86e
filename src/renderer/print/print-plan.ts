import type { PrintPlanInfo } from '#shared/contract/print.ts';
import type { PlaceSpan } from '#shared/domain/printing.ts';

type PlannedJob = PrintPlanInfo['jobs'][number];

/** Spool jobs that look like one to the packer: the same printer, language and paper. */
export type PlanLine = ReturnType<typeof groupPlan>[number];

/** More lines are less clear than their sum. */
const maxLines = 4;

/**
 * Equal neighbours become one line; if printers still alternate too often, one line for each
 * printer and paper.
 */
export function groupPlan(
  plan: PrintPlanInfo,
  positionOf: (shipmentId: number) => number | undefined,
) {
  const inOrder: PlannedJob[][] = [];
  for (const job of plan.jobs) {
    const last = inOrder.at(-1);
    if (last?.[0] !== undefined && makeKey(last[0]) === makeKey(job)) last.push(job);
    else inOrder.push([job]);
  }
  const groups =
    inOrder.length <= maxLines ? inOrder : [...Map.groupBy(plan.jobs, makeKey).values()];
  return groups.flatMap((jobs, index) => {
    const [first] = jobs;
    if (first === undefined) return [];
    const ids = jobs.flatMap(({ shipmentIds }) => shipmentIds);
    const line = {
      ...first,
      key: `${index} ${makeKey(first)}`,
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

/** The list positions, if they are consecutive. */
function findSpan(positions: readonly (number | undefined)[]): PlaceSpan | null {
  const [from] = positions;
  if (from === undefined || positions.some((position, index) => position !== from + index))
    return null;
  return { from, to: from + positions.length - 1 };
}
