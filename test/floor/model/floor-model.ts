import type { FloorPayload, LabelCopy } from '../../../src/main/floor/index.ts';
import type { FaultKind } from '#shared/faults/faults.ts';

interface ModelRow {
  state: 'taken' | 'printing' | 'doubt' | 'printed';
  station: string;
  /** Which print its station took it for, not knowing of others. */
  readonly toldCopy: number;
  alone: boolean;
  kept: boolean;
  /** The stations that may publish its one paper, because one was asked instead of the other. */
  asked: readonly string[];
}

interface ModelEvent {
  readonly id: string;
  readonly seq: number;
  readonly station: string;
  readonly alone: boolean;
  readonly payload: FloorPayload;
}

type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: FaultKind };

const done = { ok: true, value: undefined } as const;
const refuse = (fault: FaultKind): Answer<never> => ({ ok: false, fault });

/**
 * One grouping of the floor, as the port promises it and without a database. The real floor is
 * compared with it.
 */
export class FloorModel {
  readonly #rows = new Map<number, Map<number, ModelRow>>();
  readonly #told = new Set<string>();
  readonly #events: ModelEvent[] = [];
  #conclusion: { state: 'concluding' | 'concluded' | 'unknown'; station: string } | null = null;

  get events(): readonly ModelEvent[] {
    return this.#events;
  }

  get conclusion(): {
    readonly state: 'concluding' | 'concluded' | 'unknown';
    readonly station: string;
  } | null {
    return this.#conclusion;
  }

