import { failed, fault, ok } from '../../../shared/index.ts';
import type { Paper, PrintRequest, Result, Settings } from '../../../shared/index.ts';
import type { PlanSpoolJobs } from '../../dispatch/index.ts';
import { planPrint } from '../../printing/index.ts';
import type {
  FoundPrinter,
  PlannedJob,
  Printer,
  PrintPlan,
  PrintQueue,
  Printers,
  Route,
  RoutedLabel,
} from '../../printing/index.ts';

export interface Planner {
  /** Fault `printer-unavailable` where a printer it needs is not there, or cannot print this way. */
  plan(labels: readonly RoutedLabel[]): Result<PrintPlan>;
  /** The same for the print itself, which is all or nothing: fault `no-printer` where a label has none. */
  readonly spoolJobs: PlanSpoolJobs;
}

export interface PlannerPlace {
  readonly settings: Settings;
  readonly printers: Printers;
  readonly queue: PrintQueue;
  /** The printer for everything that nobody chose a printer for, whatever the settings say. */
  readonly insteadOfRoutes: string | null;
}

interface JobToPrint {
  readonly job: PlannedJob;
  readonly printer: Printer;
}

const a4: Paper = { widthMm: 210, heightMm: 297 };

/** Looks for the printers that a print may need, once, so that planning itself takes no time and meets no change. */
export async function createPlanner(
  { settings, printers, queue, insteadOfRoutes }: PlannerPlace,
  request: Pick<PrintRequest, 'groupingId' | 'printer' | 'copies' | 'sheet'>,
): Promise<Planner> {
  const { groupingId, copies, sheet } = request;
  const { byPaper, zpl } = settings.routes;
  const only = request.printer ?? insteadOfRoutes;
  const named = only === null ? [...Object.values(byPaper), zpl, settings.printer] : [only];
  const names = [...new Set(named)].filter((name) => name !== null);
  const found = new Map(await Promise.all(names.map(async (name) => [name, await printers.find(name)] as const)));

  const routeTo = (name: string | null | undefined): Route | null => {
    if (name === null || name === undefined) return null;
    const printer = found.get(name);
    // One that is not there is told when a label needs it.
    if (printer?.ok !== true) return { printer: name, language: 'pdf' };
    return { printer: name, language: printer.value.language, whole: printer.value.kind === 'file' };
  };

  const routes =
    only === null
      ? {
          byPaper: Object.fromEntries(Object.entries(byPaper).map(([paper, name]) => [paper, routeTo(name)])),
          zpl: routeTo(zpl),
          otherwise: routeTo(settings.printer),
        }
      : { byPaper: {}, zpl: null, otherwise: routeTo(only) };

  const onSheets = (labels: readonly RoutedLabel[], perSheet: number, start: number): PrintPlan => {
    const shipmentIds = labels.map(({ shipmentId }) => shipmentId);
    const printer = only ?? byPaper.a4 ?? settings.printer;
    if (printer === null) return { jobs: [], unrouted: shipmentIds };
    const places = start - 1 + copies * labels.reduce((sum, { pages }) => sum + pages, 0);
    const pages = Math.ceil(places / perSheet);
    return { jobs: [{ printer, kind: 'pdf', rendered: false, paper: a4, shipmentIds, pages }], unrouted: [] };
  };

  const foundFor = ({ printer: name }: PlannedJob): Result<FoundPrinter> => {
    const printer = found.get(name) ?? failed(fault('printer-unavailable', { detail: 'there is no such printer' }));
    if (!printer.ok) return failed({ ...printer.fault, detail: `${name}: ${printer.fault.detail ?? 'not there'}` });
    if (sheet !== null && printer.value.zplOnly)
      return failed(fault('printer-unavailable', { detail: `${name}: a label printer has no A4 sheets` }));
    return printer;
  };

  const planned = (labels: readonly RoutedLabel[]): Result<{ jobs: readonly JobToPrint[]; plan: PrintPlan }> => {
    const plan =
      sheet === null ? planPrint(labels, routes, settings.labelsPerJob) : onSheets(labels, sheet.perSheet, sheet.start);
    const jobs: JobToPrint[] = [];
    for (const job of plan.jobs) {
      const printer = foundFor(job);
      if (!printer.ok) return printer;
      jobs.push({ job, printer: printer.value.printer });
    }
    return ok({ jobs, plan });
  };

  return {
    plan: (labels) => {
      const all = planned(labels);
      return all.ok ? ok(all.value.plan) : all;
    },
    spoolJobs: (labels) => {
      const all = planned(labels);
      if (!all.ok) return all;
      const { jobs, plan } = all.value;
      if (plan.unrouted.length > 0) return failed(fault('no-printer', { detail: `${plan.unrouted.length} labels` }));
      return ok(
        jobs.map(({ job: { kind, shipmentIds }, printer }) => {
          return { printer: queue.watch(printer, { groupingId, labels: shipmentIds.length }), kind, shipmentIds };
        }),
      );
    },
  };
}
