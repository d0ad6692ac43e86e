import { failed, fault } from '../../../shared/index.ts';
import type { PrintRequest, Result, Settings } from '../../../shared/index.ts';
import type { PlanSpoolJobs } from '../../dispatch/index.ts';
import type { Printers } from '../../printing/index.ts';
import type { OpenedJob } from '../jobs/jobs.ts';
import { createPlanner } from './print-planner.ts';
import type { Planner } from './print-planner.ts';
import { filePrinterName } from './print-room.ts';
import type { PrintRoom } from './print-room.ts';

export interface PrintPlace {
  readonly room: PrintRoom;
  readonly printers: Printers;
  /** Training labels go to paper only where the packer says so in each print. */
  readonly training: boolean;
}

type PrintWishes = Omit<PrintRequest, 'selection'>;

export function plannerFor({ room, printers, training }: PrintPlace, wishes: PrintWishes): Promise<Planner> {
  const place = {
    settings: room.settings(),
    printers,
    queue: room.queue,
    insteadOfRoutes: training ? filePrinterName : null,
  };
  return createPlanner(place, wishes);
}

/**
 * Prints these labels as the settings are now; a change of them while it prints is for the next print. `isWanted` is
 * asked at the last moment before anything is sent.
 */
export function printLabels(
  place: PrintPlace,
  opened: OpenedJob,
  shipmentIds: readonly number[],
  wishes: PrintWishes,
  isWanted: () => boolean = () => true,
): Promise<Result<void>> {
  return opened.run(async (signal) => {
    const { copies, sheet } = wishes;
    const mark = reprintMark(place.room.settings());
    const planner = await plannerFor(place, wishes);
    const plan: PlanSpoolJobs = (labels) => (isWanted() ? planner.spoolJobs(labels) : failed(fault('cancelled')));
    const options = { copies, sheet, ...(mark === null ? {} : { reprintMark: mark }) };
    return opened.job.print(plan, shipmentIds, options, signal);
  });
}

/** Counts as people at a counter do: what is printed for the second time is the second copy. */
function reprintMark({ markReprints, language }: Settings): ((timesPrinted: number) => string) | null {
  if (!markReprints) return null;
  return (timesPrinted) => (language === 'pt-BR' ? `${timesPrinted + 1}ª via` : `Reprint ${timesPrinted + 1}`);
}
