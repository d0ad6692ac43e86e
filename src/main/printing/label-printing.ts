import type { PrintPlanInfo, PrintRequest } from '#shared/contract/print.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { a4Paper, countSheets, labelPaper, type SheetLayout } from '#shared/domain/labels.ts';
import { joinPlaces } from '#shared/domain/printing.ts';
import { fault, ok, type Result } from '#shared/faults/faults.ts';
import { nameGrouping } from '#shared/formats.ts';
import type { RoutesTo } from '#shared/label-route.ts';
import { Serial } from '#shared/serial.ts';
import { catchFaults, FaultError, need, throwFault } from '../os/errors.ts';
import type { PrintQueue } from './queue/print-queue.ts';
import { type LabelPrinter, planPrint, type Route, type RoutedLabel } from './routing.ts';
import type { PrintFile, Printer } from './types.ts';

export type PrintWishes = Pick<PrintRequest, 'printer' | 'copies' | 'sheet'>;

type PlannedJob = PrintPlanInfo['jobs'][number];

export interface SpoolJob extends Pick<PlannedJob, 'kind' | 'shipmentIds'> {
  readonly printer: Printer;
}

export interface PrintPlan {
  readonly info: PrintPlanInfo;
  /** One after the other. */
  readonly jobs: readonly SpoolJob[];
}

type Subject = Pick<JobSnapshot, 'grouping' | 'shipments'>;

/** The ways of labels, and of papers beside them, to this station's printers. */
export class LabelPrinting {
  readonly #find: (name: string) => Promise<Result<LabelPrinter>>;
  readonly #queue: Pick<PrintQueue, 'watch'>;
  readonly #settings: () => Settings;
  readonly #only: string | null;
  readonly #papers = new Serial();
  #papersUnderWay = 0;

  /** `only`: the printer of each print that does not name one, whatever the settings say. */
  constructor(
    find: (name: string) => Promise<Result<LabelPrinter>>,
    queue: Pick<PrintQueue, 'watch'>,
    settings: () => Settings,
    only: string | null = null,
  ) {
    this.#find = find;
    this.#queue = queue;
    this.#settings = settings;
    this.#only = only;
  }

  /** Throws the fault `printer-unavailable` if a printer cannot print so. */
  async plan(labels: readonly RoutedLabel[], wishes: PrintWishes): Promise<PrintPlan> {
    const { routes: own, printer, labelsPerJob } = this.#settings();
    const only = wishes.printer ?? this.#only;
    const names: RoutesTo<string> =
      only === null ? { ...own, otherwise: printer } : { byPaper: {}, zpl: null, otherwise: only };
    const found = await this.#findAll(names);
    const { copies, sheet } = wishes;
    const info =
      sheet === null
        ? planPrint(labels, routeAll(names, found), labelsPerJob)
        : planSheets(labels, names.byPaper.a4 ?? names.otherwise, { ...sheet, copies });
    const unrouted = info.unrouted.length;
    if (unrouted > 0 && [...found.values()].some((one) => one.ok && one.value.isRaw === true)) {
      const detail = `it takes only ZPL: ${unrouted} labels did not come so`;
      throwFault('printer-unavailable', { reached: 'no', detail });
    }
    const jobs = info.jobs.map((job) => {
      const one = found.get(job.printer);
      if (one?.ok !== true) {
        const { detail, ...reason } = one?.fault ?? fault('printer-unavailable', { reached: 'no' });
        throw new FaultError({ ...reason, detail: `${job.printer}: ${detail ?? 'not there'}` });
      }
      if (sheet !== null && one.value.language !== 'pdf')
        refusePrinter(job.printer, 'a label printer has no A4 sheets');
      return { ...job, printer: one.value.printer };
    });
    return { info, jobs };
  }

  /** Returns true if the present choices print labels that come as ZPL as pictures. */
  async printsZplDrawn(): Promise<boolean> {
    const { copies, perSheet } = this.#settings();
    if (perSheet !== null) return true;
    const label = { shipmentId: 0, paper: labelPaper, pages: 1, hasZpl: true };
    const wishes = { printer: null, copies, sheet: null };
    const planned = await catchFaults(async () => ok(await this.plan([label], wishes)));
    if (!planned.ok) return true;
    const { jobs, unrouted } = planned.value.info;
    return unrouted.length > 0 || jobs.some(({ kind }) => kind !== 'zpl');
  }

