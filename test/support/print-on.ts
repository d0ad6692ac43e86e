import type { SheetLayout } from '#shared/domain/labels.ts';
import { ok, type Result } from '#shared/faults/faults.ts';
import type { GroupingJob, JobServices, PrintOrder } from '../../src/main/dispatch/index.ts';
import { need } from '../../src/main/os/errors.ts';
import type { PrintFile, Printer, RoutedLabel, SpoolJob } from '../../src/main/printing/index.ts';

/** Returns the spool jobs of these labels. */
export type Plan = (
  labels: readonly RoutedLabel[],
) => Result<readonly SpoolJob[]> | Promise<Result<readonly SpoolJob[]>>;

const plans = new Map<string, Plan>();

/** Plans each print as `printBy` says: its wishes name the plan instead of a printer. */
export const testPrinting: JobServices['printing'] = {
  plan: async (labels, { printer }) => {
    const planned = (await plans.get(printer ?? '')?.(labels)) ?? ok([]);
    return { info: { jobs: [], unrouted: [] }, jobs: need(planned) };
  },
  find: () => Promise.resolve(null),
  markReprint: () => null,
  watch: (printer) => printer,
  openPaperWay: () => Promise.reject(new Error('there is no printer of papers')),
  printPapers: (work) => work(),
};

/** Prints in the spool jobs of this plan. */
export async function printBy(
  job: GroupingJob,
  plan: Plan,
  shipmentIds?: readonly number[],
  order: Partial<PrintOrder> = {},
  signal?: AbortSignal,
): Promise<Result<void>> {
  const printer = `plan ${plans.size}`;
  plans.set(printer, plan);
  const all = shipmentIds === undefined ? {} : { shipmentIds };
  return job.runs.print({ copies: 1, sheet: null, ...order, ...all, printer }, signal);
}

/** Looks at these labels as a plan of their print does, and returns what it sees of them. */
export async function describeLabels(
  job: GroupingJob,
  shipmentIds: readonly number[],
): Promise<Result<readonly RoutedLabel[]>> {
  const printer = `plan ${plans.size}`;
  const seen: RoutedLabel[] = [];
  plans.set(printer, (labels) => {
    seen.push(...labels);
    return ok([]);
  });
  const planned = await job.prints.plan(shipmentIds, { printer, copies: 1, sheet: null });
  return planned.ok ? ok(seen) : planned;
}

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
  const plan: Plan = (labels) => {
    const ids = labels.map(({ shipmentId }) => shipmentId);
    const each = labelsPerJob === null || sheet !== null ? ids.length : labelsPerJob;
    const jobs = Array.from({ length: Math.ceil(ids.length / each) }, (_, index) => {
      return { printer, kind, shipmentIds: ids.slice(index * each, (index + 1) * each) };
    });
    return ok(jobs);
  };
  return printBy(job, plan, shipmentIds, { copies, sheet, whileLoading }, signal);
}
