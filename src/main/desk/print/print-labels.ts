import type { PrintPlanInfo, PrintRequest } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { a4Paper, countSheets, labelPaper, type SheetLayout } from '#shared/domain/labels.ts';
import { filePrinterName, joinPlaces } from '#shared/domain/printing.ts';
import { fault, ok, type Result } from '#shared/faults/faults.ts';
import { nameGrouping } from '#shared/formats.ts';
import type { RoutesTo } from '#shared/label-route.ts';
import type { GroupingJob, PlanSpoolJobs } from '../../dispatch/index.ts';
import { catchFaults, FaultError, throwFault } from '../../os/errors.ts';
import { planPrint, type Printers, type Route, type RoutedLabel } from '../../printing/index.ts';
import type { PrintRoom } from './print-room.ts';

export interface PrintServices {
  readonly room: Pick<PrintRoom, 'settings' | 'queue'>;
  readonly printers: Printers;
  /** Training labels go to paper only if the packer says so for each print. */
  readonly training: boolean;
}

type Wanted = Pick<PrintRequest, 'printer' | 'copies' | 'sheet'>;
export type IsWanted = (shipmentIds: readonly number[]) => boolean;

/**
 * Prints the labels by the present settings. `isWanted` is called at the last moment before one of
 * them is sent.
 */
export function printLabels(
  services: PrintServices,
  job: GroupingJob,
  request: PrintRequest,
  isWanted: IsWanted = () => true,
): Promise<Result<void>> {
  const { groupingId, shipmentIds, copies, sheet, whileLoading = false } = request;
  const settings = services.room.settings();
  const mark = chooseReprintMark(settings);
  const planSpoolJobs: PlanSpoolJobs = (labels) =>
    catchFaults(async () => {
      const { plan, jobs } = await planAll(services, settings, request, labels);
      if (!isWanted(labels.map(({ shipmentId }) => shipmentId))) throwFault('cancelled');
      // A print is all or nothing.
      const unrouted = plan.unrouted.length;
      if (unrouted > 0) throwFault('no-printer', { detail: `${unrouted} labels` });
      const watched = jobs.map(({ job: { kind, rendered, shipmentIds: ids }, found }) => {
        const subject = { groupingId, labels: ids.length, ...describeSubject(job.snapshot(), ids) };
        const printer = services.room.queue.watch(found, subject);
        return { printer, kind, draws: rendered, shipmentIds: ids };
      });
      return ok(watched);
    });
  const how = { copies, sheet, whileLoading, ...(mark !== null && { reprintMark: mark }) };
  return job.print(planSpoolJobs, shipmentIds, how);
}

/** What the queue shows of these labels of the grouping. */
export function describeSubject({ grouping, shipments }: JobSnapshot, ids: readonly number[]) {
  const wanted = new Set(ids);
  const going = shipments.filter(({ shipment }) => wanted.has(shipment.id));
  return {
    groupingName: nameGrouping(grouping.id, grouping.identification),
    places: joinPlaces(going.map(({ position }) => position)),
    again: going.filter(({ label }) => label.timesPrinted > 0).length,
  };
}

/**
 * Returns the effect of a print of these labels. Fault `printer-unavailable` if a printer cannot
 * print so.
 */
export async function planLabels(
  services: PrintServices,
  request: Wanted,
  labels: readonly RoutedLabel[],
): Promise<PrintPlanInfo> {
  const { plan } = await planAll(services, services.room.settings(), request, labels);
  return plan;
}

/** Returns true if labels that come as ZPL will be printed as pictures, by the present choices. */
export async function printsZplDrawn(services: PrintServices): Promise<boolean> {
  const { copies, perSheet } = services.room.settings();
  if (perSheet !== null) return true;
  const label = { shipmentId: 0, paper: labelPaper, pages: 1, hasZpl: true };
  const request = { printer: null, copies, sheet: null };
  const planned = await catchFaults(async () => ok(await planLabels(services, request, [label])));
  if (!planned.ok) return true;
  const { jobs, unrouted } = planned.value;
  return unrouted.length > 0 || jobs.some(({ kind }) => kind !== 'zpl');
}

/** Returns the plan with the printer of each job, or throws the fault of one of them. */
async function planAll(
  { printers, training }: PrintServices,
  settings: Settings,
  { printer, copies, sheet }: Wanted,
  labels: readonly RoutedLabel[],
) {
  const only = printer ?? (training ? filePrinterName : null);
  const { byPaper, zpl, otherwise }: RoutesTo<string> =
    only === null
      ? { ...settings.routes, otherwise: settings.printer }
      : { byPaper: {}, zpl: null, otherwise: only };
  const names = new Set([...Object.values(byPaper), zpl, otherwise]);
  const finding = [...names]
    .filter((name) => name !== null)
    .map(async (name) => [name, await printers.find(name)] as const);
  const found = new Map(await Promise.all(finding));
  const routeTo = (name: string | null): Route | null => {
    if (name === null) return null;
    const one = found.get(name);
    // A missing one is reported when a label needs it.
    if (one?.ok !== true) return { printer: name, language: 'pdf' };
    const { language, kind } = one.value;
    return { printer: name, language, whole: kind === 'file' };
  };
  const routes: RoutesTo<Route> = {
    byPaper: Object.fromEntries(
      Object.entries(byPaper).map(([paper, name]) => [paper, routeTo(name)]),
    ),
    zpl: routeTo(zpl),
    otherwise: routeTo(otherwise),
  };
  const plan =
    sheet === null
      ? planPrint(labels, routes, settings.labelsPerJob)
      : planSheets(labels, byPaper.a4 ?? otherwise, { ...sheet, copies });
  const jobs = plan.jobs.map((job) => {
    const one = found.get(job.printer);
    if (one?.ok !== true) {
      const { detail, ...reason } = one?.fault ?? fault('printer-unavailable', { reached: 'no' });
      throw new FaultError({ ...reason, detail: `${job.printer}: ${detail ?? 'not there'}` });
    }
    const { language, printer: of } = one.value;
    if (sheet !== null && language !== 'pdf')
      refusePrinter(job.printer, 'a label printer has no A4 sheets');
    return { job, found: of };
  });
  return { plan, jobs };
}

export function refusePrinter(name: string, why: string): never {
  throwFault('printer-unavailable', { reached: 'no', detail: `${name}: ${why}` });
}

/** Sheets of stickers are one spool job: a sheet is not cut in two. */
function planSheets(
  labels: readonly RoutedLabel[],
  printer: string | null,
  { copies, ...sheet }: SheetLayout & { readonly copies: number },
): PrintPlanInfo {
  const shipmentIds = labels.map(({ shipmentId }) => shipmentId);
  if (printer === null) return { jobs: [], unrouted: shipmentIds };
  const labelPages = labels.reduce((sum, { pages }) => sum + pages, 0);
  const pages = countSheets(labelPages, copies, sheet);
  const one = {
    printer,
    kind: 'pdf',
    rendered: false,
    paper: a4Paper,
    shipmentIds,
    pages,
  } as const;
  return { jobs: [one], unrouted: [] };
}

/** Counts as people do: the second print is the second copy. */
function chooseReprintMark({ markReprints, language }: Settings) {
  if (!markReprints) return null;
  return (timesPrinted: number): string =>
    language === 'pt-BR' ? `${timesPrinted + 1}ª via` : `Reprint ${timesPrinted + 1}`;
}
