import type {
  Fault,
  Grouping,
  GroupingDifference,
  JobPause,
  JobSnapshot,
  LabelSnapshot,
  Result,
  Shipment,
  ShipmentSnapshot,
} from '../../shared/index.ts';
import { failed, fault, ok } from '../../shared/index.ts';
import { Duplicates } from './duplicates.ts';
import { differenceOf } from './grouping-merge.ts';
import { freshEntry, labelRecordOf, restoredEntry } from './job-entry.ts';
import type { Entry } from './job-entry.ts';
import { jobState, nextJob } from './job-state.ts';
import type { JobCore, JobEvent } from './job-state.ts';
import type { FileRecord, JobChange, JobHead, JobRecord, Journal, NewEvent } from './journal.ts';
import { allowsConclusion, nextLabel } from './label-state.ts';
import type { LabelEvent } from './label-state.ts';

/** A change of the job that must survive. What is not given stays. */
export interface ModelChange extends Pick<JobChange, 'checks' | 'events' | 'printRun'> {
  readonly core?: JobCore;
  readonly grouping?: Omit<Grouping, 'shipments'>;
  readonly difference?: GroupingDifference | null;
  readonly fault?: Fault | null;
  readonly pdfPath?: string | null;
  readonly zplPath?: string | null;
  /** The whole list of the ERP, in its order; shipments that are not in it are gone. */
  readonly list?: readonly Shipment[];
  readonly labels?: readonly LabelChange[];
}

export interface LabelChange {
  readonly id: number;
  readonly label: LabelSnapshot;
  readonly files?: readonly FileRecord[];
}

/**
 * The truth about one job: in memory for reading, in the journal for surviving. `apply` is the only way to change what
 * survives, and writes the journal first; if that throws, nothing has changed.
 */
export class JobModel {
  readonly jobId: number;
  readonly #journal: Journal;
  readonly #requests: () => number;
  readonly #listeners = new Set<(snapshot: JobSnapshot) => void>();
  readonly #duplicates = new Duplicates();
  #core: JobCore;
  #head: Omit<JobHead, 'state'>;
  /** In list order. */
  #entries: Map<number, Entry>;
  #gone: Map<number, Entry>;
  #printing: ReadonlySet<number>;
  #pause: JobPause | null = null;
  #snapshot: JobSnapshot | null = null;
  #notifying = false;

