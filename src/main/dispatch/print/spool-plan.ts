import { failed, fault, ok } from '../../../shared/index.ts';
import type { Result } from '../../../shared/index.ts';
import type { Printer, RoutedLabel } from '../../printing/index.ts';
import type { PlanSpoolJobs, PlannedPrintOptions, PrintOptions, SpoolJob } from '../types.ts';

/** Everything to one printer. A sheet of stickers is not cut in two: its labels are one spool job. */
export function toOnePrinter(
  printer: Printer,
  { labelsPerJob = null, language: kind = 'pdf', sheet }: PrintOptions,
): PlanSpoolJobs {
  return (labels) => {
    const ids = labels.map(({ shipmentId }) => shipmentId);
    const each = labelsPerJob === null || sheet !== null ? ids.length : labelsPerJob;
    const count = Math.ceil(ids.length / each);
    return ok(
      Array.from({ length: count }, (_, job) => ({
        printer,
        kind,
        shipmentIds: ids.slice(job * each, (job + 1) * each),
      })),
    );
  };
}

/** The plan's spool jobs. A plan that leaves out, repeats or moves a label is a defect: paper cannot be taken back. */
export function plannedJobs(
  plan: PlanSpoolJobs,
  labels: readonly RoutedLabel[],
  { sheet }: PlannedPrintOptions,
): Result<readonly SpoolJob[]> {
  const planned = plan(labels);
  if (!planned.ok) return planned;
  const jobs = planned.value;
  const inOrder = jobs.flatMap(({ shipmentIds }) => shipmentIds);
  if (jobs.some(({ shipmentIds }) => shipmentIds.length === 0) || String(inOrder) !== String(labels.map(idOf)))
    throw new Error('a plan does not print its labels once, in their order');
  if (sheet !== null && jobs.length > 1) throw new Error('a plan cuts a sheet of stickers in two');
  const takesNoPdf = (detail: string) =>
    failed(fault('printer-unavailable', { detail: `a printer without driver takes only ZPL: ${detail}` }));
  const zplIds = new Set(jobs.filter(({ kind }) => kind === 'zpl').flatMap(({ shipmentIds }) => shipmentIds));
  if (zplIds.size > 0 && sheet !== null) return takesNoPdf('sheets cannot be printed as ZPL');
  const drawn = labels.filter(({ shipmentId, hasZpl }) => zplIds.has(shipmentId) && !hasZpl).length;
  return drawn > 0 ? takesNoPdf(`${drawn} labels did not come as ZPL`) : planned;
}

function idOf({ shipmentId }: RoutedLabel): number {
  return shipmentId;
}