  /**
   * For each shipment, the copy that is not settled, or else the last one: an earlier one may be
   * uncertain while others are printed alone.
   */
  rows(): ReadonlyMap<number, Readonly<ModelRow> & { readonly copy: number }> {
    const last = [...this.#rows].flatMap(([shipmentId, copies]) => {
      const open = [...copies].find(([, { state }]) => state !== 'printed')?.[0];
      const copy = open ?? Math.max(...copies.keys());
      const row = copies.get(copy);
      return row === undefined ? [] : [[shipmentId, { ...row, copy }] as const];
    });
    return new Map(last);
  }

  /** Shipments of which two stations printed the same copy. */
  twice(): readonly number[] {
    const found = [...this.#rows].filter(([, copies]) => {
      const told = [...copies.values()].flatMap((row) =>
        row.state === 'printed' ? [row.toldCopy] : [],
      );
      return new Set(told).size < told.length;
    });
    return found.map(([shipmentId]) => shipmentId).toSorted((a, b) => a - b);
  }

  claim(station: string, copies: readonly LabelCopy[]): Answer<void> {
    return this.#keep(station, copies, 'printing');
  }

  take(station: string, copies: readonly LabelCopy[]): Answer<void> {
    return this.#keep(station, copies, 'taken');
  }

  giveBack(station: string, shipmentIds: readonly number[]): void {
    for (const [shipmentId, copy, row] of this.#list()) {
      if (row.station !== station || row.state !== 'taken' || !shipmentIds.includes(shipmentId))
        continue;
      this.#remove(shipmentId, copy);
    }
  }

  takeOver(
    station: string,
    from: string,
    isAlive: boolean,
  ): Answer<{ readonly free: readonly number[]; readonly inDoubt: readonly LabelCopy[] }> {
    const theirs = this.#list().filter(
      ([, , row]) => row.station === from && row.state !== 'printed',
    );
    if (isAlive && theirs.some(([, , row]) => row.state === 'printing'))
      return refuse('floor-printing');
    const free: number[] = [];
    const inDoubt: LabelCopy[] = [];
    for (const [shipmentId, copy, row] of theirs) {
      row.station = station;
      if (row.state === 'taken') {
        free.push(shipmentId);
        continue;
      }
      row.state = 'doubt';
      row.asked = [...row.asked, from, station];
      inDoubt.push({ shipmentId, copy });
    }
    const byId = (a: LabelCopy, b: LabelCopy): number => a.shipmentId - b.shipmentId;
    return {
      ok: true,
      value: { free: free.toSorted((a, b) => a - b), inDoubt: inDoubt.toSorted(byId) },
    };
  }

  beginConclusion(station: string, isAlive: (station: string) => boolean): Answer<void> {
    const known = this.#conclusion;
    if (known !== null && (known.station !== station || known.state === 'unknown')) {
      if (known.state === 'concluded' || (known.state === 'concluding' && isAlive(known.station)))
        return refuse('floor-concluding');
      this.#conclusion = { state: 'unknown', station };
      return refuse('conclusion-unknown');
    }
    if (known?.state === 'concluded') return refuse('floor-concluding');
    const busy = this.#list().some(
      ([, , row]) => row.state !== 'printed' && (row.station !== station || row.state === 'doubt'),
    );
    if (busy) return refuse('floor-busy');
    this.#conclusion = { state: 'concluding', station };
    return done;
  }

  /** Confirms that the claim, or without copies the conclusion, is still this station's. */
  hold(station: string, copies: readonly LabelCopy[]): Answer<void> {
    const isOwn = (one: LabelCopy): boolean => {
      const row = this.#find(one);
      return row?.station === station && row.state === 'printing';
    };
    if (copies.length > 0) return copies.every(isOwn) ? done : refuse('floor-taken');
    const isConcluding =
      this.#conclusion?.state === 'concluding' && this.#conclusion.station === station;
    return isConcluding ? done : refuse('floor-concluding');
  }

  tell(station: string, id: string, payload: FloorPayload, alone: boolean): void {
    if (this.#told.has(id)) return;
    this.#told.add(id);
    const seq = this.#events.length + 1;
    this.#events.push({ id, seq, station, alone, payload: this.#addVolumes(payload) });
    switch (payload.kind) {
      case 'printed':
        this.#print(station, payload, alone);
        return;
      case 'unprinted': {
        const row = this.#find(payload);
        if (row?.station !== station || alone || row.state === 'printed') return;
        if (row.kept) row.state = 'taken';
        else this.#remove(payload.shipmentId, payload.copy);
        return;
      }
      case 'doubt': {
        // A claimed copy has a row until a station publishes its end. A copy printed alone has
        // none: only its station can publish it.
        const row = this.#find(payload);
        if (payload.open === true && row === null)
          this.#put(payload, { ...makeRow(station, payload.copy), state: 'doubt' });
        if (row?.station === station && !alone && row.state !== 'printed') row.state = 'doubt';
        return;
      }
      case 'concluded':
      case 'conclusion-unknown':
      case 'conclusion-refused':
      case 'conclusion-resolved':
        this.#tellConclusion(station, payload);
        return;
      default:
        // Other events do not affect claims.
        return;
    }
  }

  #tellConclusion(station: string, payload: FloorPayload): void {
    const before = this.#conclusion;
    if (before?.state === 'concluded') return;
    const isOwn = before?.station === station;
    if (payload.kind === 'concluded' || ('concluded' in payload && payload.concluded))
      this.#conclusion = { state: 'concluded', station };
    else if (payload.kind === 'conclusion-unknown') {
      if (before === null || isOwn) this.#conclusion = { state: 'unknown', station };
    } else if (isOwn || (payload.kind === 'conclusion-resolved' && before?.state === 'unknown'))
      this.#conclusion = null;
  }

  /** Two benches may scan volumes of one parcel at the same moment: each says what came or went. */
  #addVolumes(payload: FloorPayload): FloorPayload {
    if (payload.kind !== 'checked' && payload.kind !== 'unchecked') return payload;
    const { shipmentId, volumes, marks } = payload;
    if (volumes?.came === undefined) return payload;
    const known = this.#events.findLast(
      ({ payload: one }) =>
        (one.kind === 'checked' || one.kind === 'unchecked') &&
        one.shipmentId === shipmentId &&
        !(one.marks ?? []).some((mark, at) => {
          const other = marks?.[at] ?? '';
          return mark !== '' && other !== '' && mark !== other;
        }),
    )?.payload;
    if (known === undefined || !('volumes' in known)) return payload;
    const codes = new Set(known.volumes?.codes);
    for (const code of volumes.went ?? []) codes.delete(code);
    for (const code of volumes.came) codes.add(code);
    const isChange = volumes.came.length + (volumes.went ?? []).length > 0;
    const counted = codes.size >= volumes.of ? 'checked' : 'unchecked';
    const kind = isChange ? counted : payload.kind;
    return { ...payload, kind, volumes: { ...volumes, codes: [...codes] } };
  }

  #keep(station: string, copies: readonly LabelCopy[], state: 'taken' | 'printing'): Answer<void> {
    if (this.#conclusion?.state === 'concluding' && this.#conclusion.station !== station)
      return refuse('floor-taken');
    const own =
      state === 'taken'
        ? (['taken', 'printing', 'doubt'] as const)
        : (['taken', 'printing'] as const);
    if (copies.some((one) => !this.#isFree(station, one, own))) return refuse('floor-taken');
    for (const one of copies) {
      const row = this.#find(one);
      if (row === null)
        this.#put(one, { ...makeRow(station, one.copy), state, kept: state === 'taken' });
      else if (row.state === 'taken' && state === 'printing')
        Object.assign(row, { state, asked: [] });
    }
    return done;
  }

  /**
   * The copy is this station's own, or the next one of a label with that many printed copies, or
   * the first that any station claims.
   */
  #isFree(
    station: string,
    { shipmentId, copy }: LabelCopy,
    own: readonly ModelRow['state'][],
  ): boolean {
    const copies = this.#rows.get(shipmentId) ?? new Map<number, ModelRow>();
    const row = copies.get(copy);
    if (row !== undefined) return row.station === station && own.includes(row.state);
    const areOut = [...copies.values()].every(({ state }) => state === 'printed');
    return copies.size === 0 || (areOut && Math.max(...copies.keys()) === copy - 1);
  }

  /** A printed copy: the claimed one, one of its own, or one that is counted already. */
  #print(station: string, copy: LabelCopy, alone: boolean): void {
    const row = this.#find(copy);
    const isOut = row?.state === 'printed';
    const isOwn = row?.station === station;
    const made: ModelRow = { ...makeRow(station, copy.copy), state: 'printed', alone };
    if (row === null) this.#put(copy, made);
    // If a row was taken over, or released and claimed, the station that printed it knows that it
    // is printed; a station that printed alone does not. An uncertain copy may be another station's
    // paper, which a station that printed one alone meanwhile has not seen.
    else if (
      !isOut &&
      (isOwn ? !alone || row.state !== 'doubt' : row.state !== 'printing' && !alone)
    )
      Object.assign(row, { state: 'printed', station, alone, kept: false });
    else {
      const isOnePaper = isOut && !alone && (isOwn || (!row.alone && row.asked.includes(station)));
      if (isOnePaper) return;
      const last = Math.max(...(this.#rows.get(copy.shipmentId)?.keys() ?? []));
      this.#put({ ...copy, copy: last + 1 }, made);
    }
  }

  #list(): readonly (readonly [shipmentId: number, copy: number, row: ModelRow])[] {
    return [...this.#rows].flatMap(([id, copies]) =>
      [...copies].map(([copy, row]) => [id, copy, row] as const),
    );
  }

  #find({ shipmentId, copy }: LabelCopy): ModelRow | null {
    return this.#rows.get(shipmentId)?.get(copy) ?? null;
  }

  #put({ shipmentId, copy }: LabelCopy, row: ModelRow): void {
    const copies = this.#rows.get(shipmentId) ?? new Map<number, ModelRow>();
    copies.set(copy, row);
    this.#rows.set(shipmentId, copies);
  }

  #remove(shipmentId: number, copy: number): void {
    const copies = this.#rows.get(shipmentId);
    copies?.delete(copy);
    if (copies?.size === 0) this.#rows.delete(shipmentId);
  }
}

function makeRow(station: string, toldCopy: number): ModelRow {
  return { state: 'printing', station, toldCopy, alone: false, kept: false, asked: [] };
}
