import type { PrintRequest } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { usualDpi } from '#shared/domain/resolutions.ts';
import { countPrints, readShare } from '#shared/floor-rows.ts';
import { mayBeUnreadable } from '#shared/label-codes.ts';
import { findPrinterDpi } from '#shared/label-route.ts';
import { type App, isPrinterSet, makeUsualPrint } from '../app/index.ts';
import { isToPrint, type JobStore, listIds } from '../job/index.ts';

/** More copies at once are unusual: a larger number is asked about. */
export const usualCopies = 3;

/**
 * Returns how many of them have codes that this printer may not print well; null: each label's own.
 */
export function countUnreadable(
  settings: Settings,
  rows: readonly ShipmentSnapshot[],
  printer: string | null = null,
): number {
  return rows.filter(({ label }) => {
    const dpi =
      printer === null
        ? findPrinterDpi(settings, label)
        : (settings.printerDpi[printer] ?? usualDpi);
    return label.reading !== null && mayBeUnreadable(label.reading, dpi);
  }).length;
}

/** The labels that the print key prints, by the settings. */
export function makeNextPrint(app: App, job: JobStore): PrintRequest {
  const isWanted = (row: ShipmentSnapshot): boolean =>
    isToPrint(row) && (job.tallies.taken === 0 || readShare(row) === 'taken');
  return makeUsualPrint(app, job.groupingId, listIds(job.rowsInOrder.filter(isWanted)));
}

/**
 * Unprinted labels go to the printer at once, in the order of the list: this station's reserved
 * ones if there are any, and never another station's. If something has to be decided (a printer,
 * many copies), the Print screen asks.
 */
export async function printNow(app: App, job: JobStore): Promise<void> {
  const { groupingId } = job;
  if (job.isPrinterStopped === null) {
    // It prints only if the printer is in sight.
    app.showGrouping(groupingId);
    return;
  }
  const request = makeNextPrint(app, job);
  const printsSeen = countPrints(job.rows, request.shipmentIds);
  if (
    isPrinterSet(app) &&
    !job.isPrinterStopped &&
    request.copies <= usualCopies &&
    request.shipmentIds.length > 0
  ) {
    const plan = await job.act('print.plan', request);
    if (plan.ok && plan.value.unrouted.length === 0) {
      // The labels are counted there while they are printed, and the next step follows there.
      if (app.screen.name !== 'grouping') app.showGrouping(groupingId);
      await job.act('print.start', { ...request, printsSeen });
      return;
    }
    // The Print screen shows it with the remedy.
    job.actionFault = null;
  }
  app.go({ name: 'print', groupingId });
}