  constructor(record: JobRecord, core: JobCore, journal: Journal, requests: () => number) {
    this.jobId = record.id;
    this.#journal = journal;
    this.#requests = requests;
    this.#core = core;
    this.#head = record.head;
    const entries = record.entries.map((entry): [number, Entry] => [entry.shipment.id, restoredEntry(entry)]);
    this.#entries = new Map(entries.filter((_, index) => record.entries[index]?.position !== null));
    this.#gone = new Map(entries.filter((_, index) => record.entries[index]?.position === null));
    this.#printing = new Set(record.openPrint?.shipmentIds ?? []);
    for (const [id, { files }] of this.#entries) this.#duplicates.set(id, keysOf(files));
  }

  get core(): JobCore {
    return this.#core;
  }

  get difference(): GroupingDifference | null {
    return this.#head.difference;
  }

  get grouping(): Omit<Grouping, 'shipments'> {
    return this.#head.grouping;
  }

  /** The shipments of the print run that is under way or whose end nobody knows. */
  get printing(): ReadonlySet<number> {
    return this.#printing;
  }

  /** In list order. */
  entries(): readonly ShipmentSnapshot[] {
    return Array.from(this.#entries.values(), ({ snapshot }) => snapshot);
  }

  /** The first in the list for which this holds. */
  first(wanted: (entry: ShipmentSnapshot) => boolean): ShipmentSnapshot | null {
    for (const { snapshot } of this.#entries.values()) if (wanted(snapshot)) return snapshot;
    return null;
  }

  find(id: number): ShipmentSnapshot | null {
    return this.#entries.get(id)?.snapshot ?? null;
  }

  /** The snapshot of a shipment that is known to be in the list. */
  entry(id: number): ShipmentSnapshot {
    const entry = this.find(id);
    if (entry === null) throw new Error(`shipment ${id} is not in the list`);
    return entry;
  }

  files(id: number): readonly FileRecord[] {
    return this.#entries.get(id)?.files ?? [];
  }

  /** True where another label that comes before this one has the same URL or the same bytes. */
  isDuplicate(id: number): boolean {
    const isFixed = (one: ShipmentSnapshot): boolean =>
      one.label.timesPrinted > 0 || this.#printing.has(one.shipment.id);
    return this.#duplicates.isDuplicate(id, (other, self) => {
      const [one, two] = [this.entry(other), this.entry(self)];
      return isFixed(one) === isFixed(two) ? one.position < two.position : isFixed(one);
    });
  }

  snapshot(): JobSnapshot {
    const requests = this.#requests();
    if (this.#snapshot?.requests !== requests) this.#snapshot = null;
    this.#snapshot ??= {
      grouping: this.#head.grouping,
      state: jobState(this.#core, this.#labels()),
      shipments: this.entries(),
      pause: this.#pause,
      labelsAfterConclusion: this.labelsAfterConclusion(),
      difference: this.#head.difference,
      fault: this.#shownFault(),
      pdfPath: this.#head.pdfPath,
      zplPath: this.#head.zplPath,
      requests,
    };
    return this.#snapshot;
  }

  /** The ERP said of this grouping that its labels come after its conclusion, and it is not concluded. */
  labelsAfterConclusion(): boolean {
    return (
      this.#core.conclusion !== 'concluded' &&
      this.#labels().some(({ state, fault }) => state === 'failed' && fault?.kind === 'label-after-conclusion')
    );
  }

  subscribe(listener: (snapshot: JobSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the job's state machine says to the event; a refusal changes nothing. */
  step(event: JobEvent): Result<JobCore> {
    const step = nextJob(this.#core, event);
    return 'core' in step ? ok(step.core) : failed(fault(step.refusal, { detail: step.why }));
  }

  /** The core after an event that cannot be refused here. */
  stepped(event: JobEvent): JobCore {
    const step = this.step(event);
    if (!step.ok) throw new Error(`${event.type} does not fit: ${step.fault.detail ?? ''}`);
    return step.value;
  }

  /** The label after the event; an event that does not fit is a bug. */
  labelAfter(id: number, event: LabelEvent): LabelSnapshot {
    const { label } = this.entry(id);
    const next = nextLabel(label, event);
    if (next === null) throw new Error(`${event.type} does not fit a label that is ${label.state}`);
    return next;
  }

  /** Shows a state that need not survive (`locating`, `downloading`, and back). Where it does not fit, nothing is shown. */
  show(id: number, event: LabelEvent): void {
    const entry = this.#entries.get(id);
    const label = entry === undefined ? null : nextLabel(entry.snapshot.label, event);
    if (entry === undefined || label === null || label.state === entry.snapshot.label.state) return;
    this.#entries.set(id, { ...entry, snapshot: { ...entry.snapshot, label } });
    this.#changed();
  }

  showPause(pause: JobPause | null): void {
    this.#pause = pause;
    this.#changed();
  }

  apply(change: ModelChange, options?: { readonly durable?: boolean }): void {
    this.#write(change, (written) => this.#journal.commit(this.jobId, written, options));
  }

  /** Writes, durably, that these are being sent to a printer; gives the print run's id. */
  startPrint(printer: string, shipmentIds: readonly number[]): number {
    const head = { ...this.#head, state: jobState(this.#core, this.#labels()) };
    return this.#journal.startPrint(this.jobId, { printer, shipmentIds }, head);
  }

  /** From here on these count as printed where labels are compared: their paper may be out. */
  holdForPrint(shipmentIds: readonly number[]): void {
    this.#printing = new Set(shipmentIds);
  }

  /** Changes what is known without the journal, which failed after an effect: what is known must not be lost. */
  remember(core: JobCore, failure: Fault): void {
    this.#core = core;
    this.#head = { ...this.#head, fault: failure };
    if (core.print === 'idle') this.#printing = new Set();
    this.#changed();
  }

  #write(change: ModelChange, commit: (written: JobChange) => void): void {
    const { core = this.#core, list, labels = [], checks = [], events = [], printRun, ...headChange } = change;
    const { entries, gone } = list === undefined ? { entries: this.#entries, gone: this.#gone } : this.#relisted(list);
    const updates = new Map<number, Entry>();
    const current = (id: number): Entry => {
      const entry = updates.get(id) ?? entries.get(id);
      if (entry === undefined) throw new Error(`shipment ${id} is not in the list`);
      return entry;
    };
    for (const { id, label, files } of labels) {
      const entry = current(id);
      updates.set(id, { snapshot: { ...entry.snapshot, label }, files: files ?? entry.files });
    }
    for (const { shipmentId, checkedAtMs } of checks) {
      const entry = current(shipmentId);
      updates.set(shipmentId, { ...entry, snapshot: { ...entry.snapshot, checkedAtMs } });
    }
    const wanted = headChange.difference === undefined ? this.#head.difference : headChange.difference;
    const difference = stillDiffering(wanted, (id) => (updates.get(id) ?? entries.get(id))?.snapshot.label ?? null);
    const head = { ...this.#head, ...headChange, difference };
    const headChanged =
      core !== this.#core || Object.keys(headChange).length > 0 || difference !== this.#head.difference;
    const labelsNow = (): LabelSnapshot[] =>
      Array.from(entries, ([id, entry]) => (updates.get(id) ?? entry).snapshot.label);
    commit({
      ...(headChanged || list !== undefined ? { head: { ...head, state: jobState(core, labelsNow()) } } : {}),
      ...(list === undefined ? {} : { shipments: listedRows(entries, gone) }),
      labels: labels.map(({ id, label }) => ({ shipmentId: id, label: labelRecordOf(label) })),
      files: labels.flatMap(({ id, files }) => (files === undefined ? [] : [{ shipmentId: id, files }])),
      checks,
      events,
      ...(printRun === undefined ? {} : { printRun }),
    });
    this.#core = core;
    this.#head = head;
    this.#entries = entries;
    this.#gone = gone;
    for (const [id, entry] of updates) entries.set(id, entry);
    if (core.print === 'idle') this.#printing = new Set();
    this.#changed();
    const refiled = labels.filter(({ files }) => files !== undefined).map(({ id }) => id);
    this.#settleDuplicates(list === undefined ? refiled : [...gone.keys(), ...entries.keys()]);
  }

  /** Looks again at the labels that share something with those whose files changed. */
  #settleDuplicates(changed: readonly number[]): void {
    const touched = new Set<number>();
    for (const id of changed) {
      touched.add(id);
      this.#duplicates.set(id, keysOf(this.files(id))).forEach((other) => touched.add(other));
    }
    const labels: LabelChange[] = [];
    const events: NewEvent[] = [];
    for (const id of touched) {
      const label = this.find(id)?.label;
      if (label === undefined) continue;
      const known = label.state === 'failed' && label.fault?.kind === 'label-duplicate';
      if (label.state === 'ready' && !this.#printing.has(id) && this.isDuplicate(id)) {
        labels.push({ id, label: this.labelAfter(id, { type: 'failed', fault: fault('label-duplicate') }) });
        events.push({ kind: 'label-failed', shipmentId: id, data: { kind: 'label-duplicate' } });
      } else if (known && !this.isDuplicate(id)) {
        labels.push({ id, label: this.labelAfter(id, { type: 'retry' }) });
      }
    }
    if (labels.length > 0) this.apply({ labels, events });
  }

  #relisted(list: readonly Shipment[]): { entries: Map<number, Entry>; gone: Map<number, Entry> } {
    const known = new Map([...this.#gone, ...this.#entries]);
    const entries = new Map<number, Entry>();
    for (const [index, shipment] of list.entries()) {
      const entry = known.get(shipment.id) ?? freshEntry(shipment, index + 1);
      entries.set(shipment.id, { ...entry, snapshot: { ...entry.snapshot, shipment, position: index + 1 } });
      known.delete(shipment.id);
    }
    return { entries, gone: known };
  }

  #labels(): LabelSnapshot[] {
    return Array.from(this.#entries.values(), ({ snapshot }) => snapshot.label);
  }

  /** An open question stays in sight whatever else happens. */
  #shownFault(): Fault | null {
    const kept = this.#head.fault;
    if (this.#core.conclusion === 'unknown') {
      return kept?.kind === 'conclusion-unknown' ? kept : fault('conclusion-unknown', { reached: 'maybe' });
    }
    if (this.#core.print === 'unknown') return kept?.kind === 'print-unknown' ? kept : fault('print-unknown');
    return kept;
  }

  #changed(): void {
    this.#snapshot = null;
    if (this.#notifying) return;
    this.#notifying = true;
    queueMicrotask(() => {
      this.#notifying = false;
      if (this.#listeners.size === 0) return;
      const snapshot = this.snapshot();
      for (const listener of this.#listeners) listener(snapshot);
    });
  }
}

function keysOf(files: readonly FileRecord[]): Set<string> {
  return new Set(
    files.flatMap(({ urlHash, content }) => [
      `url ${urlHash}`,
      ...(content === null ? [] : [`file ${content.sha256}`]),
    ]),
  );
}

/** What came is no open question any more once it is printed or accepted. */
function stillDiffering(
  difference: GroupingDifference | null,
  labelOf: (id: number) => LabelSnapshot | null,
): GroupingDifference | null {
  if (difference === null) return null;
  const added = difference.added.filter(({ id }) => {
    const label = labelOf(id);
    return label !== null && !allowsConclusion(label);
  });
  return added.length === difference.added.length ? difference : differenceOf(added, difference.removed);
}

function listedRows(entries: ReadonlyMap<number, Entry>, gone: ReadonlyMap<number, Entry>) {
  return [
    ...Array.from(entries.values(), ({ snapshot: { shipment, position } }) => ({ shipment, position })),
    ...Array.from(gone.values(), ({ snapshot: { shipment } }) => ({ shipment, position: null })),
  ];
}
