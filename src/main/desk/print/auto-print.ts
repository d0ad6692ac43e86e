import type { Settings } from '#shared/contract/settings.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { filePrinterName } from '#shared/domain/printing.ts';
import { type Fault, isCancelled, isNotReady, type Result } from '#shared/faults/faults.ts';
import {
  isNeverPrinted,
  listComingPrints,
  listUnaskedPrints,
  type GroupingJob,
  type PrintOrder,
} from '../../dispatch/index.ts';

type IsWanted = NonNullable<PrintOrder['isWanted']>;

/** Prints these labels, each if `isWanted` still says so at the last moment. */
export type PrintUnasked = (
  job: GroupingJob,
  shipmentIds: readonly number[],
  isWanted: IsWanted,
  whileLoading: boolean,
) => Promise<Result<void>>;

export interface UnaskedPrinting {
  readonly settings: () => Settings;
  readonly print: PrintUnasked;
  readonly notice: (fault: Fault) => void;
}

/**
 * Prints a grouping as its labels come or once all its parcels are checked, if the settings say so.
 * On sheets and into files it is printed when all labels are there: those are not cut in parts.
 * Nothing is printed twice unasked: only labels that were never in any spool job, once each time
 * the grouping is opened, and not after a print whose end a person has to look at.
 */
export function createAutoPrint({ settings, print, notice }: UnaskedPrinting) {
  const tried = new WeakSet<GroupingJob>();

  const printNow = async (
    job: GroupingJob,
    shipmentIds: readonly number[],
    whileLoading: boolean,
  ): Promise<void> => {
    tried.add(job);
    const printedMeanwhile = new Set<number>();
    const isWanted: IsWanted = (ids) => {
      const { printVerdict, shipments } = job.snapshot();
      const fresh = new Set(shipments.filter(isNeverPrinted).map(({ shipment }) => shipment.id));
      for (const id of ids) if (!fresh.has(id)) printedMeanwhile.add(id);
      return printVerdict === null && printedMeanwhile.size === 0;
    };
    const printed = await job.hold(() => print(job, shipmentIds, isWanted, whileLoading));
    if (printed.ok) return;
    const rest = shipmentIds.filter((id) => !printedMeanwhile.has(id));
    // Somebody was faster with some of them: the others are still to be printed.
    if (printedMeanwhile.size > 0 && rest.length > 0 && job.snapshot().printVerdict === null) {
      await printNow(job, rest, whileLoading);
      return;
    }
    // None of them came, or the packer was faster.
    if (whileLoading && isNotReady(printed.fault)) tried.delete(job);
    else if (!isCancelled(printed.fault)) notice(printed.fault);
  };

  return {
    /** Call it when labels begin to be fetched. */
    begin(job: GroupingJob): void {
      const { autoPrint, perSheet, printer } = settings();
      if (!autoPrint || perSheet !== null || printer === filePrinterName || tried.has(job)) return;
      const shipmentIds = listComingPrints(job.snapshot());
      if (shipmentIds.length > 0) void printNow(job, shipmentIds, true);
    },
    /**
     * Call it when labels were collected or accepted, when a grouping is opened, and after each
     * check.
     */
    consider(job: GroupingJob): void {
      const { autoPrint, printWhenChecked } = settings();
      if (!(autoPrint || printWhenChecked) || tried.has(job)) return;
      const snapshot = job.snapshot();
      const { checked, going } = snapshot.tallies;
      if (!autoPrint && checked < going) return;
      const shipmentIds = listUnaskedPrints(snapshot);
      if (shipmentIds.length > 0) void printNow(job, shipmentIds, false);
    },
    /** It prints this label once everything is checked: until then it should not be on paper. */
    waitsWith(entry: ShipmentSnapshot): boolean {
      const { autoPrint, printWhenChecked } = settings();
      return !autoPrint && printWhenChecked && isNeverPrinted(entry);
    },
  };
}
