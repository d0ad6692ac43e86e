import type { JobRef } from '#shared/contract/define.ts';
import type {
  Bridge,
  RequestAnswer,
  RequestChannel,
  RequestInput,
  Requests,
} from '#shared/contract/index.ts';
import type { JobChange } from '#shared/contract/job.ts';
import type { ScanAnswer } from '#shared/contract/scan.ts';
import { countFetched, noTallies } from '#shared/domain/decision.ts';
import {
  addTotals,
  hasLabel,
  isStuck,
  lacksLabels,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import type { Fault, Result } from '#shared/faults/faults.ts';
import { readShare } from '#shared/floor-rows.ts';
import { applyChange, type JobHead, type JobModel, openModel, ProgressMeter } from './job-model.ts';
import { isUnchecked } from './parcels.ts';
import { GoingWithout } from './going-without.svelte.ts';
import { isToPrint, listFromHere, listIds } from './reprint.ts';
import { makeMatcher, makeSearchText } from './search.ts';
import { nothingSelected, selectClick, type Selection, selectOnly } from './selection.ts';
import { isListOrder, listOrder, type Sort, sortRows } from './sorting.ts';

type JobAction = {
  [C in RequestChannel]: RequestInput<C> extends JobRef ? C : never;
}[RequestChannel];
type ActionInput<C extends JobAction> = Omit<RequestInput<C>, 'groupingId'>;

export type StateFilter = 'all' | 'unsettled' | 'failed' | 'unprinted' | 'unchecked' | 'fewer';

const passes: Readonly<Record<StateFilter, (row: ShipmentSnapshot) => boolean>> = {
  all: () => true,
  unsettled: (row) => !hasLabel(row.label) && !isDecided(row),
  failed: (row) => isStuck(row.label) && !isDecided(row),
  unprinted: isToPrint,
  unchecked: isUnchecked,
  fewer: lacksLabels,
};

/** It goes without a label, or another station has printed it. */
function isDecided(row: ShipmentSnapshot): boolean {
  return row.label.waived !== null || readShare(row) === 'printed';
}

/**
 * One grouping's job and the packer's view of it, kept between its screens. Nothing is decided
 * here.
 */
export class JobStore {
  readonly groupingId: number;
  readonly #bridge: Bridge;
  #model = $state.raw<JobModel | null>(null);
  /** Changes that came while the whole job was being read. */
  #early: JobChange[] = [];
  #reading = false;
  readonly meter = new ProgressMeter();
  readonly without = new GoingWithout(this);

  openFault = $state.raw<Fault | null>(null);
  readonly head = $derived<JobHead | null>(this.#model?.head ?? null);
  /** By list position; follows every change. */
  readonly rows = $derived<readonly ShipmentSnapshot[]>(this.#model?.rows ?? []);
  /**
   * Those of the last whole snapshot: their shipments are the same, and their labels and checks may
   * be old.
   */
  stableRows = $state.raw<readonly ShipmentSnapshot[]>([]);
  readonly isOpen = $derived(this.head !== null && this.openFault === null);
  /** The fault of the last action, until the next one. */
  actionFault = $state.raw<Fault | null>(null);
  #acts = $state.raw<readonly JobAction[]>([]);
  /** The first of the actions under way. */
  readonly busy = $derived(this.#acts[0] ?? null);
  /**
   * By the last look no printer could take the next print; null while none is shown beside the
   * print key.
   */
  isPrinterStopped: boolean | null = null;
  /** The last scans of the Check screen, newest first: they survive leaving it. */
  scans = $state.raw<readonly ScanAnswer[]>([]);
  /** A parcel that was scanned on another screen: the Check screen takes it when it opens. */
  scanToTake: string | null = null;
  /**
   * The last parcel was checked a moment ago, and the settings say to conclude then; the Conclude
   * screen takes it.
   */
  concludeAtOnce = false;

  /** An errand is for the screen that opens next: it ends if another one opens. */
  dropErrands(next: string): void {
    if (next !== 'check') this.scanToTake = null;
    if (next !== 'conclude') this.concludeAtOnce = false;
  }

  readonly collecting = $derived(this.head?.collecting === true);
  readonly tallies = $derived(this.head?.tallies ?? noTallies);
  readonly step = $derived(this.head?.step ?? null);
  readonly method = $derived(this.head?.grouping.shippingMethod ?? null);
  readonly totals = $derived(addTotals(this.stableRows.map(({ shipment }) => shipment)));

  /** By position − 1. They are read ahead, so that the first key of a search finds them ready. */
  readonly texts = $derived(this.stableRows.map(({ shipment }) => makeSearchText(shipment)));

  query = $state('');
  stateFilter = $state<StateFilter>('all');
  sort = $state.raw<Sort>(listOrder);
  selection = $state.raw<Selection>(nothingSelected);
  detailsOpen = $state(false);
  /** True if the failures are shown beside the list; `null`: once no more can come. */
  failuresOpen = $state<boolean | null>(null);
  /** The packer was led to the failures: they get the focus as soon as they are there. */
  wantsFailures = $state(false);
  /** The problems against leaving are shown beside the list. */
  leavingOpen = $state(false);
  dismissedVerdict = $state('');
  dismissedTwice = $state('');
  /** Counts how often the selection was sent to the printer. */
  asked = $state(0);

  /**
   * Sorted again if all rows may have changed; after each change only if the column of labels is
   * the sorted one.
   */
  readonly #ordered = $derived(
    sortRows(this.sort.column === 'label' ? this.rows : this.stableRows, this.sort),
  );
  /** In the order of the print. */
  readonly rowsInOrder = $derived(
    this.#ordered.flatMap(({ position }) => this.rows[position - 1] ?? []),
  );

  readonly shown = $derived.by((): readonly ShipmentSnapshot[] => {
    const matches = makeMatcher(this.query);
    const texts = this.query.trim() === '' ? null : this.texts;
    const passing = passes[this.stateFilter];
    return this.rowsInOrder.filter(
      (row) => passing(row) && (texts === null || matches(texts[row.position - 1] ?? '')),
    );
  });

  /** For the selection. */
  readonly order = $derived(listIds(this.shown));

  readonly selectedTotals = $derived.by(() => {
    const { ids } = this.selection;
    const chosen = this.stableRows.filter(({ shipment }) => ids.has(shipment.id));
    return addTotals(chosen.map(({ shipment }) => shipment));
  });

  readonly filtered = $derived(this.query.trim() !== '' || this.stateFilter !== 'all');

  constructor(bridge: Bridge, groupingId: number) {
    this.#bridge = bridge;
    this.groupingId = groupingId;
  }

  findRow(shipmentId: number): ShipmentSnapshot | null {
    return this.rows.find(({ shipment }) => shipment.id === shipmentId) ?? null;
  }

  /** Opens the job, or reads it again. */
  async read(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    const answer = await this.#bridge.request('job.open', { groupingId: this.groupingId });
    // From here on the packer waits for this window alone: the benchmark counts from this mark.
    performance.mark('job-data');
    this.#reading = false;
    const early = this.#early;
    this.#early = [];
    if (!answer.ok) {
      this.openFault = answer.fault;
      return;
    }
    this.openFault = null;
    this.#take(openModel(answer.value), true);
    for (const change of early) this.change(change);
  }

  change(change: JobChange): void {
    if (change.groupingId !== this.groupingId) return;
    if (this.#reading || this.#model === null) {
      this.#early.push(change);
      return;
    }
    const model = applyChange(this.#model, change);
    if (model === null) void this.read();
    else if (model !== this.#model) this.#take(model, change.whole !== null);
  }

  /** Sends one action; its fault, if any, is kept for the screen. */
  async act<C extends JobAction>(
    channel: C,
    ...[input]: keyof ActionInput<C> extends never ? [] : [ActionInput<C>]
  ): Promise<RequestAnswer<C>> {
    this.#acts = [...this.#acts, channel];
    this.actionFault = null;
    const whole = { groupingId: this.groupingId, ...input };
    const answer = await this.#bridge.request(
      channel,
      ...([whole] as unknown as Parameters<Requests[C]>),
    );
    this.#acts = this.#acts.toSpliced(this.#acts.indexOf(channel), 1);
    const result: Result<unknown> = answer;
    if (!result.ok) this.actionFault = result.fault;
    return answer;
  }

  #take(model: JobModel, whole: boolean): void {
    const { head } = model;
    this.#model = model;
    if (whole) this.stableRows = model.rows;
    const isLate = head.state === 'concluding' || head.state === 'concluded';
    if (isLate || head.printing) this.without.forget();
    if (head.pause !== null) this.meter.restart();
    else if (head.collecting) this.meter.add(performance.now(), countFetched(head.tallies));
  }

  showOnly(state: StateFilter): void {
    this.query = '';
    this.stateFilter = state;
  }

  /** Shows the rows of this state, with these selected. */
  showRows(shipmentIds: readonly number[], of: StateFilter = 'all'): void {
    const first = shipmentIds[0] ?? null;
    this.showOnly(of);
    this.selection = selectOnly({ ...nothingSelected, active: first, anchor: first }, shipmentIds);
  }

  get inListOrder(): boolean {
    return isListOrder(this.sort);
  }

  /** The selected ones, or the row with the keyboard. */
  listSelected(): readonly number[] {
    const { ids, active } = this.selection;
    return ids.size === 0 && active !== null ? [active] : [...ids];
  }

  /** From the first of the selected ones on, or from the row with the keyboard. */
  listFromSelected(): readonly number[] {
    const { ids, active } = this.selection;
    const first = ids.size > 1 ? listIds(this.rowsInOrder).find((id) => ids.has(id)) : active;
    return first === null || first === undefined ? [] : listFromHere(this.rowsInOrder, first);
  }

  select(shipmentId: number): void {
    this.selection = selectClick(this.selection, this.order, shipmentId, 'single');
  }

  /** Chooses these for the next print. */
  askToPrint(shipmentIds: readonly number[]): void {
    this.selection = selectOnly(this.selection, shipmentIds);
    this.asked += 1;
  }
}