  /** Returns the mark of a label that was printed so often before, if the settings want one. */
  markReprint(timesPrinted: number): string | null {
    const { markReprints, language } = this.#settings();
    if (!markReprints || timesPrinted === 0) return null;
    // As people count: the second print is the second copy.
    return language === 'pt-BR' ? `${timesPrinted + 1}ª via` : `Reprint ${timesPrinted + 1}`;
  }

  async find(name: string): Promise<Printer | null> {
    const found = await this.#find(name);
    return found.ok ? found.value.printer : null;
  }

  /** Returns the same printer with its jobs in the queue, as those of these labels. */
  watch(printer: Printer, subject: Subject, shipmentIds: readonly number[]): Printer {
    const labels = shipmentIds.length;
    return this.#queue.watch(printer, { ...describeSubject(subject, shipmentIds), labels });
  }

  /**
   * Returns the way of a PDF that contains no labels to this printer. `ids`: the shipments that it
   * is about; `drawn`: it fits a label printer, which gets pictures.
   */
  async openPaperWay(
    name: string,
    subject: Subject,
    {
      ids = [],
      drawn = false,
    }: { readonly ids?: readonly number[]; readonly drawn?: boolean } = {},
  ): Promise<(file: Omit<PrintFile, 'kind'>) => Promise<void>> {
    const { language, printer } = need(await this.#find(name));
    if (language !== 'pdf' && !drawn) refusePrinter(name, 'a label printer without a driver');
    const { again: _, ...about } = describeSubject(subject, ids);
    const watched = this.#queue.watch(printer, { ...about, labels: 0 });
    return async (file) => {
      const end = need(await watched.print({ ...file, kind: 'pdf' }));
      if (end === 'cancelled') throwFault('cancelled');
    };
  }

  /** Papers that follow labels are printed one after the other. */
  async printPapers(work: () => Promise<void>): Promise<void> {
    this.#papersUnderWay += 1;
    try {
      await this.#papers.run(work);
    } finally {
      this.#papersUnderWay -= 1;
    }
  }

  get isPrintingPapers(): boolean {
    return this.#papersUnderWay > 0;
  }

  async #findAll({ byPaper, zpl, otherwise }: RoutesTo<string>) {
    const names = new Set([...Object.values(byPaper), zpl, otherwise]);
    const finding = [...names]
      .filter((name) => name !== null)
      .map(async (name) => [name, await this.#find(name)] as const);
    return new Map(await Promise.all(finding));
  }
}

function routeAll(
  { byPaper, zpl, otherwise }: RoutesTo<string>,
  found: ReadonlyMap<string, Result<LabelPrinter>>,
): RoutesTo<Route> {
  const routeTo = (name: string | null): Route | null => {
    if (name === null) return null;
    const one = found.get(name);
    // A missing one is reported when a label needs it.
    return one?.ok === true ? { ...one.value, printer: name } : { printer: name, language: 'pdf' };
  };
  return {
    byPaper: Object.fromEntries(
      Object.entries(byPaper).map(([paper, name]) => [paper, routeTo(name)]),
    ),
    zpl: routeTo(zpl),
    otherwise: routeTo(otherwise),
  };
}

function refusePrinter(name: string, why: string): never {
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
    kind: 'pdf' as const,
    rendered: false,
    paper: a4Paper,
    shipmentIds,
    pages,
  };
  return { jobs: [one], unrouted: [] };
}

function describeSubject({ grouping, shipments }: Subject, ids: readonly number[]) {
  const wanted = new Set(ids);
  const going = shipments.filter(({ shipment }) => wanted.has(shipment.id));
  return {
    groupingId: grouping.id,
    groupingName: nameGrouping(grouping.id, grouping.identification),
    places: joinPlaces(going.map(({ position }) => position)),
    again: going.filter(({ label }) => label.timesPrinted > 0).length,
  };
}
