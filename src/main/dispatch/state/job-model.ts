import { isDeepStrictEqual } from 'node:util';
import type { RowShare } from '#shared/domain/floor.ts';
import type { JobSnapshot } from '#shared/domain/job.ts';
import { isSave } from '#shared/domain/printing.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import type { Fault, FaultKind } from '#shared/faults/faults.ts';
import {
  type FloorRows,
  type JobRecord,
  JournalError,
  type NewPrint,
} from '../../journal/index.ts';
import { throwFault } from '../../os/errors.ts';
import { JobList, makeUpdates, type ModelChange } from '../model/job-list.ts';
import { type JobCore, type JobEvent, nextJob, restoreCore } from '../model/job-state.ts';
import { changeLabel } from '../model/label-state.ts';
import type { JobServices } from '../types.ts';
import type { JobFacts } from './facts.ts';
import { JobView } from './job-view.ts';
import { JobWriter, type Written } from './job-writer.ts';
import { LabelJudge } from './label-judge.ts';
import { PaperDoubt } from './paper-doubt.ts';

/**
 * The state of one job. `apply` alone changes surviving data, and writes the journal first: all or
 * nothing.
 */
export class JobModel {
  readonly jobId: number;
  readonly company: string;
  readonly view: JobView;
  readonly judge: LabelJudge;
  readonly writer: JobWriter;
  #now: JobFacts;

  constructor(services: JobServices, record: JobRecord, requests: () => number) {
    const { journal } = services;
    const read = () => this.#now;
    this.jobId = record.id;
    this.company = record.company;
    this.#now = {
      core: restoreCore(record.head.state, record.openPrint !== null),
      head: record.head,
      list: JobList.restore(record.entries),
      paper: new PaperDoubt(record),
    };
    this.view = new JobView(services, read, requests);
    this.writer = new JobWriter(journal, record.id, read);
    this.judge = new LabelJudge(journal, record, read, (change) => this.apply(change));
    const last = journal.past.findConclusion(record.id);
    this.view.noteWritten({ events: last === null ? [] : [last] });
  }

  get core() {
    return this.#now.core;
  }

  get difference() {
    return this.#now.head.difference;
  }

  get grouping() {
    return this.#now.head.grouping;
  }

  /** The journal's: during a print, its end if the program died now. */
  get printVerdict() {
    return this.#now.head.printVerdict;
  }

  get paper() {
    return this.#now.paper;
  }

  /** The same list until it is read again. */
  get shipments() {
    return this.#now.list.shipments;
  }

  /** In list order. */
  entries() {
    return this.#now.list.entries();
  }

  /** Those that have left the list. */
  gone() {
    return [...this.#now.list.gone.values()];
  }

  find(id: number) {
    return this.#now.list.find(id);
  }

  /** Also one that has left the list. */
  findKnown(id: number) {
    return this.#now.list.findKnown(id);
  }

  entry(id: number) {
    return this.#now.list.entry(id);
  }

  /** None of a shipment that has left the list. */
  files(id: number) {
    return this.#now.list.files(id);
  }

  /** It is being sent to a printer, or its paper is in doubt. */
  isInPrint(id: number) {
    return this.paper.has(id);
  }

  /**
   * Returns the labels that the ERP withheld until the conclusion, to be collected, accepted ones
   * too.
   */
  releaseWithheld() {
    const withheld = this.entries().filter(({ label }) => label.file === 'withheld');
    return withheld.flatMap((entry) => changeLabel(entry, { type: 'retry' }) ?? []);
  }

  snapshot() {
    return this.view.snapshot();
  }

  subscribe(listener: () => void) {
    return this.view.subscribe(listener);
  }

  /** Shows which stations have which rows, and the grouping as a whole. */
  showShare(share: JobSnapshot['share'], rows: ReadonlyMap<number, RowShare | null>): void {
    for (const [id, row] of rows) {
      const entry = this.find(id);
      if (entry !== null && !isDeepStrictEqual(entry.share, row))
        this.view.showRow(id, { share: row });
    }
    if (share !== this.snapshot().share) this.view.showAside({ share });
  }

  showFloor(fault: FaultKind | null): void {
    this.view.showFloor(fault);
  }

  /** Returns the job's state after the event, or throws its refusal. */
  step(event: JobEvent): JobCore {
    const step = nextJob(this.core, event);
    if ('core' in step) return step.core;
    const kind = step.refusal === 'print-unknown' ? this.paper.question : step.refusal;
    return throwFault(kind, { reached: 'no', detail: step.reason });
  }

  apply(wanted: ModelChange, options?: { readonly durable?: boolean }): void {
    const before = this.core;
    const written = this.writer.write(wanted, options);
    const released = this.#install(written);
    this.judge.settle(written, released, before !== this.core);
    written.told.written();
  }

  /** Stores, durably, that these are being sent to a printer; returns the print run's id. */
  startPrint(print: NewPrint, printVerdict: PrintVerdict, floor?: FloorRows): number {
    const head = { ...this.#now.head, printVerdict };
    const run = this.writer.startPrint(print, head, floor);
    this.#now = { ...this.#now, head };
    const toFolder = isSave(print.printer);
    const sent = print.shipmentIds.flatMap((id) => {
      const label = this.find(id)?.label;
      if (label === undefined) return [];
      const isSaved = toFolder && (label.printRunId === null || label.isSaved);
      return [{ id, label: { ...label, printRunId: run, isSaved } }];
    });
    this.view.put(makeUpdates(this.#now.list, sent, []));
    this.view.forget();
    return run;
  }

  /**
   * Changes the known facts without the journal, which failed after an effect: they must not be
   * lost.
   */
  remember(core: JobCore, fault: Fault): void {
    this.#now = { ...this.#now, core, head: { ...this.#now.head, fault } };
    this.view.dropCounted();
    if (core.print === 'idle') this.paper.end();
    this.view.forget();
  }

  /** Takes what is written as the facts; returns the labels that are no more in print. */
  #install({ change, labels, relisted, updates, facts }: Written): readonly number[] {
    const { fault } = this.#now.head;
    this.#now = facts;
    this.view.noteWritten(change, fault);
    this.judge.noteWords(change.events);
    facts.list.putFiles(labels);
    this.view.put(
      updates,
      relisted.map(({ shipment }) => shipment.id),
    );
    const released = facts.core.print === 'idle' ? this.paper.end() : [];
    this.view.forget();
    return released;
  }
}

/**
 * Applies an end that has happened: if the journal fails, it is kept in memory, and the fault is
 * returned.
 */
export function applyEnd(
  model: JobModel,
  change: ModelChange & { readonly core: JobCore },
  options?: { readonly durable?: boolean },
): Fault | null {
  try {
    model.apply(change, options);
    return null;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    model.remember(change.core, error.fault);
    return error.fault;
  }
}
