import type {
  Fault,
  Grouping,
  GroupingDifference,
  LabelSnapshot,
  PrintVerdict,
  Shipment,
} from '../../../shared/index.ts';
import { makeDifference } from './grouping-merge.ts';
import type { JobEntry } from './job-entry.ts';
import type { JobList } from './job-list.ts';
import type { JobCore } from './job-state.ts';
import type { FileRecord, JournalChange } from '../journal/records.ts';
import { allowsConclusion } from './label-state.ts';

/** A change of the job that must survive. What is not given stays. */
export interface ModelChange extends Pick<
  JournalChange,
  'checks' | 'events' | 'printRun' | 'floorSeq' | 'heard' | 'claimed' | 'unclaimed' | 'tellings'
> {
  readonly core?: JobCore;
  readonly grouping?: Omit<Grouping, 'shipments'>;
  readonly difference?: GroupingDifference | null;
  readonly fault?: Fault | null;
  readonly pdfPath?: string | null;
  readonly zplPath?: string | null;
  readonly printVerdict?: PrintVerdict | null;
  /** The whole list of the ERP, in its order; shipments that are not in it are gone. */
  readonly list?: readonly Shipment[];
  readonly labels?: readonly LabelChange[];
}

export interface LabelChange {
  readonly id: number;
  readonly label: LabelSnapshot;
  readonly files?: readonly FileRecord[];
}

/** What a label can share with another one. */
export function listKeys(files: readonly FileRecord[]): Set<string> {
  return new Set(
    files.flatMap(({ urlHash, content }) => [
      `url ${urlHash}`,
      ...(content === null ? [] : [`file ${content.sha256}`]),
    ]),
  );
}

/**
 * What came or was issued anew is no open question any more once it is printed or accepted since; what came back as it
 * had been is one, because its parcel may have been put aside.
 */
export function dropAnswered(
  difference: GroupingDifference | null,
  updates: ReadonlyMap<number, JobEntry>,
): GroupingDifference | null {
  if (difference === null) return null;
  const isOpen = ({ id }: Shipment): boolean => {
    const update = updates.get(id);
    return update === undefined || !allowsConclusion(update.snapshot.label);
  };
  const [added, changed] = [difference.added.filter(isOpen), difference.changed.filter(isOpen)];
  const isSame = added.length === difference.added.length && changed.length === difference.changed.length;
  return isSame ? difference : makeDifference({ added, removed: difference.removed, changed });
}

/** The entries that a change leaves different. */
export function makeUpdates(
  list: JobList,
  labels: readonly LabelChange[],
  checks: NonNullable<ModelChange['checks']>,
): ReadonlyMap<number, JobEntry> {
  const updates = new Map<number, JobEntry>();
  const current = (id: number): JobEntry => {
    const entry = updates.get(id) ?? list.get(id);
    if (entry === null) throw new Error(`shipment ${id} is not in the list`);
    return entry;
  };
  for (const { id, label, files } of labels) {
    const entry = current(id);
    updates.set(id, { snapshot: { ...entry.snapshot, label }, files: files ?? entry.files });
  }
  for (const { shipmentId, checkedAtMs, scannedVolumes } of checks) {
    const entry = current(shipmentId);
    updates.set(shipmentId, { ...entry, snapshot: { ...entry.snapshot, checkedAtMs, scannedVolumes } });
  }
  return updates;
}
