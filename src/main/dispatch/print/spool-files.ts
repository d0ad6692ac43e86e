import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countPapers, hasLabel, readState } from '#shared/domain/job.ts';
import type { SheetLayout } from '#shared/domain/labels.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import {
  asksAboutPaper,
  fault,
  type Fault,
  isCancelled,
  type Result,
} from '#shared/faults/faults.ts';
import type { PrintLayout } from '#shared/label-route.ts';
import type { WrittenBook } from '../../labels/index.ts';
import type {
  DrawnPages,
  LabelTally,
  PrintFile,
  PrintWishes,
  RoutedLabel,
  SpoolJob,
  SpoolOutcome,
} from '../../printing/index.ts';
import { need, refuse, throwFault } from '../../os/errors.ts';
import { makeFolder, removeQuietly, workOnDisk } from '../../os/files.ts';
import { Serial } from '#shared/serial.ts';
import { mapAtOnce } from '../collect/pool.ts';
import {
  assumeUnsent,
  doubt,
  type LabelPlace,
  type PlacedLabels,
  type PrintOutcome,
} from '../../journal/index.ts';
import { makeFileName } from './file-name.ts';
import type { JobParts } from './parts.ts';

/**
 * Labels fetched at once if a print needs files that were not read yet in this run of the program.
 */
const lookups = 16;

/** One label per page, once. */
export const plainLayout: PrintLayout = { copies: 1, sheet: null };

/** The spool job's number within its print, from 1. */
export interface SpoolTurn {
  readonly number: number;
  /** Null: others may follow, nobody knows how many. */
  readonly of: number | null;
}

export interface SpoolFile {
  readonly file: Omit<PrintFile, 'title'>;
  /** Each shipment's place in it, as its printer counts labels. */
  readonly placed: PlacedLabels;
  /** Removes a part of a print from the disk; the merged file stays, because people look for it. */
  readonly remove: () => Promise<void>;
}

/** The labels of a ZPL job that were drawn, with the pages of each. */
interface DrawnPart {
  readonly file: DrawnPages;
  readonly counts: ReadonlyMap<number, number>;
}

/** The files of spool jobs, which are the merged files of people where a print is one spool job. */
export class SpoolFiles {
  readonly #parts;
  readonly #services;
  readonly #model;
  readonly #book;
  /** One file is written at a time, and none while it is being printed. */
  readonly writing = new Serial();

  constructor(parts: JobParts) {
    this.#parts = parts;
    this.#services = parts.services;
    this.#model = parts.model;
    this.#book = parts.book;
  }

  /**
   * Returns the selected shipments, in list order or as requested; throws a fault if one that
   * `mustBeThere` has no label.
   */
  select(
    shipmentIds: readonly number[] | undefined,
    otherwise: 'all' | 'unprinted',
    mustBeThere = true,
  ): readonly number[] {
    const entries = this.#model.entries();
    if (shipmentIds === undefined) {
      const wanted = entries.filter(({ label }) =>
        otherwise === 'all' ? hasLabel(label) : readState(label) === 'ready',
      );
      return wanted.map(({ shipment }) => shipment.id);
    }
    const asked = new Set(shipmentIds);
    const byId = new Map(entries.map((entry) => [entry.shipment.id, entry]));
    const wanted = [...asked].flatMap((id) => byId.get(id) ?? []);
    if (wanted.length < asked.size) refuse('not a shipment of this grouping');
    const missing = wanted.filter(({ label }) => !hasLabel(label)).length;
    if (missing > 0 && mustBeThere) throwFault('not-ready', { detail: `${missing} without label` });
    return wanted.map(({ shipment }) => shipment.id);
  }

