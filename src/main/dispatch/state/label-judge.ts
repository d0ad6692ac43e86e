import { countVolumes, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { fault, isLabelMissing } from '#shared/faults/faults.ts';
import type { JobRecord, Journal, NewEvent } from '../../journal/index.ts';
import { isReissued } from '../model/grouping-merge.ts';
import { judgeHold } from '../model/holds.ts';
import { listKeys, type ModelChange } from '../model/job-list.ts';
import { isConcluding } from '../model/job-state.ts';
import { changeLabel, stopLabel, type LabelChange } from '../model/label-state.ts';
import { Duplicates } from './duplicates.ts';
import type { JobFacts } from './facts.ts';

/**
 * Judges labels with the whole list in view: equal ones, ones with many pages, and those to be held
 * before a print.
 */
export class LabelJudge {
  readonly #past;
  readonly #record;
  readonly #read;
  readonly #apply;
  readonly #duplicates = new Duplicates();
  /** The prints of shipments in other groupings, in the words of their labels' faults. */
  #printedBefore: ReadonlyMap<number, string> = new Map();
  /** The print under way waits for labels: they may still be read and held. */
  printWaits = false;
  /** A person's words on stopped labels; null until the journal was read. */
  #confirmed: Set<string> | null = null;

  constructor(
    { past }: Pick<Journal, 'past'>,
    record: Pick<JobRecord, 'id' | 'company'>,
    read: () => JobFacts,
    apply: (change: ModelChange) => void,
  ) {
    this.#past = past;
    this.#record = record;
    this.#read = read;
    this.#apply = apply;
    for (const { id } of this.#list.shipments)
      this.#duplicates.set(id, listKeys(this.#list.files(id)));
  }

  /** Returns true if an earlier label has the same URL or the same bytes. */
  isDuplicate(id: number): boolean {
    const isFixed = ({ label, shipment }: ShipmentSnapshot): boolean =>
      label.timesPrinted > 0 || this.#read().paper.has(shipment.id);
    return this.#duplicates.isDuplicate(id, (other, self) => {
      const one = this.#list.entry(other);
      const two = this.#list.entry(self);
      // The ERP has none for it any more, or another's, which is not on paper.
      const isAnothers = one.label.block === 'label-of-another' && !isFixed(one);
      if (isLabelMissing(one.label.fault) || isAnothers) return false;
      return isFixed(one) === isFixed(two) ? one.position < two.position : isFixed(one);
    });
  }

  /** Returns the label's files by their content: a person's word on them holds for no others. */
  describeFiles(id: number): string {
    return this.#list
      .files(id)
      .map(({ content }) => content?.sha256 ?? '')
      .join(' ');
  }

  describePages(id: number): string {
    return `${this.#list.entry(id).label.pages} ${this.describeFiles(id)}`;
  }

  /** Returns true if a person said with this data that a stopped label is right. */
  isConfirmed(shipmentId: number, data: NonNullable<NewEvent['data']>): boolean {
    if (this.#confirmed === null) {
      const events = this.#past.events(this.#record.company, this.#read().head.grouping.id);
      this.#confirmed = new Set(
        events.filter(({ kind }) => kind === 'label-confirmed').map(nameWord),
      );
    }
    return this.#confirmed.has(nameWord({ shipmentId, data }));
  }

  /** It would print more pages than plausible, and nobody has accepted them. */
  asksAboutPages(id: number): boolean {
    const entry = this.#list.entry(id);
    const { pages, manySeen } = entry.label;
    return (
      readState(entry.label) === 'ready' &&
      pages > countPlausiblePages(entry) &&
      manySeen !== this.describePages(id)
    );
  }

  /**
   * Compares the labels whose files or volumes changed, and those that share something with them.
   */
  #compareFiles(changed: readonly number[]) {
    const touched = new Set<number>();
    for (const id of changed) {
      touched.add(id);
      this.#duplicates
        .set(id, listKeys(this.#list.files(id)))
        .forEach((other) => touched.add(other));
    }
    const labels = [...touched].flatMap((id) => this.#judgeFiles(id) ?? []);
    if (labels.length > 0) this.#apply({ labels });
  }

  #judgeFiles(id: number): LabelChange | null {
    const entry = this.#list.find(id);
    if (entry === null) return null;
    const { file, fault: known, pages } = entry.label;
    const isInPrint = this.#read().paper.has(id);
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
    const prints = this.#past.findOtherPrints(this.#record.id, this.#record.company);
    this.#printedBefore = new Map(
      prints.flatMap(({ shipment, by }) => {
        const now = this.#list.findKnown(shipment.id)?.shipment ?? shipment;
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
    ids: readonly number[] = this.#list.shipments.map(({ id }) => id),
    mayHold = this.#read().core.print === 'idle' || this.printWaits,
  ): void {
    if (!mayHold || isConcluding(this.#read().core)) return;
    const perhaps = new Set(this.#read().head.printVerdict?.perhaps);
    const labels = ids.flatMap((id) => {
      const row = this.#list.find(id);
      const isAccepted = (cancelled: string): boolean => this.isConfirmed(id, { cancelled });
      const before = this.#printedBefore.get(id);
      return (row && judgeHold(row, before, perhaps.has(id), isAccepted)) ?? [];
    });
    if (labels.length > 0) this.#apply({ labels });
  }

  /**
   * Judges the labels that a change touches, which may lead to further changes. `released`: labels
   * that are no longer in print.
   */
  settle({ list, labels = [] }: ModelChange, released: readonly number[], isNewState: boolean) {
    // A label is free, or turns out to be another shipment's: equal ones are compared again.
    const refiled = labels.flatMap(({ id, files, label }) =>
      files !== undefined || readState(label) === 'ready' || label.block === 'label-of-another'
        ? [id]
        : [],
    );
    // A program may have died before it compared them: that is made up for with each new list.
    const touched =
      list === undefined
        ? refiled
        : [...this.#list.shipments.map(({ id }) => id), ...this.#list.gone.keys()];
    this.#compareFiles([...touched, ...released]);
    if (list !== undefined) this.holdPrinted();
    else this.#applyHolds(isNewState ? undefined : labels.map(({ id }) => id));
  }

  noteWords(events: readonly NewEvent[]): void {
    for (const event of events)
      if (event.kind === 'label-confirmed') this.#confirmed?.add(nameWord(event));
  }

  get #list() {
    return this.#read().list;
  }
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
