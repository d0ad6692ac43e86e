import type { Fault, JobSnapshot, Result, Settings, ShipmentSnapshot } from '../../../shared/index.ts';
import { isNeverPrinted, listUnaskedPrints } from '../../dispatch/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';

export type AutoPrint = ReturnType<typeof createAutoPrint>;

/**
 * Prints a grouping as soon as all its labels are there or all its parcels are checked, if the settings say so. Nothing
 * is printed twice unasked: only labels that were never in any spool job, once each time the grouping is opened, and
 * not after a print whose end a person has to look at.
 */
export function createAutoPrint(options: {
  readonly settings: () => Settings;
  /** Prints these labels if `isWanted` still says so at the last moment. */
  readonly print: (job: GroupingJob, shipmentIds: readonly number[], isWanted: () => boolean) => Promise<Result<void>>;
  /** It could not print. */
  readonly notice: (fault: Fault) => void;
}) {
  const { settings, print, notice } = options;
  const tried = new WeakSet<GroupingJob>();

  const printNow = async (job: GroupingJob, shipmentIds: readonly number[]): Promise<void> => {
    const isWanted = (): boolean => areNew(job.snapshot(), shipmentIds);
    const printed = await print(job, shipmentIds, isWanted);
    if (!printed.ok && printed.fault.kind !== 'cancelled') notice(printed.fault);
  };

  return {
    /**
     * Call it when labels were collected or accepted, when a grouping is opened that needs none, and after each check.
     */
    consider(job: GroupingJob): void {
      const { autoPrint, printWhenChecked } = settings();
      if (!(autoPrint || printWhenChecked) || tried.has(job)) return;
      const snapshot = job.snapshot();
      if (!autoPrint && snapshot.shipments.some(({ checkedAtMs }) => checkedAtMs === null)) return;
      const shipmentIds = listUnaskedPrints(snapshot);
      if (shipmentIds.length === 0) return;
      tried.add(job);
      void printNow(job, shipmentIds);
    },
    /** It prints this label once everything is checked: until then it should not be on paper. */
    waitsWith(entry: ShipmentSnapshot): boolean {
      const { autoPrint, printWhenChecked } = settings();
      return !autoPrint && printWhenChecked && isNeverPrinted(entry);
    },
  };
}

function areNew({ printVerdict, shipments }: JobSnapshot, ids: readonly number[]): boolean {
  const fresh = new Set(shipments.filter(isNeverPrinted).map(({ shipment }) => shipment.id));
  return printVerdict === null && ids.every((id) => fresh.has(id));
}
