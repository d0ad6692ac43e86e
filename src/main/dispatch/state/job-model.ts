import { isSave } from '#shared/domain/printing.ts';
import type { PrintVerdict } from '#shared/domain/records.ts';
import { asksAboutConclusion, type Fault } from '#shared/faults/faults.ts';
import {
  type FloorRows,
  type JobRecord,
  JournalError,
  type NewEvent,
  type NewPrint,
} from '../../journal/index.ts';
import { throwFault } from '../../os/errors.ts';
import { alone, type Coordination } from '../model/coordination.ts';
import { toLabelRecord } from '../model/job-entry.ts';
import { dropAnswered, JobList, makeUpdates, type ModelChange } from '../model/job-list.ts';
import {
  type JobCore,
  type JobEvent,
  nextJob,
  readJobState,
  restoreCore,
} from '../model/job-state.ts';
import { changeLabel } from '../model/label-state.ts';
import type { JobServices } from '../types.ts';
import type { JobFacts } from './facts.ts';
import { JobView } from './job-view.ts';
import { LabelJudge } from './label-judge.ts';
import { PaperDoubt } from './paper-doubt.ts';

const unscanned = { checkedAtMs: null, scannedVolumes: null };

/**
 * The state of one job. `apply` alone changes surviving data, and writes the journal first: all or
 * nothing.
 */
export class JobModel {
  readonly jobId: number;
  readonly company: string;
  readonly view: JobView;
  readonly judge: LabelJudge;
  /** It is told of each change. */
  coordination: Pick<Coordination, 'publish'> = alone;
  readonly #journal;
  #now: JobFacts;

  constructor(services: JobServices, record: JobRecord, requests: () => number) {
    const { journal } = services;
    const read = () => this.#now;
    this.#journal = journal;
    this.jobId = record.id;
    this.company = record.company;
    this.#now = {
      core: restoreCore(record.head.state, record.openPrint !== null),
      head: record.head,
      list: JobList.restore(record.entries),
      paper: new PaperDoubt(record),
    };
    this.view = new JobView(services, read, requests);
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

  /** Returns the job's state after the event, or throws its refusal. */
  step(event: JobEvent): JobCore {
    const step = nextJob(this.core, event);
    if ('core' in step) return step.core;
    const kind = step.refusal === 'print-unknown' ? this.paper.question : step.refusal;
    return throwFault(kind, { reached: 'no', detail: step.reason });
  }

  apply(wanted: ModelChange, options?: { readonly durable?: boolean }): void {
    const before = this.core;
    const { change, told } = this.#write(wanted, options);
    const released = this.core.print === 'idle' ? this.paper.end() : [];
    this.view.forget();
    this.judge.settle(change, released, before !== this.core);
    told.written();
  }

  /** Stores, durably, that these are being sent to a printer; returns the print run's id. */
  startPrint(print: NewPrint, printVerdict: PrintVerdict, floor?: FloorRows): number {
    const { core, list } = this.#now;
    const head = { ...this.#now.head, printVerdict };
    const state = readJobState(core, list.tally);
    const run = this.#journal.startPrint(this.jobId, print, { ...head, state }, floor);
    this.#now = { ...this.#now, head };
    const toFolder = isSave(print.printer);
    const sent = print.shipmentIds.flatMap((id) => {
      const label = this.find(id)?.label;
      if (label === undefined) return [];
      const isSaved = toFolder && (label.printRunId === null || label.isSaved);
      return [{ id, label: { ...label, printRunId: run, isSaved } }];
    });
    this.view.put(makeUpdates(list, sent, []));
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

  /** Writes a change, for other stations too, and takes it as the facts; returns it as written. */
  #write(wanted: ModelChange, options?: { readonly durable?: boolean }) {
    const before = this.#now;
    const unchecked = before.list.listScanned(wanted.labels ?? []);
    const change = {
      ...wanted,
      checks: [
        ...(wanted.checks ?? []),
        ...unchecked.map((shipmentId) => ({ ...unscanned, shipmentId })),
      ],
      events: [
        ...listEvents(wanted),
        ...unchecked.map((shipmentId) => ({ kind: 'unchecked' as const, shipmentId })),
      ],
    };
    const told = this.coordination.publish(change, before.core, before.head.printVerdict);
    const {
      core = before.core,
      list: read,
      labels = [],
      checks,
      events,
      printRun,
      floor: _,
      ...headChange
    } = change;
    const list = read === undefined ? before.list : before.list.relist(read);
    const relisted = read === undefined ? [] : list.listChanged(before.list);
    const updates = makeUpdates(list, labels, checks);
    const head = nextHead(before.head, core, headChange, updates);
    const isHeadChanged = read !== undefined || core !== before.core || head !== before.head;
    this.#journal.commit(
      this.jobId,
      {
        checks,
        events,
        printRun,
        floor: told.rows,
        head: isHeadChanged
          ? { ...head, state: readJobState(core, list.tallyWith(updates)) }
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
    this.#now = { ...before, core, head, list };
    this.view.noteWritten(change, before.head.fault);
    this.judge.noteWords(events);
    list.putFiles(labels);
    this.view.put(
      updates,
      relisted.map(({ shipment }) => shipment.id),
    );
    return { change, told };
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

/** Returns the same object if nothing of it changes. */
function nextHead(
  before: JobFacts['head'],
  core: JobCore,
  changed: Partial<JobFacts['head']>,
  updates: ReturnType<typeof makeUpdates>,
): JobFacts['head'] {
  const wanted = changed.difference === undefined ? before.difference : changed.difference;
  const difference = dropAnswered(wanted, updates);
  if (Object.keys(changed).length === 0 && difference === before.difference) return before;
  // Only its answer ends a question, whatever is fetched or printed meanwhile.
  const isAsked = core.conclusion === 'unknown' && asksAboutConclusion(before.fault);
  return { ...before, ...changed, ...(isAsked && { fault: before.fault }), difference };
}

function listEvents({ events = [], labels = [] }: ModelChange): readonly NewEvent[] {
  return [
    ...events,
    ...labels.flatMap(({ id, event }) =>
      event === undefined ? [] : [{ ...event, shipmentId: id }],
    ),
  ];
}
