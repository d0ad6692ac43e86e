import { isDeepStrictEqual } from 'node:util';
import {
  isSettled,
  type LabelSnapshot,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { GroupingDifference, ListedInvoice, Shipment } from '#shared/domain/records.ts';
import { makeEntry, restoreEntry } from './job-entry.ts';
import type { EntryRecord, FileRecord, JobHead, JournalChange } from '../../journal/index.ts';
import type { LabelChange } from './label-state.ts';
import { makeDifference } from './grouping-merge.ts';
import type { JobCore } from './job-state.ts';

/**
 * Sums over the labels: the job's own state follows from them, without counting all again at each
 * change.
 */
const counted = {
  total: () => true,
  settled: isSettled,
  ready: (label) => readState(label) === 'ready',
  printed: (label) => readState(label) === 'printed',
  /** Their files are here. */
  there: ({ file }) => file === 'ready',
  read: ({ file, reading }) => file === 'ready' && reading !== null,
  withheld: ({ file }) => file === 'withheld',
  late: ({ file }) => file === 'late',
} satisfies Readonly<Record<string, (label: LabelSnapshot) => boolean>>;

const countedKeys = Object.keys(counted) as (keyof typeof counted)[];
export type Tally = Readonly<Record<keyof typeof counted, number>>;

export function tallyLabels(labels: readonly LabelSnapshot[]): Tally {
  const none = Object.fromEntries(countedKeys.map((key) => [key, 0])) as Tally;
  return labels.reduce((tally, label) => addToTally(tally, label, 1), none);
}

function addToTally(before: Tally, label: LabelSnapshot, by: 1 | -1): Tally {
  const tally = { ...before };
  for (const key of countedKeys) if (counted[key](label)) tally[key] += by;
  return tally;
}

/** Changed rows by their shipments. */
type Updates = ReadonlyMap<number, ShipmentSnapshot>;

/** A grouping's shipments in list order, and those that left it and may come back. */
export class JobList {
  readonly shipments: readonly Shipment[];
  readonly gone: Map<number, ShipmentSnapshot>;
  readonly #entries: ShipmentSnapshot[];
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #files: Map<number, readonly FileRecord[]>;
  #tally: Tally;

  constructor(
    entries: readonly ShipmentSnapshot[],
    gone: Map<number, ShipmentSnapshot>,
    files: Map<number, readonly FileRecord[]>,
  ) {
    this.gone = gone;
    this.#files = files;
    this.#entries = [...entries];
    this.shipments = entries.map(({ shipment }) => shipment);
    this.#indexes = new Map(this.shipments.map(({ id }, index) => [id, index]));
    this.#tally = tallyLabels(entries.map(({ label }) => label));
  }

  static restore(records: readonly EntryRecord[]): JobList {
    const listed = records.filter(({ position }) => position !== null).map(restoreEntry);
    const gone = records.filter(({ position }) => position === null).map(restoreEntry);
    const files = new Map(records.map((one) => [one.shipment.id, one.files]));
    return new JobList(listed, new Map(gone.map((entry) => [entry.shipment.id, entry])), files);
  }

  get tally(): Tally {
    return this.#tally;
  }

  find(id: number): ShipmentSnapshot | null {
    return this.#entries[this.#indexes.get(id) ?? -1] ?? null;
  }

  /** Also one that has left the grouping. */
  findKnown(id: number): ShipmentSnapshot | null {
    return this.find(id) ?? this.gone.get(id) ?? null;
  }

  entry(id: number): ShipmentSnapshot {
    const entry = this.find(id);
    if (entry === null) throw new Error(`shipment ${id} is not in the list`);
    return entry;
  }

  entries(): readonly ShipmentSnapshot[] {
    return this.#entries.slice();
  }

  /** None of a shipment that has left the list. */
  files(id: number): readonly FileRecord[] {
    return (this.find(id) && this.#files.get(id)) ?? [];
  }

  putFiles(labels: readonly LabelChange[]): void {
    for (const { id, files } of labels) if (files !== undefined) this.#files.set(id, files);
  }

  /** Returns the scanned rows whose check is void after these changes. */
  listScanned(labels: readonly LabelChange[]): readonly number[] {
    return labels.flatMap(({ id, voidsCheck = false }) => {
      const row = this.findKnown(id);
      const isScanned = row !== null && (row.checkedAtMs ?? row.scannedVolumes) !== null;
      return voidsCheck && isScanned ? [id] : [];
    });
  }

  tallyWith(updates: Updates): Tally {
    let tally = this.#tally;
    for (const [id, { label }] of updates) {
      const before = this.find(id);
      if (before !== null) tally = addToTally(addToTally(tally, before.label, -1), label, 1);
    }
    return tally;
  }

  put(updates: Updates): void {
    this.#tally = this.tallyWith(updates);
    for (const [id, entry] of updates) {
      const index = this.#indexes.get(id);
      if (index === undefined) this.gone.set(id, entry);
      else this.#entries[index] = entry;
    }
  }

  /**
   * Returns the list by the ERP's present one. Known shipments keep everything, even after an
   * absence.
   */
  relist(shipments: readonly Shipment[]): JobList {
    const known = new Map([
      ...this.gone,
      ...this.#entries.map((entry) => [entry.shipment.id, entry] as const),
    ]);
    const entries = shipments.map((shipment, index) => {
      const entry = known.get(shipment.id) ?? makeEntry(shipment, index + 1);
      known.delete(shipment.id);
      return { ...entry, shipment: keepLearned(entry.shipment, shipment), position: index + 1 };
    });
    return new JobList(entries, known, this.#files);
  }

  /** Returns the shipments that changed or moved, for the journal. */
  listChanged(before: JobList) {
    const known = new Map(before.#listRows().map((row) => [row.shipment.id, row]));
    return this.#listRows().filter(({ shipment, position }) => {
      const was = known.get(shipment.id);
      return was?.shipment !== shipment || was.position !== position;
    });
  }

  /** Without a position, it has left the grouping. */
  #listRows() {
    return [
      ...this.#entries,
      ...Array.from(this.gone.values(), ({ shipment }) => ({ shipment, position: null })),
    ];
  }
}

/**
 * Facts of an invoice from other answers stay while the list lacks them. Unchanged data stay the
 * same object.
 */
function keepLearned(before: Shipment, now: Shipment): Shipment {
  const { invoice } = before;
  const isSame = invoice !== null && invoice.id !== null && invoice.id === now.invoice?.id;
  const today = isSame ? completeInvoice(now, invoice) : now;
  return isDeepStrictEqual(before, today) ? before : today;
}

/** A change of the job that must survive. Omitted fields stay. */
export interface ModelChange
  extends Omit<JournalChange, 'head' | 'shipments' | 'labels'>, Partial<Omit<JobHead, 'state'>> {
  readonly core?: JobCore;
  /** The ERP's whole list, in its order; shipments that are not in it are gone. */
  readonly list?: readonly Shipment[];
  readonly labels?: readonly LabelChange[];
}

/** The keys that a label can share with another one. */
export function listKeys(files: readonly FileRecord[]): Set<string> {
  return new Set(
    files.flatMap(({ urlHash, content }) => [
      `url ${urlHash}`,
      ...(content === null ? [] : [`file ${content.sha256}`]),
    ]),
  );
}

/**
 * One that came or changed is no open question once printed or accepted; one that came back
 * unchanged may be aside.
 */
export function dropAnswered(
  difference: GroupingDifference | null,
  updates: Updates,
): GroupingDifference | null {
  if (difference === null) return null;
  const isOpen = ({ id }: Shipment): boolean => {
    const update = updates.get(id);
    if (update === undefined) return true;
    return update.label.waived === null && readState(update.label) !== 'printed';
  };
  const added = difference.added.filter(isOpen);
  const changed = difference.changed.filter(isOpen);
  const isSame =
    added.length === difference.added.length && changed.length === difference.changed.length;
  return isSame ? difference : makeDifference({ added, removed: difference.removed, changed });
}

export function makeUpdates(
  list: JobList,
  labels: readonly LabelChange[],
  checks: NonNullable<ModelChange['checks']>,
): Updates {
  const updates = new Map<number, ShipmentSnapshot>();
  const current = (id: number): ShipmentSnapshot => {
    const entry = updates.get(id) ?? list.findKnown(id);
    if (entry === null) throw new Error(`shipment ${id} is not in the list`);
    return entry;
  };
  for (const { id, label } of labels) updates.set(id, { ...current(id), label });
  for (const { shipmentId, checkedAtMs, scannedVolumes } of checks)
    updates.set(shipmentId, { ...current(shipmentId), checkedAtMs, scannedVolumes });
  return updates;
}

/**
 * Returns the shipment with known facts of its invoice that its list lacks; the same object if
 * there are none.
 */
export function completeInvoice(
  shipment: Shipment,
  { status, number, accessKey = null }: Pick<ListedInvoice, 'status' | 'number' | 'accessKey'>,
): Shipment {
  const { invoice } = shipment;
  if (invoice === null) return shipment;
  const isLearned = invoice.isLearned === true || (invoice.status === null && status !== null);
  const learned = {
    ...invoice,
    status: invoice.status ?? status,
    number: invoice.number ?? number,
    ...(accessKey !== null && { accessKey }),
    ...(isLearned && { isLearned }),
  };
  return isDeepStrictEqual(invoice, learned) ? shipment : { ...shipment, invoice: learned };
}