  async #describeLabels(
    shipmentIds: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly RoutedLabel[]> {
    const ids = this.select(shipmentIds, 'all');
    await this.ensure(ids, signal);
    return ids.map((shipmentId) => {
      const { label } = this.#model.entry(shipmentId);
      const behind = this.#parts.danfes.findBehind(shipmentId).length;
      return {
        shipmentId,
        paper: this.#parts.fetcher.findPaper(shipmentId),
        pages: countPapers(label, this.#hasDanfePrinter()) + behind,
        hasZpl: label.hasZpl,
      };
    });
  }

  /** The effect of a print of these labels. */
  async plan(ids: readonly number[], wishes: PrintWishes, signal: AbortSignal) {
    return this.#services.printing.plan(await this.#describeLabels(ids, signal), wishes);
  }

  /** Ensures the labels' files on this disk and in the book, and a folder for writing. */
  async prepare(ids: readonly number[], signal: AbortSignal) {
    await this.ensure(ids, signal);
    await workOnDisk(() => makeFolder(this.#services.outDir));
  }

  /** Writes the merged files of these labels, and stores their paths for people. */
  async writeMerged(ids: readonly number[], layout: PrintLayout, isPrint = true) {
    const base = this.#makeBasePath(ids);
    const pdf = await this.#writeDrawnPdf(ids, `${base}.pdf`, layout, isPrint);
    let zplPath: string | null = null;
    if (ids.some((id) => this.#model.files(id).some(({ content }) => content?.hasZpl === true))) {
      const entries = this.#makeEntries(ids, isPrint);
      const zpl = need(await this.#book.writeZpl(entries, `${base}.zpl`));
      if (zpl.bytes > 0) zplPath = zpl.path;
    }
    this.#model.apply({ pdfPath: pdf.path, zplPath });
    return pdf;
  }

  #makeBasePath(ids: readonly number[]) {
    const all = this.#model.entries().filter(({ label }) => hasLabel(label)).length;
    const { jobId, grouping } = this.#model;
    const others = this.#services.journal.past.jobs({ groupingIds: [grouping.id] }).length - 1;
    // A grouping of another company may have the same id and name.
    const mark = others > 0 ? `-${jobId}` : '';
    const name = `${makeFileName(grouping)}${mark}`;
    return join(this.#services.outDir, ids.length < all ? `${name}-partial` : name);
  }

  async #writeDrawnPdf(
    ids: readonly number[],
    path: string,
    layout: PrintLayout,
    isPrint: boolean,
  ) {
    await mapAtOnce(Infinity, ids, (id) => this.#parts.collector.ensureDrawn(id));
    return this.writePages(ids, path, layout, isPrint);
  }

  /**
   * A label that cannot be drawn for a look may still go to a ZPL printer: a fault here does not
   * affect it.
   */
  async writePages(
    ids: readonly number[],
    path: string,
    { copies, sheet }: PrintLayout,
    isPrint: boolean,
  ) {
    const options = sheet === null ? { copies } : { copies, sheet };
    return need(await this.#book.writePdf(this.#makeEntries(ids, isPrint), path, options));
  }

  #hasDanfePrinter() {
    return this.#services.settings().danfePrinter !== null;
  }

  /** Only a print marks its reprints. */
  #makeEntries(ids: readonly number[], isPrint: boolean) {
    const { printing } = this.#services;
    return ids.flatMap((id) => {
      const { timesPrinted } = this.#model.entry(id).label;
      const text = isPrint ? printing.markReprint(timesPrinted) : null;
      const mark = text === null ? {} : { mark: text };
      const papers = this.#hasDanfePrinter() ? { papers: 'labels' as const } : {};
      const own = (this.#parts.fetcher.findPaths(id) ?? []).map((path) => ({
        path,
        ...mark,
        ...papers,
      }));
      return [...own, ...this.#parts.danfes.findBehind(id)];
    });
  }

  /**
   * Writes the file of a spool job: a single one prints the merged file; each of several a part,
   * uniquely named.
   */
  async writeSpoolFile(
    job: SpoolJob,
    turn: SpoolTurn,
    layout: PrintLayout,
    signal: AbortSignal,
  ): Promise<SpoolFile> {
    await this.prepare(job.shipmentIds, signal);
    return job.kind === 'pdf'
      ? this.#writePdf(job, turn, layout)
      : this.#writeZpl(job, turn, layout.copies);
  }

  async #writePdf(
    { shipmentIds }: SpoolJob,
    turn: SpoolTurn,
    layout: PrintLayout,
  ): Promise<SpoolFile> {
    const isPart = turn.of !== 1;
    const written = isPart
      ? await this.#writeDrawnPdf(shipmentIds, this.#findPartPath(turn, '.pdf'), layout, true)
      : await this.writeMerged(shipmentIds, layout);
    const { path, paper } = written;
    const counts = this.#countPages(shipmentIds, written);
    const pages = Array.from(counts, ([shipmentId, count]) => ({ shipmentId, count }));
    return {
      file: paper === undefined ? { path, kind: 'pdf' } : { path, kind: 'pdf', paper },
      placed: placePages(pages, layout.copies, layout.sheet),
      remove: isPart ? () => removeQuietly(path) : () => Promise.resolve(),
    };
  }

  async #writeZpl({ shipmentIds }: SpoolJob, turn: SpoolTurn, copies: number): Promise<SpoolFile> {
    const isOwn = (id: number): boolean => this.#model.entry(id).label.hasZpl;
    const drawnIds = shipmentIds.filter((id) => !isOwn(id));
    const ownIds = shipmentIds.filter(isOwn);
    // The job stores only its merged PDF and ZPL files, to remove them when they are old.
    const isPart = turn.of !== 1 || drawnIds.length > 0;
    const path = isPart
      ? this.#findPartPath(turn, '.zpl')
      : `${this.#makeBasePath(shipmentIds)}.zpl`;
    const written = await this.#book.writeZpl(this.#makeEntries(ownIds, true), path);
    const { labelEnds = [] } = need(written);
    if (!isPart) this.#model.apply({ zplPath: path });
    const ends = this.#groupByShipment(ownIds, labelEnds);
    let drawn: DrawnPart | null = null;
    try {
      if (drawnIds.length > 0) drawn = await this.#writeDrawn(shipmentIds, ends, drawnIds, turn);
    } catch (error) {
      await removeQuietly(path);
      throw error;
    }
    const counts = shipmentIds.map((shipmentId) => {
      const count = drawn?.counts.get(shipmentId) ?? ends.get(shipmentId)?.flat().length ?? 0;
      return { shipmentId, count };
    });
    const file = { path, kind: 'zpl', copies, labelEnds: labelEnds.flat() } as const;
    return {
      file: drawn === null ? file : { ...file, drawn: drawn.file },
      placed: placeFormats(counts, copies),
      remove: async () => {
        if (isPart) await removeQuietly(path);
        if (drawn !== null) await removeQuietly(drawn.file.path);
      },
    };
  }

  /** The labels of a ZPL job that did not come as ZPL, each in its place among the others. */
  async #writeDrawn(
    shipmentIds: readonly number[],
    endsOf: ReadonlyMap<number, readonly (readonly number[])[]>,
    drawnIds: readonly number[],
    turn: SpoolTurn,
  ): Promise<DrawnPart> {
    const partPath = this.#findPartPath(turn, '-drawn.pdf');
    // The printer gets all of it once per copy.
    const written = await this.#writeDrawnPdf(drawnIds, partPath, plainLayout, true);
    const { path, paper } = written;
    const counts = this.#countPages(drawnIds, written);
    const places: { at: number; pages: number }[] = [];
    let at = 0;
    for (const id of shipmentIds) {
      const ends = endsOf.get(id);
      if (ends === undefined) places.push({ at, pages: counts.get(id) ?? 0 });
      else at = ends.flat().at(-1) ?? at;
    }
    return { file: paper === undefined ? { path, places } : { path, places, paper }, counts };
  }

