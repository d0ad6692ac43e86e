import type {
  Bridge,
  Fault,
  JobChange,
  JobRef,
  RequestAnswer,
  RequestChannel,
  RequestInput,
  Requests,
  Result,
  ScanAnswer,
  ShipmentSnapshot,
} from '../../shared/index.ts';
import { applyChange, type JobHead, type JobModel, openModel, ProgressMeter } from './job-model.ts';
import { countScanned } from './parcels.ts';
import { GoingWithout } from './going-without.svelte.ts';
import {
  addTotals,
  countSettled,
  isCollecting,
  isPrintedElsewhere,
  lacksLabels,
  noTallies,
} from '../../shared/index.ts';
import { isToPrint } from './reprint.ts';
import { makeMatcher, makeSearchText } from './search.ts';
import { nothingSelected, selectClick, type Selection, selectOnly } from './selection.ts';
import { isListOrder, listOrder, type Sort, sortRows } from './sorting.ts';

type JobAction = { [C in RequestChannel]: RequestInput<C> extends JobRef ? C : never }[RequestChannel];
type ActionInput<C extends JobAction> = Omit<RequestInput<C>, 'groupingId'>;

export type StateFilter = 'all' | 'unsettled' | 'failed' | 'unprinted' | 'unchecked' | 'fewer';

const passes: Readonly<Record<StateFilter, (row: ShipmentSnapshot) => boolean>> = {
  all: () => true,
  unsettled: (row) =>
    row.label.state !== 'ready' && row.label.state !== 'printed' && !row.label.accepted && !isPrintedElsewhere(row),
  failed: (row) =>
    (row.label.state === 'failed' || row.label.state === 'none') && !row.label.accepted && !isPrintedElsewhere(row),
  unprinted: isToPrint,
  unchecked: ({ checkedAtMs }) => checkedAtMs === null,
  fewer: lacksLabels,
};

/** One grouping's job and the packer's view of it, kept between its screens. Nothing is decided here. */
export class JobStore {
  readonly groupingId: number;
  readonly #bridge: Bridge;
  #model: JobModel | null = null;
  /** Changes that came while the whole job was being read. */
  #early: JobChange[] = [];
  #reading = false;
  readonly meter = new ProgressMeter();
  readonly without = new GoingWithout(this);

  status = $state<'opening' | 'open' | 'failed'>('opening');
  openFault = $state.raw<Fault | null>(null);
  head = $state.raw<JobHead | null>(null);
  /** Counts every change; reading it makes a derivation follow the rows. */
  version = $state(0);
  /** Counts only changes after which any row may be another. */
  wholeVersion = $state(0);
  /** The fault of the last action, until the next one. */
  actionFault = $state.raw<Fault | null>(null);
  busy = $state<JobAction | null>(null);
  /** By the last look no printer could take the next print; null while none is shown beside the print key. */
  isPrinterStopped: boolean | null = null;
  /** The last scans of the Check screen, newest first: they survive leaving it. */
  scans = $state.raw<readonly ScanAnswer[]>([]);
  /** A parcel that was scanned elsewhere: the Check screen takes it when it opens. */
  scanToTake: string | null = null;
  /** The last parcel was checked a moment ago, and the settings say to conclude then; the Conclude screen takes it. */
  concludeAtOnce = false;

  readonly tallies = $derived(this.head?.tallies ?? noTallies);
  readonly step = $derived(this.head?.step ?? null);
  readonly scanned = $derived(countScanned(this.rows));
  readonly totals = $derived(addTotals(this.stableRows.map(({ shipment }) => shipment)));

  /** Folded texts by position − 1, for the rows they were made from. */
  #texts: { readonly version: number; readonly byPosition: string[] } = { version: -1, byPosition: [] };

  query = $state('');
  stateFilter = $state<StateFilter>('all');
  sort = $state.raw<Sort>(listOrder);
  selection = $state.raw<Selection>(nothingSelected);
  detailsOpen = $state(false);
  /** True if the failures are shown beside the list; `null`: once no more can come. */
  failuresOpen = $state<boolean | null>(null);
  /** The packer was led to the failures: they get the focus as soon as they are there. */
  wantsFailures = $state(false);
  /** What stands against leaving is shown beside the list. */
  leavingOpen = $state(false);
  dismissedVerdict = $state('');
  dismissedTwice = $state('');
  /** Counts how often the selection was sent to the printer. */
  asked = $state(0);

