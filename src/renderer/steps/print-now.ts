import { countPrints, findPrinterDpi, isTakenHere, mayBeUnreadable } from '../../shared/index.ts';
import type { App } from '../app/app.svelte.ts';
import { isPrinterSet, makeUsualPrint } from '../app/usual-print.ts';
import type { JobStore } from '../job/job.svelte.ts';
import { isToPrint } from '../job/reprint.ts';

/** Nobody needs more copies in one go on a usual day: a number above is asked about. */
export const usualCopies = 3;

/** How many that are still to be printed have codes which the printer that they go to may not print well. */
export function countUnreadable(app: App, job: JobStore): number {
  return job.rows.filter(
    (row) =>
      isToPrint(row) &&
      row.label.reading !== null &&
      mayBeUnreadable(row.label.reading, findPrinterDpi(app.settings, row.label)),
  ).length;
}

/**
 * Printing is one decision with the grouping: what is not printed yet goes to the printer at once, in the order of the list:
 * of what this station took, where it took anything, and never of what another one has. Where something is still to be said (no printer, one that is not there, unusually many copies), the Print screen asks.
 */
export async function printNow(app: App, job: JobStore): Promise<void> {
  const { groupingId } = job;
  const wanted = job.view.listInOrder((row) => isToPrint(row) && (job.tallies.taken === 0 || isTakenHere(row)));
  const request = makeUsualPrint(app, groupingId, wanted);
  const printsSeen = countPrints(job.rows, wanted);
  if (isPrinterSet(app) && request.copies <= usualCopies && request.shipmentIds.length > 0) {
    const plan = await job.act('print.plan', request);
    if (plan.ok && plan.value.unrouted.length === 0) {
      // Where the labels are counted while they come out, and where the next step stands afterwards.
      if (app.screen.name !== 'grouping') app.showGrouping(groupingId);
      await job.act('print.start', { ...request, printsSeen });
      return;
    }
    // The Print screen tells it where it can be mended.
    job.actionFault = null;
  }
  app.go({ name: 'print', groupingId, selected: false });
}