  /** Returns the pages of each label in a written PDF, papers of invoices included. */
  #countPages(shipmentIds: readonly number[], { entryPages = [] }: WrittenBook) {
    const pages = this.#groupByShipment(shipmentIds, entryPages);
    return new Map(
      Array.from(pages, ([id, own]) => [id, own.reduce((sum, count) => sum + count, 0)]),
    );
  }

  /** Gives each shipment its part of a list that has one value for each entry of a book. */
  #groupByShipment<T>(shipmentIds: readonly number[], ofEntries: readonly T[]) {
    let first = 0;
    return new Map(
      shipmentIds.map((id) => {
        const end = first + this.#makeEntries([id], false).length;
        const own = ofEntries.slice(first, end);
        first = end;
        return [id, own];
      }),
    );
  }

  #findPartPath({ number, of }: SpoolTurn, extension: string) {
    const name = `${makeFileName(this.#model.grouping)}-${number}${of === null ? '' : `-of-${of}`}`;
    for (let copy = 1; ; copy += 1) {
      const path = join(
        this.#services.outDir,
        `${name}${copy === 1 ? '' : `-${copy}`}${extension}`,
      );
      if (!existsSync(path)) return path;
    }
  }

  async ensure(ids: readonly number[], signal: AbortSignal) {
    await mapAtOnce(lookups, ids, (id) => this.#parts.collector.ensure(id, signal));
    await this.#parts.danfes.prepareBehind(ids, signal);
    if (ids.some((id) => this.#model.judge.asksAboutPages(id))) throwFault('label-many-pages');
  }
}

interface CountedLabel {
  readonly shipmentId: number;
  readonly count: number;
}

/** Pages of a PDF, each copy right after the label itself. */
export function placePages(
  labels: readonly CountedLabel[],
  copies: number,
  sheet: SheetLayout | null,
): PlacedLabels {
  const pages = placeInARow(
    labels.map(({ shipmentId, count }) => ({ shipmentId, count: count * copies })),
  );
  if (sheet === null) return pages;
  const sheetOf = (page: number): number => Math.floor((sheet.start - 1 + page) / sheet.perSheet);
  return {
    places: pages.places.map(({ shipmentId, first, end }) => ({
      shipmentId,
      first: sheetOf(first),
      end: end === first ? sheetOf(first) : sheetOf(end - 1) + 1,
    })),
    total: pages.total === 0 ? 0 : sheetOf(pages.total - 1) + 1,
  };
}

/**
 * ZPL formats; the printer gets the whole batch once per copy, so a label is done with its last
 * copy.
 */
export function placeFormats(labels: readonly CountedLabel[], copies: number): PlacedLabels {
  const { places, total } = placeInARow(labels);
  const lastCopy = (copies - 1) * total;
  return {
    places: places.map((place) => ({
      ...place,
      end: place.end === place.first ? place.end : place.end + lastCopy,
    })),
    total: total * copies,
  };
}

function placeInARow(labels: readonly CountedLabel[]): PlacedLabels {
  let total = 0;
  const places = labels.map(({ shipmentId, count }) => {
    const first = total;
    total += count;
    return { shipmentId, first, end: total };
  });
  return { places, total };
}

/**
 * Returns the verdict by the printer's count: printed if all of a shipment's label is, not if none
 * can be.
 */
export function readVerdict(
  { places }: PlacedLabels,
  { printed, perhaps }: LabelTally,
): PrintVerdict {
  const standOf = ({ first, end }: LabelPlace): keyof PrintVerdict => {
    if (end > first && end <= printed) return 'printed';
    return first >= printed + perhaps ? 'not' : 'perhaps';
  };
  const withStand = (stand: keyof PrintVerdict): readonly number[] =>
    places.filter((place) => standOf(place) === stand).map(({ shipmentId }) => shipmentId);
  return { printed: withStand('printed'), perhaps: withStand('perhaps'), not: withStand('not') };
}

export interface SpoolReport {
  readonly result: Result<SpoolOutcome>;
  /** The printer's own last count. */
  readonly tally: LabelTally | null;
  /** True if the system ever reported printing. */
  readonly begun: boolean;
}

export interface SpoolEnd {
  /** `unknown` if something is in doubt. */
  readonly outcome: Exclude<PrintOutcome, 'running'>;
  /** Null if it ended well. */
  readonly fault: Fault | null;
  readonly labels: PrintVerdict;
}

/**
 * Returns the verdict on a spool job's labels after this report. `placed` counts only if the
 * printer has counted.
 */
export function findSpoolEnd(
  report: SpoolReport,
  shipmentIds: readonly number[],
  placed: PlacedLabels,
): SpoolEnd {
  const { result, tally } = report;
  if (result.ok && result.value === 'done')
    return { outcome: 'done', fault: null, labels: { printed: shipmentIds, perhaps: [], not: [] } };
  const labels =
    tally === null ? judgeUncounted(report, shipmentIds) : judgeCounted(tally, shipmentIds, placed);
  const reason = findFault(result);
  if (labels.perhaps.length > 0) {
    const reached = reason.reached === 'yes' ? 'yes' : 'maybe';
    return { outcome: 'unknown', fault: { ...reason, kind: 'print-unknown', reached }, labels };
  }
  const wasCancelled = isCancelled(reason) || (result.ok && result.value === 'cancelled');
  const known =
    reason.kind === 'print-unknown' ? { ...reason, kind: 'print-failed' as const } : reason;
  return { outcome: wasCancelled ? 'cancelled' : 'failed', fault: known, labels };
}

/** Returns the shipments that are certainly on paper while a spool job goes on. */
export function countOnPaper(tally: LabelTally, placed: PlacedLabels): readonly number[] {
  return fitsFile(tally, placed) ? readVerdict(placed, tally).printed : [];
}

function fitsFile({ printed, perhaps, not }: LabelTally, { total }: PlacedLabels): boolean {
  return total === printed + perhaps + not;
}

/** A count that does not match the file still tells whether anything was sent at all. */
function judgeCounted(
  tally: LabelTally,
  shipmentIds: readonly number[],
  placed: PlacedLabels,
): PrintVerdict {
  if (tally.printed + tally.perhaps === 0) return assumeUnsent(shipmentIds);
  return fitsFile(tally, placed) ? readVerdict(placed, tally) : doubt(shipmentIds);
}

function judgeUncounted(
  { result, begun }: SpoolReport,
  shipmentIds: readonly number[],
): PrintVerdict {
  const mayBeOut = result.ok
    ? result.value === 'unknown' || begun
    : asksAboutPaper(result.fault) || result.fault.reached !== 'no';
  return mayBeOut ? doubt(shipmentIds) : assumeUnsent(shipmentIds);
}

function findFault(result: Result<SpoolOutcome>): Fault {
  if (!result.ok) return result.fault;
  if (result.value === 'cancelled')
    return fault('print-failed', { reached: 'no', detail: 'the spool job was cancelled' });
  return fault('print-unknown', { reached: 'maybe' });
}
