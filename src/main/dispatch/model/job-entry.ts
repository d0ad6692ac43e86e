import type { LabelSnapshot, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import type { EntryRecord, FileRecord, LabelRecord } from '../journal/records.ts';
import { pendingLabel } from './label-state.ts';
import type { LabelContent } from './label-state.ts';
import { isRetryable } from './label-faults.ts';

/** One shipment of a job: what is shown of it, and its label's files. */
export interface JobEntry {
  readonly snapshot: ShipmentSnapshot;
  readonly files: readonly FileRecord[];
}

export function makeEntry(shipment: Shipment, position: number): JobEntry {
  return { snapshot: { position, shipment, label: pendingLabel, checkedAtMs: null }, files: [] };
}

export function restoreEntry(
  { shipment, position, checkedAtMs, label, files }: EntryRecord,
  printRunId: number | null,
): JobEntry {
  const { fault, state } = label;
  const restored: LabelSnapshot = {
    ...sumContent(files),
    ...label,
    leftOut: [],
    printRunId,
    retryable: state === 'failed' && fault !== null && isRetryable(fault.kind),
  };
  return { snapshot: { position: position ?? 0, shipment, label: restored, checkedAtMs }, files };
}

/** The files together, in the order of the ERP's list. */
export function sumContent(files: readonly FileRecord[]): Omit<LabelContent, 'leftOut'> {
  const contents = files.flatMap(({ content }) => (content === null ? [] : [content]));
  return {
    formats: contents.map(({ format }) => format),
    pages: contents.reduce((sum, { pages }) => sum + pages, 0),
    bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** What of a label survives: work under way does not, it begins again. */
export function toLabelRecord({ state, fault, accepted, timesPrinted }: LabelSnapshot): LabelRecord {
  const kept = state === 'locating' || state === 'downloading' ? 'pending' : state;
  return { state: kept, fault, accepted, timesPrinted };
}
