import { isDeepStrictEqual } from 'node:util';
import type { RowShare } from '#shared/domain/floor.ts';
import {
  countVolumes,
  type JobSnapshot,
  type PrintProgress,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { isSave } from '#shared/domain/printing.ts';
import type {
  Grouping,
  GroupingDifference,
  LabelReading,
  PrintVerdict,
  Shipment,
} from '#shared/domain/records.ts';
import {
  asksAboutConclusion,
  type Fault,
  fault,
  type FaultKind,
  faultKinds,
  isLabelMissing,
} from '#shared/faults/faults.ts';
import { alone, type Coordination } from './coordination.ts';
import { decide } from './decide.ts';
import { leavingIntervalMs } from './problems.ts';
import { Duplicates } from './duplicates.ts';
import { toLabelRecord } from './job-entry.ts';
import { judgeHold } from './holds.ts';
import {
  dropAnswered,
  JobList,
  listKeys,
  makeUpdates,
  type ModelChange,
  type Tally,
} from './job-list.ts';
import {
  type JobCore,
  type JobEvent,
  isConcluding,
  nextJob,
  readJobState,
  restoreCore,
} from './job-state.ts';
import { Emitter } from '../../os/emitter.ts';
import { throwFault } from '../../os/errors.ts';
import { leaveOnAbort, limitTime } from '../../os/timeout.ts';
import {
  type FileRecord,
  type FloorRows,
  type JobHead,
  type JobRecord,
  JournalError,
  type NewEvent,
  type NewPrint,
} from '../../journal/index.ts';
import {
  changeLabel,
  nextLabel,
  stopLabel,
  type LabelChange,
  type LabelEvent,
} from './label-state.ts';
import { isReissued } from './grouping-merge.ts';
import { PaperDoubt } from './paper-doubt.ts';
import type { JobServices } from '../types.ts';

const unscanned = { checkedAtMs: null, scannedVolumes: null };

type Aside = Pick<
  JobSnapshot,
  | 'pause'
  | 'interruptedPrint'
  | 'printProgress'
  | 'share'
  | 'manifestSeen'
  | 'imported'
  | 'refusal'
  | 'readAtMs'
  | 'obstacle'
  | 'unreadInvoices'
>;

/** The files of the last print too: no window gets their paths, which have the user's name in them. */
export type FiledSnapshot = JobSnapshot & Pick<JobHead, 'pdfPath' | 'zplPath'>;

export interface JobOverview extends Pick<
  JobSnapshot,
  'state' | 'collecting' | 'printing' | 'pause'
> {
  readonly tally: Tally;
}

/**
 * The state of one job. `apply` alone changes surviving data, and writes the journal first: all or
 * nothing.
 */
export class JobModel {
  readonly jobId: number;
  readonly company: string;
  readonly #services: JobServices;
  readonly #requests: () => number;
  readonly #changes = new Emitter<void>();
  readonly #watched: Set<number>[] = [];
  readonly #duplicates = new Duplicates();
  #core: JobCore;
  #head: Omit<JobHead, 'state'>;
  #list: JobList;
  readonly #files: Map<number, readonly FileRecord[]>;
  readonly #paper: PaperDoubt;
  /** Data that need not survive. */
  #aside: Aside = {
    pause: null,
    interruptedPrint: null,
    printProgress: null,
    share: null,
    manifestSeen: false,
    imported: null,
    refusal: null,
    readAtMs: null,
    obstacle: null,
  };
  /** Why the other stations are not known now. */
  #floorFault: FaultKind | null = null;
  /** Labels that the printer has counted on paper. */
  #counted: ReadonlySet<number> = new Set();
  #snapshot: FiledSnapshot | null = null;
  #snapshotAtMs = 0;
  #notifying = false;
  #coordination: Pick<Coordination, 'publish'> = alone;
  /** What a label's fault says of the print of its shipment in another grouping. */
  #printedBefore: ReadonlyMap<number, string> = new Map();
  /** The print under way waits for labels: they may still be read and held. */
  printWaits = false;
  /** A person's words on stopped labels; null until the journal was read. */
  #confirmed: Set<string> | null = null;

  constructor(services: JobServices, record: JobRecord, requests: () => number) {
    this.jobId = record.id;
    this.company = record.company;
    this.#services = services;
    this.#requests = requests;
    this.#core = restoreCore(record.head.state, record.openPrint !== null);
    this.#head = record.head;
    this.#list = JobList.restore(record.entries);
    this.#files = new Map(record.entries.map(({ shipment, files }) => [shipment.id, files]));
    this.#paper = new PaperDoubt(record);
    const last = services.journal.past.findConclusion(record.id);
    this.#aside = { ...this.#aside, ...(last && findRefusal(last)) };
    for (const { id } of this.shipments) this.#duplicates.set(id, listKeys(this.files(id)));
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

  /** The journal's: during a print, its end if the program died now. */
  get printVerdict(): PrintVerdict | null {
    return this.#head.printVerdict;
  }

  /** Those that have left the list. */
  gone(): readonly ShipmentSnapshot[] {
    return [...this.#list.gone.values()];
  }

  /** In list order. */
  entries(): readonly ShipmentSnapshot[] {
    return this.#list.entries();
  }

  overview(): JobOverview {
    const { tally } = this.#list;
    return {
      state: readJobState(this.#core, tally),
      pause: this.#aside.pause,
      collecting: this.#core.collecting,
      printing: this.#core.print === 'running',
      tally,
    };
  }

  /** The same list until it is read again. */
  get shipments(): readonly Shipment[] {
    return this.#list.shipments;
  }

  /**
   * Returns the set of changed rows, for a watcher that removes those it has seen. Begins with all,
   * in list order.
   */
  watchRows(): Set<number> {
    const changed = new Set(this.shipments.map(({ id }) => id));
    this.#watched.push(changed);
    return changed;
  }

  find(id: number): ShipmentSnapshot | null {
    return this.#list.get(id);
  }

  /** Also one that has left the list. */
  findKnown(id: number): ShipmentSnapshot | null {
    return this.#list.getKnown(id);
  }

  entry(id: number): ShipmentSnapshot {
    const entry = this.find(id);
    if (entry === null) throw new Error(`shipment ${id} is not in the list`);
    return entry;
  }

  /** None of a shipment that has left the list. */
  files(id: number): readonly FileRecord[] {
    return (this.find(id) && this.#files.get(id)) ?? [];
  }

  /** Returns true if an earlier label has the same URL or the same bytes. */
  isDuplicate(id: number): boolean {
    const isFixed = ({ label, shipment }: ShipmentSnapshot): boolean =>
      label.timesPrinted > 0 || this.#paper.has(shipment.id);
    return this.#duplicates.isDuplicate(id, (other, self) => {
      const one = this.entry(other);
      const two = this.entry(self);
      // The ERP has none for it any more, or another's, which is not on paper.
      const isAnothers = one.label.block === 'label-of-another' && !isFixed(one);
      if (isLabelMissing(one.label.fault) || isAnothers) return false;
      return isFixed(one) === isFixed(two) ? one.position < two.position : isFixed(one);
    });
  }

  /** It is being sent to a printer, or its paper is in doubt. */
  isInPrint(id: number): boolean {
    return this.#paper.has(id);
  }

  /** Returns the label's files by their content: a person's word on them holds for no others. */
  describeFiles(id: number): string {
    return this.files(id)
      .map(({ content }) => content?.sha256 ?? '')
      .join(' ');
  }

  describePages(id: number): string {
    return `${this.entry(id).label.pages} ${this.describeFiles(id)}`;
  }

  /** Returns true if a person said with this data that a stopped label is right. */
  isConfirmed(shipmentId: number, data: NonNullable<NewEvent['data']>): boolean {
    if (this.#confirmed === null) {
      const events = this.#services.journal.past.events(this.company, this.grouping.id);
      this.#confirmed = new Set(
        events.filter(({ kind }) => kind === 'label-confirmed').map(nameWord),
      );
    }
    return this.#confirmed.has(nameWord({ shipmentId, data }));
  }

  /** It would print more pages than plausible, and nobody has accepted them. */
  asksAboutPages(id: number): boolean {
    const entry = this.entry(id);
    const { pages, manySeen } = entry.label;
    return (
      readState(entry.label) === 'ready' &&
      pages > countPlausiblePages(entry) &&
      manySeen !== this.describePages(id)
    );
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
    const { state, collecting, printing } = this.overview();
    this.#snapshot = decide(
      {
        ...this.#head,
        ...this.#aside,
        state,
        collecting,
        printing,
        shipments: this.#showCounted(),
        printProgress: printing ? this.#aside.printProgress : null,
        labelsAfterConclusion: this.labelsAfterConclusion(),
        printVerdict: printing ? null : this.#head.printVerdict,
        fault: this.#paper.chooseFault(this.#core, this.#head.fault),
        obstacle: this.#floorFault ?? this.#aside.obstacle,
        requests,
      },
      settings(),
      nowMs,
    );
    return this.#snapshot;
  }

  /** The same array while none is counted: most snapshots are made outside a print. */
  #showCounted() {
    const entries = this.entries();
    if (this.#counted.size === 0) return entries;
    return entries.map((entry) =>
      this.#counted.has(entry.shipment.id) ? showPrinted(entry) : entry,
    );
  }

  /**
   * The ERP said that this grouping's labels come after its conclusion, and it is not concluded.
   */
  labelsAfterConclusion(): boolean {
    return this.#core.conclusion !== 'concluded' && this.#list.tally.withheld > 0;
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

  /** Returns the job's state after the event, or throws its refusal. */
  step(event: JobEvent): JobCore {
    const step = nextJob(this.#core, event);
    if ('core' in step) return step.core;
    const kind = step.refusal === 'print-unknown' ? this.#paper.question : step.refusal;
    return throwFault(kind, { reached: 'no', detail: step.reason });
  }

  /**
   * Returns the labels that the ERP withheld until the conclusion, to be collected, accepted ones
   * too.
   */
  releaseWithheld(): readonly LabelChange[] {
    const withheld = this.entries().filter(({ label }) => label.file === 'withheld');
    return withheld.flatMap((entry) => changeLabel(entry, { type: 'retry' }) ?? []);
  }

  /**
   * Shows a state that need not survive (`late`, `coming`, and back). Ignored if it does
   * not fit.
   */
  show(id: number, event: LabelEvent): void {
    const before = this.find(id)?.label;
    const label = before === undefined ? null : nextLabel(before, event);
    if (label !== null && (label.file !== before?.file || label.fault !== before.fault))
      this.#showRow(id, { label });
  }

  /** Shows the codes on a label; the journal has them by its files. */
  showReading(id: number, reading: LabelReading): void {
    const label = this.find(id)?.label;
    if (label !== undefined) this.#showRow(id, { label: { ...label, reading } });
  }

  /** Shows which stations have which rows, and the grouping as a whole. */
  showShare(share: JobSnapshot['share'], rows: ReadonlyMap<number, RowShare | null>): void {
    for (const [id, row] of rows) {
      const entry = this.find(id);
      if (entry !== null && !isDeepStrictEqual(entry.share, row)) this.#showRow(id, { share: row });
    }
    if (share !== this.#aside.share) this.showAside({ share });
  }

  showFloor(fault: FaultKind | null): void {
    if (fault === this.#floorFault) return;
    this.#floorFault = fault;
    this.forgetSnapshot();
  }

  /** The ERP's list is in the job as it is now. */
  noteRead(): void {
    this.showAside({ readAtMs: this.#services.clock.now(), obstacle: null });
  }

  showAside(part: Partial<Aside>): void {
    this.#aside = { ...this.#aside, ...part };
    this.forgetSnapshot();
  }

  /**
   * These labels of the spool job under way are on paper, by its printer's count; only its end is
   * stored.
   */
  showOnPaper(shipmentIds: readonly number[], printProgress: PrintProgress): void {
    this.#counted = new Set(shipmentIds);
    this.showAside({ printProgress });
  }

  /** From here on it is told of each change. */
  tell(coordination: Pick<Coordination, 'publish'>): void {
    this.#coordination = coordination;
  }

  apply(wantedChange: ModelChange, options?: { readonly durable?: boolean }): void {
    const unchecked = this.#list.listScanned(wantedChange.labels ?? []);
    const change = {
      ...wantedChange,
      checks: [
        ...(wantedChange.checks ?? []),
        ...unchecked.map((shipmentId) => ({ ...unscanned, shipmentId })),
      ],
      events: [
        ...listEvents(wantedChange),
        ...unchecked.map((shipmentId) => ({ kind: 'unchecked' as const, shipmentId })),
      ],
    };
    const told = this.#coordination.publish(change, this.#core, this.#head.printVerdict);
    const { core = this.#core, list, labels = [], checks, events, printRun, ...others } = change;
    const { floor: _floor, ...headChange } = others;
    const nextList = list === undefined ? this.#list : this.#list.relist(list);
    const relisted = list === undefined ? [] : nextList.listChanged(this.#list);
    const updates = makeUpdates(nextList, labels, checks);
    const wanted =
      headChange.difference === undefined ? this.#head.difference : headChange.difference;
    const difference = dropAnswered(wanted, updates);
    // Only its answer ends a question, whatever is fetched or printed meanwhile.
    const isAsked = core.conclusion === 'unknown' && asksAboutConclusion(this.#head.fault);
    const asked = isAsked && { fault: this.#head.fault };
    const head = { ...this.#head, ...headChange, ...asked, difference };
    const isHeadChanged =
      list !== undefined ||
      core !== this.#core ||
      Object.keys(headChange).length > 0 ||
      difference !== this.#head.difference;
    this.#services.journal.commit(
      this.jobId,
      {
        checks,
        events,
        printRun,
        floor: told.rows,
        head: isHeadChanged
          ? { ...head, state: readJobState(core, nextList.tallyWith(updates)) }
          : undefined,
        shipments: relisted,
        labels: labels.map(({ id, label, files }) => ({
          shipmentId: id,
          label: toLabelRecord(label),
          files,
        })),
      },
      options,
    );
    for (const event of events) {
      if (event.kind === 'label-confirmed') this.#confirmed?.add(nameWord(event));
      this.#aside = { ...this.#aside, ...findRefusal(event) };
    }
    if (headChange.grouping !== undefined) this.noteRead();
    // Work ends the fault of a reading, which the light names too.
    const { fault: known } = this.#head;
    if (headChange.fault === null && known?.kind === this.#aside.obstacle)
      this.showAside({ obstacle: null });
    const isJudgedAnew = core !== this.#core;
    this.#core = core;
    this.#head = head;
    this.#list = nextList;
    this.#put(updates);
    for (const { id, files } of labels) if (files !== undefined) this.#files.set(id, files);
    this.#noteChanged(relisted.map(({ shipment }) => shipment.id));
    if (printRun !== undefined) this.#counted = new Set();
    const released = core.print === 'idle' ? this.#paper.end() : [];
    this.forgetSnapshot();
    // One that was held is free, or one is another's: equal ones are compared again.
    const refiled = labels.flatMap(({ id, files, label }) =>
      files !== undefined || readState(label) === 'ready' || label.block === 'label-of-another'
        ? [id]
        : [],
    );
    // A program may have died before it did so: the list makes up for it.
    const touched =
      list === undefined
        ? refiled
        : [...this.shipments.map(({ id }) => id), ...nextList.gone.keys()];
    this.#compareFiles([...touched, ...released]);
    if (list === undefined) this.#applyHolds(isJudgedAnew ? undefined : labels.map(({ id }) => id));
    else this.holdPrinted();
    told.written();
  }

  /** Stores, durably, that these are being sent to a printer; returns the print run's id. */
  startPrint(print: NewPrint, printVerdict: PrintVerdict, floor?: FloorRows): number {
    const head = { ...this.#head, printVerdict };
    const run = this.#services.journal.startPrint(
      this.jobId,
      print,
      { ...head, state: this.overview().state },
      floor,
    );
    this.#head = head;
    const toFolder = isSave(print.printer);
    const sent = print.shipmentIds.flatMap((id) => {
      const label = this.find(id)?.label;
      if (label === undefined) return [];
      const isSaved = toFolder && (label.printRunId === null || label.isSaved);
      return [{ id, label: { ...label, printRunId: run, isSaved } }];
    });
    this.#put(makeUpdates(this.#list, sent, []));
    this.forgetSnapshot();
    return run;
  }

  /**
   * From here on these count as printed in comparisons: their paper may be out, or another
   * station's.
   */
  setInPrint(shipmentIds: readonly number[], isElsewhere = false): void {
    this.#paper.set(shipmentIds, isElsewhere);
  }

  /**
   * Applies an end that has happened: if the journal fails, it is kept in memory, and the fault is
   * returned.
   */
  applyEnd(
    change: ModelChange & { readonly core: JobCore },
    options?: { readonly durable?: boolean },
  ): Fault | null {
    try {
      this.apply(change, options);
      return null;
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      this.remember(change.core, error.fault);
      return error.fault;
    }
  }

  /**
   * Changes the known facts without the journal, which failed after an effect: they must not be
   * lost.
   */
  remember(core: JobCore, failure: Fault): void {
    this.#core = core;
    this.#counted = new Set();
    this.#head = { ...this.#head, fault: failure };
    if (core.print === 'idle') this.#paper.end();
    this.forgetSnapshot();
  }

  /**
   * Compares the labels whose files or volumes changed, and those that share something with them.
   */
  #compareFiles(changed: readonly number[]) {
    const touched = new Set<number>();
    for (const id of changed) {
      touched.add(id);
      this.#duplicates.set(id, listKeys(this.files(id))).forEach((other) => touched.add(other));
    }
    const labels = [...touched].flatMap((id) => this.#judgeFiles(id) ?? []);
    if (labels.length > 0) this.apply({ labels });
  }

  #judgeFiles(id: number): LabelChange | null {
    const entry = this.find(id);
    if (entry === null) return null;
    const { file, fault: known, pages } = entry.label;
    const isInPrint = this.#paper.has(id);
    if (readState(entry.label) === 'ready' && !isInPrint && this.isDuplicate(id)) {
      const failed = fault('label-duplicate');
      const event = { kind: 'label-failed', data: { kind: failed.kind } } as const;
      return changeLabel(entry, { type: 'failed', fault: failed }, event);
    }
    if (!isInPrint && this.asksAboutPages(id))
      return stopLabel(entry, { block: 'label-many-pages', by: `${pages} pages` }, { pages });
    const isOver = file === 'refused' && known?.kind === 'label-duplicate' && !this.isDuplicate(id);
    return isOver ? changeLabel(entry, { type: 'retry' }) : null;
  }

  /**
   * Looks for prints of all shipments in other groupings, as far as the label was the same, and
   * applies all holds; those of `sent` right before they are sent to a printer.
   */
  holdPrinted(sent?: readonly number[]): void {
    const prints = this.#services.journal.past.findOtherPrints(this.jobId, this.company);
    this.#printedBefore = new Map(
      prints.flatMap(({ shipment, by }) => {
        const now = this.findKnown(shipment.id)?.shipment ?? shipment;
        return isReissued(shipment, now, true) ? [] : [[shipment.id, by] as const];
      }),
    );
    if (sent === undefined) this.#applyHolds();
    else this.#applyHolds(sent, true);
  }

  /**
   * Holds and releases labels by the list; not while it is printed or concluded, unless the print
   * waits for them.
   */
  #applyHolds(
    ids: readonly number[] = this.shipments.map(({ id }) => id),
    mayHold = this.#core.print === 'idle' || this.printWaits,
  ): void {
    if (!mayHold || isConcluding(this.#core)) return;
    const perhaps = new Set(this.printVerdict?.perhaps);
    const labels = ids.flatMap((id) => {
      const row = this.find(id);
      const isAccepted = (cancelled: string): boolean => this.isConfirmed(id, { cancelled });
      const before = this.#printedBefore.get(id);
      return (row && judgeHold(row, before, perhaps.has(id), isAccepted)) ?? [];
    });
    if (labels.length > 0) this.apply({ labels });
  }

  #showRow(id: number, part: Partial<ShipmentSnapshot>) {
    const entry = this.find(id);
    if (entry === null) return;
    this.#put(new Map([[id, { ...entry, ...part }]]));
    this.forgetSnapshot();
  }

  #put(updates: ReadonlyMap<number, ShipmentSnapshot>) {
    this.#list.put(updates);
    this.#noteChanged(updates.keys());
  }

  #noteChanged(ids: Iterable<number>) {
    for (const id of ids) for (const changed of this.#watched) changed.add(id);
  }

  /** It is decided anew: facts, or settings that the decisions depend on, have changed. */
  forgetSnapshot(): void {
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
}

/** Rows that are shown as printed by their originals: equal data must stay the same object. */
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

function listEvents({ events = [], labels = [] }: ModelChange): readonly NewEvent[] {
  return [
    ...events,
    ...labels.flatMap(({ id, event }) =>
      event === undefined ? [] : [{ ...event, shipmentId: id }],
    ),
  ];
}

/**
 * A word on a label's codes holds for its files, in any row; one on its order or invoice for its
 * row.
 */
function nameWord({
  shipmentId = null,
  data = {},
}: Pick<NewEvent, 'data'> & { readonly shipmentId?: number | null }) {
  const { files, cancelled } = data;
  return files === undefined ? `${shipmentId} ${cancelled}` : `files ${files}`;
}

/**
 * A volume may have its label, its DANFE and a declaration, in one file or several; the shipment
 * may have further sheets, such as a control sheet. Pages that a person chose by number are
 * allowed.
 */
function countPlausiblePages({
  shipment,
  label,
}: Pick<ShipmentSnapshot, 'shipment' | 'label'>): number {
  const { pages } = label.choice;
  return Math.max(
    3 * (countVolumes(shipment.volume) ?? 1) + 3,
    typeof pages === 'string' ? 0 : pages.length,
  );
}
