import type { GroupingJob } from '../../src/main/dispatch/index.ts';
import type { PrintFile, Printer } from '../../src/main/printing/index.ts';
import type { SheetLayout } from '#shared/domain/labels.ts';
import { ok, type Result } from '#shared/faults/faults.ts';

/**
 * Prints on one printer, in spool jobs of this many labels if a number is passed. A sheet is never
 * split.
 */
export function printOn(
  job: GroupingJob,
  printer: Printer,
  shipmentIds?: readonly number[],
  signal?: AbortSignal,
  options: {
    readonly copies?: number;
    readonly sheet?: SheetLayout | null;
    readonly labelsPerJob?: number | null;
    readonly language?: PrintFile['kind'];
    readonly whileLoading?: boolean;
  } = {},
): Promise<Result<void>> {
  const {
    copies = 1,
    sheet = null,
    labelsPerJob = null,
    language: kind = 'pdf',
    whileLoading = false,
  } = options;
  return job.print(
    (labels) => {
      const ids = labels.map(({ shipmentId }) => shipmentId);
      const each = labelsPerJob === null || sheet !== null ? ids.length : labelsPerJob;
      const jobs = Array.from({ length: Math.ceil(ids.length / each) }, (_, index) => {
        return { printer, kind, shipmentIds: ids.slice(index * each, (index + 1) * each) };
      });
      return ok(jobs);
    },
    shipmentIds,
    { copies, sheet, whileLoading },
    signal,
  );
}
