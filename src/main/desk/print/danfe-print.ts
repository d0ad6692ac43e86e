import { failed, fault, ok, nameGrouping } from '../../../shared/index.ts';
import type { Fault, JobSnapshot, Result } from '../../../shared/index.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { removeQuietly } from '../../os/files.ts';
import type { PrintPlace } from './print-labels.ts';

/** Prints the invoices' papers of labels that are printed for the first time, one such print after the other. */
export interface DanfePrint {
  /** Call it before a print of labels; returns a function to call at its end, good or bad. */
  watch(job: GroupingJob, shipmentIds: readonly number[]): () => void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Nobody waits for it: failures are reported. Without a printer nothing is requested. */
export function createDanfePrint(place: () => PrintPlace, notice: (fault: Fault) => void): DanfePrint {
  let last: Promise<void> = Promise.resolve();

  const print = async (job: GroupingJob, ids: readonly number[], name: string): Promise<Result<void>> => {
    const { printers, room } = place();
    const found = await printers.find(name);
    if (!found.ok) return found;
    if (found.value.zplOnly) {
      return failed(fault('printer-unavailable', { detail: `${name}: a label printer without a driver` }));
    }
    const written = await job.writeDanfes(ids);
    if (!written.ok) return written;
    const { path, paper, missing } = written.value;
    try {
      const { id: groupingId, identification } = job.snapshot().grouping;
      const groupingName = nameGrouping(groupingId, identification);
      const printer = room.queue.watch(found.value.printer, { groupingId, groupingName, labels: 0 });
      const file = { path, kind: 'pdf' as const, title: `Doca DANFE ${groupingId}` };
      const printed = await printer.print(paper === undefined ? file : { ...file, paper });
      if (!printed.ok) return printed;
      if (printed.value === 'cancelled') return failed(fault('cancelled'));
      return missing.length === 0 ? ok() : failed(fault('danfe-missing', { detail: `${missing.length} without` }));
    } finally {
      await removeQuietly(path);
    }
  };

  return {
    watch(job, shipmentIds) {
      const { room, training } = place();
      const name = room.settings().danfePrinter;
      // In training nobody waits at a printer.
      if (name === null || training) return () => undefined;
      const printedBefore = listPrinted(job.snapshot());
      return () => {
        const printed = listPrinted(job.snapshot());
        const out = shipmentIds.filter((id) => printed.has(id) && !printedBefore.has(id));
        if (out.length === 0) return;
        last = last.then(async () => {
          const ended = await print(job, out, name).catch(() => failed(fault('internal', { detail: 'danfe' })));
          if (!ended.ok && ended.fault.kind !== 'cancelled') notice(ended.fault);
        });
      };
    },
    idle: () => last,
  };
}

function listPrinted({ shipments }: JobSnapshot): ReadonlySet<number> {
  return new Set(shipments.filter(({ label }) => label.timesPrinted > 0).map(({ shipment }) => shipment.id));
}
