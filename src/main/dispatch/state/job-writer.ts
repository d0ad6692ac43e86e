import { asksAboutConclusion } from '#shared/faults/faults.ts';
import type { FloorRows, Journal, NewEvent, NewPrint } from '../../journal/index.ts';
import { alone, type Coordination } from '../model/coordination.ts';
import { toLabelRecord } from '../model/job-entry.ts';
import { dropAnswered, makeUpdates, type ModelChange } from '../model/job-list.ts';
import { type JobCore, readJobState } from '../model/job-state.ts';
import type { JobFacts } from './facts.ts';

const unscanned = { checkedAtMs: null, scannedVolumes: null };

export type Written = ReturnType<JobWriter['write']>;

/** Writes changes of a job to the journal, for other stations too; changes no facts here. */
export class JobWriter {
  readonly #journal;
  readonly #jobId;
  readonly #read;
  #coordination: Pick<Coordination, 'publish'> = alone;

  constructor(journal: Journal, jobId: number, read: () => JobFacts) {
    this.#journal = journal;
    this.#jobId = jobId;
    this.#read = read;
  }

  /** From here on it is told of each change. */
  tell(coordination: Pick<Coordination, 'publish'>): void {
    this.#coordination = coordination;
  }

  /** Returns the change as it is written, with the facts from here on. */
  write(wantedChange: ModelChange, options?: { readonly durable?: boolean }) {
    const before = this.#read();
    const unchecked = before.list.listScanned(wantedChange.labels ?? []);
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
    const told = this.#coordination.publish(change, before.core, before.head.printVerdict);
    const {
      core = before.core,
      list: read,
      labels = [],
      checks,
      events,
      printRun,
      floor: _floor,
      ...headChange
    } = change;
    const list = read === undefined ? before.list : before.list.relist(read);
    const relisted = read === undefined ? [] : list.listChanged(before.list);
    const updates = makeUpdates(list, labels, checks);
    const head = nextHead(before.head, core, headChange, updates);
    const isHeadChanged = read !== undefined || core !== before.core || head !== before.head;
    this.#journal.commit(
      this.#jobId,
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
    return { change, labels, relisted, updates, told, facts: { ...before, core, head, list } };
  }

  /** Writes, durably, that these are being sent to a printer; returns the print run's id. */
  startPrint(print: NewPrint, head: JobFacts['head'], floor?: FloorRows): number {
    const { core, list } = this.#read();
    const state = readJobState(core, list.tally);
    return this.#journal.startPrint(this.#jobId, print, { ...head, state }, floor);
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
