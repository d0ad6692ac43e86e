import type { SheetLayout } from '#shared/domain/labels.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import { fail, fault, type Fault, type Result } from '#shared/faults/faults.ts';
import type { LabelTally, SpoolListener, SpoolOutcome } from '../../printing/index.ts';
import {
  assumeUnsent,
  doubt,
  type LabelPlace,
  type PlacedLabels,
  type PrintOutcome,
} from '../../journal/index.ts';
import type { JobServices } from '../types.ts';

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
  const isCancelled = reason.kind === 'cancelled' || (result.ok && result.value === 'cancelled');
  const known =
    reason.kind === 'print-unknown' ? { ...reason, kind: 'print-failed' as const } : reason;
  return { outcome: isCancelled ? 'cancelled' : 'failed', fault: known, labels };
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
    : result.fault.kind === 'print-unknown' || result.fault.reached !== 'no';
  return mayBeOut ? doubt(shipmentIds) : assumeUnsent(shipmentIds);
}

function findFault(result: Result<SpoolOutcome>): Fault {
  if (!result.ok) return result.fault;
  if (result.value === 'cancelled')
    return fault('print-failed', { reached: 'no', detail: 'the spool job was cancelled' });
  return fault('print-unknown', { reached: 'maybe' });
}

/** Follows a printer to its end; after a defect, uncounted labels are in doubt. */
export async function followPrinter(
  { log }: Pick<JobServices, 'log'>,
  work: (listener: SpoolListener) => Promise<Result<SpoolOutcome>>,
): Promise<SpoolReport> {
  let tally: LabelTally | null = null;
  let begun = false;
  const listener: SpoolListener = ({ state, labels }) => {
    if (state === 'printing' || state === 'held') begun = true;
    if (labels !== null) tally = labels;
  };
  let result: Result<SpoolOutcome>;
  try {
    result = await work(listener);
  } catch (error) {
    const detail = error instanceof Error ? error.name : null;
    log.warn('printer-defect', { error: detail });
    result = fail('print-unknown', { detail });
  }
  return { result, tally, begun };
}
