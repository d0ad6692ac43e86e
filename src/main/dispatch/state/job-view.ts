import { isDeepStrictEqual } from 'node:util';
import type { GroupingShare, RowShare } from '#shared/domain/floor.ts';
import type { JobSnapshot, PrintProgress, ShipmentSnapshot } from '#shared/domain/job.ts';
import { type Fault, type FaultKind, faultKinds } from '#shared/faults/faults.ts';
import type { JobHead, NewEvent } from '../../journal/index.ts';
import { Emitter } from '../../os/emitter.ts';
import { leaveOnAbort, limitTime } from '../../os/timeout.ts';
import { decide } from '../model/decide.ts';
import type { ModelChange, Tally } from '../model/job-list.ts';
import { readJobState } from '../model/job-state.ts';
import { nextLabel, type LabelEvent } from '../model/label-state.ts';
import { leavingIntervalMs } from '../model/problems.ts';
import type { JobServices } from '../types.ts';
import type { JobFacts } from './facts.ts';

const nothingAside = {
  pause: null,
  interruptedPrint: null,
  printProgress: null,
  share: null,
  manifestSeen: false,
  imported: null,
  refusal: null,
  readAtMs: null,
  listFault: null,
};

type Aside = Pick<JobSnapshot, keyof typeof nothingAside | 'unreadInvoices'>;

/** With the files of the last print: no window gets their paths, which have the user's name. */
export type FiledSnapshot = JobSnapshot & Pick<JobHead, 'pdfPath' | 'zplPath'>;

export interface JobOverview extends Pick<
  JobSnapshot,
  'state' | 'collecting' | 'printing' | 'pause'
> {
  readonly tally: Tally;
}

/** A job as it is seen: its facts, with data that need not survive, and those who watch it. */
export class JobView {
  readonly #services;
  readonly #read;
  readonly #requests;
  readonly #changes = new Emitter<void>();
  readonly #watched: Set<number>[] = [];
  #aside: Aside = nothingAside;
  /** Why the other stations are not known now. */
  #floorFault: FaultKind | null = null;
  /** Labels that the printer has counted on paper. */
  #counted: ReadonlySet<number> = new Set();
  #snapshot: FiledSnapshot | null = null;
  #snapshotAtMs = 0;
  #notifying = false;

  constructor(services: JobServices, read: () => JobFacts, requests: () => number) {
    this.#services = services;
    this.#read = read;
    this.#requests = requests;
  }

  overview(): JobOverview {
    const { core, list } = this.#read();
    const { tally } = list;
    return {
      state: readJobState(core, tally),
      pause: this.#aside.pause,
      collecting: core.collecting,
      printing: core.print === 'running',
      tally,
    };
  }

