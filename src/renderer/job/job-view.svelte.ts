import type { ShipmentSnapshot } from '../../shared/index.ts';
import { makeMatcher, makeSearchText } from './search.ts';
import { isToPrint } from './reprint.ts';
import { nothingSelected, selectClick, selectOnly } from './selection.ts';
import type { Selection } from './selection.ts';
import { isListOrder, listOrder, sortRows } from './sorting.ts';
import type { Sort } from './sorting.ts';
import { addTotals, isPrintedElsewhere, lacksLabels } from '../../shared/index.ts';

interface JobRows {
  readonly rows: readonly ShipmentSnapshot[];
  readonly stableRows: readonly ShipmentSnapshot[];
  readonly wholeVersion: number;
}

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

/** The packer's view of a job: filter, order, selection. Kept while moving between its screens. */
export class JobView {
  readonly #job: JobRows;
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
  dismissedVerdict = $state('');
  dismissedTwice = $state('');
  /** Counts how often the selection was sent to the printer. */
  asked = $state(0);

  /** Positions in the chosen order, without the filter. It is computed again when its inputs change. */
  readonly #ordered = $derived.by((): readonly ShipmentSnapshot[] =>
    sortRows(this.sort.column === 'label' ? this.#job.rows : this.#job.stableRows, this.sort),
  );

  /** The rows to show, as places in the job's rows. */
  readonly shown = $derived.by((): readonly number[] => {
    const matches = makeMatcher(this.query);
    const texts = this.query.trim() === '' ? null : this.#readTexts();
    const passing = passes[this.stateFilter];
    const current = this.stateFilter === 'all' ? null : this.#job.rows;
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
    const rows = this.#job.stableRows;
    return this.shown.flatMap((place) => rows[place]?.shipment.id ?? []);
  });

  readonly selectedTotals = $derived.by(() => {
    const { ids } = this.selection;
    const chosen = this.#job.stableRows.filter(({ shipment }) => ids.has(shipment.id));
    return addTotals(chosen.map(({ shipment }) => shipment));
  });

  readonly filtered = $derived(this.query.trim() !== '' || this.stateFilter !== 'all');

  clearFilter(): void {
    this.query = '';
    this.stateFilter = 'all';
  }

  constructor(job: JobRows) {
    this.#job = job;
  }

  get inListOrder(): boolean {
    return isListOrder(this.sort);
  }

  listInOrder(keep: (row: ShipmentSnapshot) => boolean): readonly number[] {
    return this.listRowsInOrder()
      .filter(keep)
      .map(({ shipment }) => shipment.id);
  }

  listRowsInOrder(): readonly ShipmentSnapshot[] {
    return this.#ordered.flatMap(({ position }) => this.#job.rows[position - 1] ?? []);
  }

  select(shipmentId: number): void {
    this.selection = selectClick(this.selection, this.order, shipmentId, 'single');
  }

  /** Chooses these for the next print. */
  askToPrint(shipmentIds: readonly number[]): void {
    this.selection = selectOnly(this.selection, shipmentIds);
    this.asked += 1;
  }

  /** Makes the search texts ahead, so that the first key finds them ready. */
  prepareSearch(): void {
    this.#readTexts();
  }

  #readTexts(): readonly string[] {
    const version = this.#job.wholeVersion;
    if (this.#texts.version !== version) {
      this.#texts = { version, byPosition: this.#job.stableRows.map(({ shipment }) => makeSearchText(shipment)) };
    }
    return this.#texts.byPosition;
  }
}