  /** Positions in the chosen order, without the filter. It is computed again when its inputs change. */
  readonly #ordered = $derived.by((): readonly ShipmentSnapshot[] =>
    sortRows(this.sort.column === 'label' ? this.rows : this.stableRows, this.sort),
  );

  /** The rows to show, as places in the job's rows. */
  readonly shown = $derived.by((): readonly number[] => {
    const matches = makeMatcher(this.query);
    const texts = this.query.trim() === '' ? null : this.readTexts();
    const passing = passes[this.stateFilter];
    const current = this.stateFilter === 'all' ? null : this.rows;
    const places: number[] = [];
    for (const { position } of this.#ordered) {
      const place = position - 1;
      if (texts !== null && !matches(texts[place] ?? '')) continue;
      const row = current?.[place];
      if (current !== null && (row === undefined || !passing(row))) continue;
      places.push(place);
    }
    return places;
  });

  /** The shown rows' shipment ids, for the selection. */
  readonly order = $derived.by((): readonly number[] => {
    const rows = this.stableRows;
    return this.shown.flatMap((place) => rows[place]?.shipment.id ?? []);
  });

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

  /** By list position; follows every change. */
  get rows(): readonly ShipmentSnapshot[] {
    void this.version;
    return this.#model?.rows ?? [];
  }

  /** The same rows, for derivations independent of labels and checks: followed only when all of them change. */
  get stableRows(): readonly ShipmentSnapshot[] {
    void this.wholeVersion;
    return this.#model?.rows ?? [];
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
      this.status = 'failed';
      return;
    }
    this.openFault = null;
    this.#take(openModel(answer.value), true);
    this.status = 'open';
    for (const change of early) this.change(change);
  }

  change(change: JobChange): void {
    if (change.groupingId !== this.groupingId) return;
    if (this.#reading || this.#model === null) {
      this.#early.push(change);
      return;
    }
    const applied = applyChange(this.#model, change);
    if (applied.outcome === 'applied') this.#take(applied.model, applied.whole);
    else if (applied.outcome === 'missed') void this.read();
  }

  /** Sends one action; its fault, if any, is kept for the screen. */
  async act<C extends JobAction>(
    channel: C,
    ...[input]: keyof ActionInput<C> extends never ? [] : [ActionInput<C>]
  ): Promise<RequestAnswer<C>> {
    this.busy = channel;
    this.actionFault = null;
    const whole = { groupingId: this.groupingId, ...input };
    const answer = await this.#bridge.request(channel, ...([whole] as unknown as Parameters<Requests[C]>));
    this.busy = null;
    const result: Result<unknown> = answer;
    if (!result.ok) this.actionFault = result.fault;
    return answer;
  }

  readonly collecting = $derived(this.head !== null && isCollecting(this.head, this.tallies));

  /** No work is under way that closing would interrupt. */
  get idle(): boolean {
    const state = this.head?.state;
    return !this.collecting && this.busy === null && state !== 'printing' && state !== 'concluding';
  }

  #take(model: JobModel, whole: boolean): void {
    this.#model = model;
    this.head = model.head;
    this.version += 1;
    if (whole) this.wholeVersion += 1;
    if (['printing', 'concluding', 'concluded'].includes(model.head.state)) this.without.settle();
    const { head } = model;
    if (isCollecting(head, head.tallies)) this.meter.add(performance.now(), countSettled(head.tallies));
  }

  showOnly(state: StateFilter): void {
    this.query = '';
    this.stateFilter = state;
  }

  get inListOrder(): boolean {
    return isListOrder(this.sort);
  }

  /** In the order of the print. */
  get rowsInOrder(): readonly ShipmentSnapshot[] {
    return this.#ordered.flatMap(({ position }) => this.rows[position - 1] ?? []);
  }

  select(shipmentId: number): void {
    this.selection = selectClick(this.selection, this.order, shipmentId, 'single');
  }

  /** Chooses these for the next print. */
  askToPrint(shipmentIds: readonly number[]): void {
    this.selection = selectOnly(this.selection, shipmentIds);
    this.asked += 1;
  }

  /** They are read ahead, so that the first key of a search finds them ready. */
  readTexts(): readonly string[] {
    const version = this.wholeVersion;
    if (this.#texts.version !== version) {
      this.#texts = { version, byPosition: this.stableRows.map(({ shipment }) => makeSearchText(shipment)) };
    }
    return this.#texts.byPosition;
  }
}
