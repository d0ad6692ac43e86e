import type { PrintPlanInfo, PrintRequest } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { a4Paper, countSheets, labelPaper, type SheetLayout } from '#shared/domain/labels.ts';
import { filePrinterName, joinPlaces } from '#shared/domain/printing.ts';
import { fault, ok, type Result } from '#shared/faults/faults.ts';
import { nameGrouping } from '#shared/formats.ts';
import type { GroupingJob, PlanSpoolJobs } from '../../dispatch/index.ts';
import { catchFaults, FaultError, throwFault } from '../../os/errors.ts';
import {
  type FoundPrinter,
  planPrint,
  type Printers,
  type Route,
  type RoutedLabel,
  type Routes,
} from '../../printing/index.ts';
import type { PrintRoom } from './print-room.ts';

export interface PrintServices {
  readonly room: Pick<PrintRoom, 'settings' | 'queue'>;
  readonly printers: Printers;
  /** Training labels go to paper only if the packer says so for each print. */
  readonly training: boolean;
}

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
  const how = { copies, sheet, whileLoading };
  return job.print(planSpoolJobs, shipmentIds, mark === null ? how : { ...how, reprintMark: mark });
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
  request: PrintRequest,
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
  const request = {
    groupingId: 0,
    printer: null,
    shipmentIds: [label.shipmentId],
    copies,
    sheet: null,
  };
  const planned = await catchFaults(async () => ok(await planLabels(services, request, [label])));
  if (!planned.ok) return true;
  const { jobs, unrouted } = planned.value;
  return unrouted.length > 0 || jobs.some(({ kind }) => kind !== 'zpl');
}

/** Returns the plan with the printer of each job, or throws the fault of one of them. */
async function planAll(
  { printers, training }: PrintServices,
  settings: Settings,
  { printer, copies, sheet }: PrintRequest,
  labels: readonly RoutedLabel[],
) {
  const only = printer ?? (training ? filePrinterName : null);
  const { byPaper, zpl } = settings.routes;
  const named = only === null ? [...Object.values(byPaper), zpl, settings.printer] : [only];
  const names = [...new Set(named)].filter((name) => name !== null);
  const found = new Map(
    await Promise.all(names.map(async (name) => [name, await printers.find(name)] as const)),
  );
  const plan =
    sheet === null
      ? planPrint(labels, makeRoutes(settings, only, found), settings.labelsPerJob)
      : planSheets(labels, only ?? byPaper.a4 ?? settings.printer, { ...sheet, copies });
  const jobs = plan.jobs.map((job) => {
    const one = found.get(job.printer);
    if (one?.ok !== true) {
      const reason = one?.fault ?? fault('printer-unavailable', { reached: 'no' });
      throw new FaultError({
        ...reason,
        detail: `${job.printer}: ${reason.detail ?? 'not there'}`,
      });
    }
    const { language, printer: of } = one.value;
    if (sheet !== null && language !== 'pdf')
      throwFault('printer-unavailable', {
        reached: 'no',
        detail: `${job.printer}: a label printer has no A4 sheets`,
      });
    return { job, found: of };
  });
  return { plan, jobs };
}

/** Returns the printer for each kind of label, as far as its abilities are known. */
function makeRoutes(
  { routes: { byPaper, zpl }, printer }: Settings,
  only: string | null,
  found: ReadonlyMap<string, Result<FoundPrinter>>,
): Routes {
  const routeTo = (name: string | null | undefined): Route | null => {
    if (name === null || name === undefined) return null;
    const one = found.get(name);
    // A missing one is reported when a label needs it.
    if (one?.ok !== true) return { printer: name, language: 'pdf' };
    const { language, kind } = one.value;
    return { printer: name, language, whole: kind === 'file' };
  };
  if (only !== null) return { byPaper: {}, zpl: null, otherwise: routeTo(only) };
  return {
    byPaper: Object.fromEntries(
      Object.entries(byPaper).map(([paper, name]) => [paper, routeTo(name)]),
    ),
    zpl: routeTo(zpl),
    otherwise: routeTo(printer),
  };
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
  return {
    jobs: [{ printer, kind: 'pdf', rendered: false, paper: a4Paper, shipmentIds, pages }],
    unrouted: [],
  };
}

/** Counts as people do: the second print is the second copy. */
function chooseReprintMark({ markReprints, language }: Settings) {
  if (!markReprints) return null;
  return (timesPrinted: number): string =>
    language === 'pt-BR' ? `${timesPrinted + 1}ª via` : `Reprint ${timesPrinted + 1}`;
}