  snapshot(): FiledSnapshot {
    const requests = this.#requests();
    const { settings, clock } = this.#services;
    const nowMs = clock.now();
    // A carrier's cutoff comes closer by itself.
    const isOld = Math.abs(nowMs - this.#snapshotAtMs) >= leavingIntervalMs;
    if (this.#snapshot?.requests !== requests || isOld) this.#snapshot = null;
    if (this.#snapshot !== null) return this.#snapshot;
    this.#snapshotAtMs = nowMs;
    const { core, head, list, paper } = this.#read();
    const { state, collecting, printing } = this.overview();
    this.#snapshot = decide(
      {
        ...head,
        ...this.#aside,
        state,
        collecting,
        printing,
        shipments: showCounted(list.entries(), this.#counted),
        printProgress: printing ? this.#aside.printProgress : null,
        labelsAfterConclusion: this.labelsAfterConclusion(),
        printVerdict: printing ? null : head.printVerdict,
        fault: paper.chooseFault(core, head.fault),
        listFault: this.#floorFault ?? this.#aside.listFault,
        requests,
      },
      settings(),
      nowMs,
    );
    return this.#snapshot;
  }

  /**
   * The ERP said that this grouping's labels come after its conclusion, and it is not concluded.
   */
  labelsAfterConclusion(): boolean {
    const { core, list } = this.#read();
    return core.conclusion !== 'concluded' && list.tally.withheld > 0;
  }

  /**
   * Returns the set of changed rows, for a watcher that removes those it has seen. Begins with all,
   * in list order.
   */
  watchRows(): Set<number> {
    const changed = new Set(this.#read().list.shipments.map(({ id }) => id));
    this.#watched.push(changed);
    return changed;
  }

  subscribe(listener: () => void): () => void {
    return this.#changes.subscribe(listener);
  }

  /** Resolves with the next change, after this time, or when the signal aborts. */
  async nextChange(signal: AbortSignal, ms = Infinity): Promise<void> {
    const changed = Promise.withResolvers<undefined>();
    const stop = this.subscribe(() => changed.resolve(undefined));
    const { clock } = this.#services;
    const wait =
      ms === Infinity
        ? changed.promise
        : limitTime(changed.promise, ms, () => undefined, { clock, signal });
    await leaveOnAbort(wait, signal, () => undefined);
    stop();
  }

  /**
   * Shows a state that need not survive (`late`, `coming`, and back). Ignored if it does not fit.
   */
  show(id: number, event: LabelEvent): void {
    const before = this.#read().list.find(id)?.label;
    const label = before === undefined ? null : nextLabel(before, event);
    if (label !== null && (label.file !== before?.file || label.fault !== before.fault))
      this.showRow(id, { label });
  }

  showFloor(fault: FaultKind | null): void {
    if (fault === this.#floorFault) return;
    this.#floorFault = fault;
    this.forget();
  }

  /**
   * Shows which stations have which rows, and the grouping as a whole. Those that are as they were
   * are no change: they are compared after each one.
   */
  showShare(share: GroupingShare, rows: ReadonlyMap<number, RowShare | null>): void {
    const { list } = this.#read();
    for (const [id, row] of rows)
      if (!isDeepStrictEqual(list.find(id)?.share, row)) this.showRow(id, { share: row });
    if (share !== this.#aside.share) this.showAside({ share });
  }

  /** The ERP's list is in the job as it is now. */
  noteRead(): void {
    this.showAside({ readAtMs: this.#services.clock.now(), listFault: null });
  }

  showAside(part: Partial<Aside>): void {
    this.#aside = { ...this.#aside, ...part };
    this.forget();
  }

  /**
   * These labels of the spool job under way are on paper, by its printer's count; only its end is
   * stored.
   */
  showOnPaper(shipmentIds: readonly number[], printProgress: PrintProgress): void {
    this.#counted = new Set(shipmentIds);
    this.showAside({ printProgress });
  }

  showRow(id: number, part: Partial<ShipmentSnapshot>): void {
    const entry = this.#read().list.find(id);
    if (entry === null) return;
    this.put(new Map([[id, { ...entry, ...part }]]));
    this.forget();
  }

  /** `moved`: rows that changed their place. */
  put(updates: ReadonlyMap<number, ShipmentSnapshot>, moved: readonly number[] = []): void {
    this.#read().list.put(updates);
    for (const id of [...updates.keys(), ...moved])
      for (const changed of this.#watched) changed.add(id);
  }

  /** It is decided anew: facts, or settings that the decisions depend on, have changed. */
  forget(): void {
    this.#snapshot = null;
    this.notify();
  }

  /** Publishes the job's state soon, once for all changes until then. */
  notify(): void {
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      this.#changes.emit();
    });
  }

  /** The spool job under way has ended: its labels are facts now. */
  dropCounted(): void {
    this.#counted = new Set();
  }

  /** A change is written: words and results in it end what was shown before. */
  noteWritten(
    { events = [], grouping, fault, printRun }: ModelChange,
    before: Fault | null = null,
  ): void {
    for (const event of events) this.#aside = { ...this.#aside, ...findRefusal(event) };
    if (grouping !== undefined) this.noteRead();
    // Work ends the fault of a reading, which the light names too.
    if (fault === null && before?.kind === this.#aside.listFault)
      this.showAside({ listFault: null });
    if (printRun !== undefined) this.dropCounted();
  }
}

/** Returns the same array while none is counted: most snapshots are made outside a print. */
function showCounted(entries: readonly ShipmentSnapshot[], counted: ReadonlySet<number>) {
  if (counted.size === 0) return entries;
  return entries.map((entry) => (counted.has(entry.shipment.id) ? showPrinted(entry) : entry));
}

/** Rows as printed, by the rows that they are shown for: equal data must stay the same object. */
const shown = new WeakMap<ShipmentSnapshot, ShipmentSnapshot>();

/**
 * Returns the row as printed, because the printer has counted its label on paper; the job's own
 * data change when the spool job ends.
 */
function showPrinted(entry: ShipmentSnapshot): ShipmentSnapshot {
  const known = shown.get(entry);
  if (known !== undefined) return known;
  const label = nextLabel(entry.label, { type: 'printed' });
  const row = label === null ? entry : { ...entry, label };
  shown.set(entry, row);
  return row;
}

/** Returns the ERP's refusal to conclude that an event brings, or ends; null for any other. */
function findRefusal({ kind, data }: Pick<NewEvent, 'kind' | 'data'>) {
  if (!kind.startsWith('conclu')) return null;
  const isErps = kind === 'conclusion-refused' && (data?.['status'] ?? null) !== null;
  const named = faultKinds.find((one) => one === data?.['kind']) ?? 'conclusion-refused';
  return { refusal: isErps && named !== 'unauthorized' ? named : null };
}
