import type { LabelSnapshot, Shipment, ShipmentSnapshot } from '../../../shared/index.ts';
import { completeInvoice } from './complete-invoice.ts';
import { makeEntry, restoreEntry } from './job-entry.ts';
import type { JobEntry } from './job-entry.ts';
import type { EntryRecord } from '../journal/records.ts';
import { awaitsConclusion, isSettled } from './label-state.ts';

/** How many labels stand where: what the job's own state follows from, without counting anew at each change. */
export interface Tally {
  readonly total: number;
  readonly settled: number;
  readonly ready: number;
  readonly printed: number;
  /** Failed because the ERP gives them only after the conclusion. */
  readonly heldBack: number;
}

const noLabels: Tally = { total: 0, settled: 0, ready: 0, printed: 0, heldBack: 0 };

export function tallyLabels(labels: readonly LabelSnapshot[]): Tally {
  return labels.reduce((tally, label) => addToTally(tally, label, 1), noLabels);
}

function addToTally(tally: Tally, label: LabelSnapshot, by: 1 | -1): Tally {
  return {
    total: tally.total + by,
    settled: tally.settled + (isSettled(label) ? by : 0),
    ready: tally.ready + (label.state === 'ready' ? by : 0),
    printed: tally.printed + (label.state === 'printed' ? by : 0),
    heldBack: tally.heldBack + (label.state === 'failed' && awaitsConclusion(label) ? by : 0),
  };
}

/** A grouping's shipments in list order, and those that left it and may come back. */
export class JobList {
  /** Shipments that are not in the grouping any more. */
  readonly gone: ReadonlyMap<number, JobEntry>;
  readonly #entries: JobEntry[];
  readonly #snapshots: ShipmentSnapshot[];
  readonly #places: ReadonlyMap<number, number>;
  #tally: Tally;

  constructor(entries: readonly JobEntry[], gone: ReadonlyMap<number, JobEntry>) {
    this.gone = gone;
    this.#entries = [...entries];
    this.#snapshots = entries.map(({ snapshot }) => snapshot);
    this.#places = new Map(entries.map(({ snapshot }, index) => [snapshot.shipment.id, index]));
    this.#tally = tallyLabels(this.#snapshots.map(({ label }) => label));
  }

  /** `printRunIds`: each shipment's last print run. */
  static restore(records: readonly EntryRecord[], printRunIds: ReadonlyMap<number, number>): JobList {
    const entriesOf = (some: readonly EntryRecord[]): JobEntry[] =>
      some.map((record) => restoreEntry(record, printRunIds.get(record.shipment.id) ?? null));
    const gone = entriesOf(records.filter(({ position }) => position === null));
    return new JobList(
      entriesOf(records.filter(({ position }) => position !== null)),
      new Map(gone.map((entry) => [entry.snapshot.shipment.id, entry])),
    );
  }

  get tally(): Tally {
    return this.#tally;
  }

  get(id: number): JobEntry | null {
    const place = this.#places.get(id);
    return (place === undefined ? undefined : this.#entries[place]) ?? null;
  }

  /** A copy of the rows as they are now. */
  snapshots(): readonly ShipmentSnapshot[] {
    return this.#snapshots.slice();
  }

  findFirst(wanted: (entry: ShipmentSnapshot) => boolean): ShipmentSnapshot | null {
    return this.#snapshots.find(wanted) ?? null;
  }

  /** The tally as it would be with these entries. */
  tallyWith(updates: ReadonlyMap<number, JobEntry>): Tally {
    let tally = this.#tally;
    for (const [id, { snapshot }] of updates) {
      const before = this.get(id);
      if (before !== null) tally = addToTally(addToTally(tally, before.snapshot.label, -1), snapshot.label, 1);
    }
    return tally;
  }

  put(updates: ReadonlyMap<number, JobEntry>): void {
    this.#tally = this.tallyWith(updates);
    for (const [id, entry] of updates) {
      const place = this.#places.get(id);
      if (place === undefined) throw new Error(`shipment ${id} is not in the list`);
      this.#entries[place] = entry;
      this.#snapshots[place] = entry.snapshot;
    }
  }

  /** The list as the ERP has it now. Who is known keeps everything, also after having been away. */
  relist(shipments: readonly Shipment[]): JobList {
    const known = new Map([
      ...this.gone,
      ...this.#entries.map((entry): [number, JobEntry] => [entry.snapshot.shipment.id, entry]),
    ]);
    const entries = shipments.map((shipment, index) => {
      const entry = known.get(shipment.id) ?? makeEntry(shipment, index + 1);
      known.delete(shipment.id);
      const today = keepLearned(entry.snapshot.shipment, shipment);
      return { ...entry, snapshot: { ...entry.snapshot, shipment: today, position: index + 1 } };
    });
    return new JobList(entries, known);
  }

  /** Every shipment with its place, for the journal. */
  listPlaces(): readonly { readonly shipment: Shipment; readonly position: number | null }[] {
    return [
      ...this.#snapshots.map(({ shipment, position }) => ({ shipment, position })),
      ...Array.from(this.gone.values(), ({ snapshot: { shipment } }) => ({ shipment, position: null })),
    ];
  }
}

/** What was learned of an invoice beside the list stays known where the list goes on saying nothing of it. */
function keepLearned({ invoice: before }: Shipment, now: Shipment): Shipment {
  return before === null || before.id !== now.invoice?.id ? now : completeInvoice(now, before);
}
