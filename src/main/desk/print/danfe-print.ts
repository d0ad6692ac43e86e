import type { JobSnapshot } from '#shared/domain/job.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import type { GroupingJob } from '../../dispatch/index.ts';
import { FaultError, need } from '../../os/errors.ts';
import { removeQuietly } from '../../os/files.ts';
import type { LabelPrinting } from '../../printing/index.ts';

/**
 * Prints the invoices' papers of labels that are printed for the first time. Nobody waits: failures
 * are reported.
 */
export function createDanfePrint(
  printing: LabelPrinting,
  printerName: () => string | null,
  notice: (fault: Fault) => void,
) {
  let last: Promise<void> = Promise.resolve();
  let underWay = 0;

  const print = async (job: GroupingJob, ids: readonly number[], name: string): Promise<void> => {
    const snapshot = job.snapshot();
    const printPaper = await printing.openPaperWay(name, snapshot, { ids, drawn: true });
    const { path, paper, lacking } = need(await job.prints.writeDanfes(ids));
    try {
      const file = {
        path,
        title: `Doca DANFE ${snapshot.grouping.id}`,
        ...(paper === undefined ? {} : { paper }),
      };
      await printPaper(file);
      if (lacking !== null) notice(lacking);
    } finally {
      await removeQuietly(path);
    }
  };

  const report = (error: unknown) => {
    const reason =
      error instanceof FaultError ? error.fault : fault('internal', { detail: 'danfe' });
    if (reason.kind !== 'cancelled') notice(reason);
  };

  /** Runs a print of labels; the papers follow its end, good or bad. */
  const watch = <T>(
    job: GroupingJob,
    shipmentIds: readonly number[],
    work: () => Promise<T>,
  ): Promise<T> =>
    job.hold(async () => {
      const name = printerName();
      const printedBefore = listPrinted(job.snapshot());
      try {
        return await work();
      } finally {
        const printed = listPrinted(job.snapshot());
        const out = shipmentIds.filter((id) => printed.has(id) && !printedBefore.has(id));
        const lacking = name === null ? job.prints.findLackingDanfes(shipmentIds) : null;
        if (lacking !== null) notice(lacking);
        if (name !== null && out.length > 0) {
          underWay += 1;
          const end = () => {
            underWay -= 1;
          };
          const printNext = () => last.then(() => print(job, out, name));
          last = job.hold(() => printNext().catch(report).then(end));
        }
      }
    });

  return {
    watch,
    /** Runs work that tells which labels of an earlier print are on paper. */
    follow<T>(job: GroupingJob, work: () => Promise<T>): Promise<T> {
      return watch(job, job.snapshot().printVerdict?.perhaps ?? [], work);
    },
    isPrinting: () => underWay > 0,
    idle: () => last,
  };
}

function listPrinted({ shipments }: JobSnapshot): ReadonlySet<number> {
  return new Set(
    shipments.filter(({ label }) => label.timesPrinted > 0).map(({ shipment }) => shipment.id),
  );
}
