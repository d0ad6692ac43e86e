import { fault } from '../../../shared/index.ts';
import type { Fault, PrintVerdict, Result } from '../../../shared/index.ts';
import type { LabelTally, SpoolEvent, SpoolOutcome } from '../../printing/index.ts';
import type { PrintOutcome } from '../journal/records.ts';
import { readVerdict } from './label-places.ts';
import type { PlacedLabels } from '../journal/records.ts';
import { doubt, assumeUnsent } from '../journal/print-verdict.ts';

/** What a printer said of one spool job. */
export interface SpoolReport {
  readonly result: Result<SpoolOutcome>;
  /** The printer's own count, as it was last told. */
  readonly tally: LabelTally | null;
  /** Whether the system ever said that it was printing. */
  readonly begun: boolean;
}

/** Gathers what is told while a spool job runs. */
export class SpoolWatch {
  #tally: LabelTally | null = null;
  #begun: boolean;

  /** `begun`: something happened before anybody watched. */
  constructor(begun = false) {
    this.#begun = begun;
  }

  readonly hear = ({ state, labels }: SpoolEvent): void => {
    if (state === 'printing' || state === 'held') this.#begun = true;
    if (labels !== null) this.#tally = labels;
  };

  report(result: Result<SpoolOutcome>): SpoolReport {
    return { result, tally: this.#tally, begun: this.#begun };
  }
}

export interface SpoolEnd {
  /** `unknown` where something is in doubt. */
  readonly outcome: Exclude<PrintOutcome, 'running'>;
  /** Null where it ended well. */
  readonly fault: Fault | null;
  /** What became of the spool job's own labels. */
  readonly labels: PrintVerdict;
}

/**
 * What is true of a spool job's labels after this report. `placed` counts only where the printer has
 * counted.
 */
export function findSpoolEnd(report: SpoolReport, shipmentIds: readonly number[], placed: PlacedLabels): SpoolEnd {
  const { result, tally } = report;
  if (result.ok && result.value === 'done') {
    return { outcome: 'done', fault: null, labels: { printed: shipmentIds, perhaps: [], not: [] } };
  }
  const labels = tally === null ? judgeUncounted(report, shipmentIds) : judgeCounted(tally, shipmentIds, placed);
  const why = findFault(result);
  if (labels.perhaps.length > 0) {
    const reached = why.reached === 'yes' ? 'yes' : 'maybe';
    return { outcome: 'unknown', fault: { ...why, kind: 'print-unknown', reached }, labels };
  }
  const isCancelled = why.kind === 'cancelled' || (result.ok && result.value === 'cancelled');
  const known = why.kind === 'print-unknown' ? { ...why, kind: 'print-failed' as const } : why;
  return { outcome: isCancelled ? 'cancelled' : 'failed', fault: known, labels };
}

/** The shipments that are on paper for sure while a spool job goes on. */
export function countOnPaper(tally: LabelTally, placed: PlacedLabels): readonly number[] {
  return fitsFile(tally, placed) ? readVerdict(placed, tally).printed : [];
}

function fitsFile({ printed, perhaps, not }: LabelTally, { total }: PlacedLabels): boolean {
  return total === printed + perhaps + not;
}

/** A count that cannot be laid over the file still tells whether anything was sent at all. */
function judgeCounted(tally: LabelTally, shipmentIds: readonly number[], placed: PlacedLabels): PrintVerdict {
  if (tally.printed + tally.perhaps === 0) return assumeUnsent(shipmentIds);
  return fitsFile(tally, placed) ? readVerdict(placed, tally) : doubt(shipmentIds);
}

function judgeUncounted({ result, begun }: SpoolReport, shipmentIds: readonly number[]): PrintVerdict {
  const mayBeOut = result.ok
    ? result.value === 'unknown' || begun
    : result.fault.kind === 'print-unknown' || result.fault.reached !== 'no';
  return mayBeOut ? doubt(shipmentIds) : assumeUnsent(shipmentIds);
}

function findFault(result: Result<SpoolOutcome>): Fault {
  if (!result.ok) return result.fault;
  if (result.value === 'cancelled') return fault('print-failed', { detail: 'the spool job was cancelled' });
  return fault('print-unknown', { reached: 'maybe' });
}
