import type { FloorPayload, LabelCopy } from '../../../src/main/floor/index.ts';
import type { Happening, History, Mark } from '../checker/history.ts';
import { lookAtPaper } from '../checker/look.ts';
import { FloorModel } from './floor-model.ts';

const groupingId = 1;
const shipmentIds: readonly number[] = [11, 12, 13, 14];
const stationNames: readonly string[] = ['a', 'b', 'c'];

/** The fate of a request on its way to the server and back. */
export type Weather = 'fair' | 'lost-before' | 'lost-after';

export type Deed =
  | {
      readonly type: 'print';
      readonly at: number;
      readonly many: number;
      readonly weather: Weather;
    }
  | {
      readonly type: 'again';
      readonly at: number;
      readonly which: number;
      readonly weather: Weather;
    }
  | { readonly type: 'paper' | 'kill' | 'start' | 'answer' | 'hear' | 'alone'; readonly at: number }
  | { readonly type: 'tell'; readonly at: number; readonly weather: Weather }
  | {
      readonly type: 'take-over';
      readonly at: number;
      readonly from: number;
      readonly weather: Weather;
    }
  | { readonly type: 'conclude'; readonly at: number; readonly dies: 'no' | 'before' | 'after' }
  | { readonly type: 'server'; readonly isAway: boolean };

/** Rules of the protocol that a station can forget. */
export const stationRules = [
  'claims',
  'tells first',
  'asks whether it is still its own',
  'says that it was alone',
] as const;
type StationRule = (typeof stationRules)[number];

interface Doubt extends LabelCopy {
  /** Whose paper it is. */
  readonly of: string;
  readonly alone: boolean;
}

interface Running {
  readonly copies: readonly LabelCopy[];
  readonly alone: boolean;
  out: number;
}

/**
 * A station that follows the protocol: the state that survives its process, and the state that does
 * not.
 */
class ModelStation {
  readonly name: string;
  readonly outbox: {
    readonly id: string;
    readonly payload: FloorPayload;
    readonly alone: boolean;
  }[] = [];
  /** The last copy of each label that it knows to be printed. */
  readonly printed = new Map<number, number>();
  doubts: readonly Doubt[] = [];
  running: Running | null = null;
  heardSeq = 0;
  life = 1;
  isUp = true;
  isAlone = false;
  conclusion: 'open' | 'concluding' | 'concluded' = 'open';
  #told = 0;

  constructor(name: string) {
    this.name = name;
  }

  owe(payload: FloorPayload, alone = false): void {
    this.#told += 1;
    this.outbox.push({ id: `${this.name} ${this.#told}`, payload, alone });
  }
}

/**
 * Stations that follow the protocol, on a floor that is a model: in every case their history must
 * pass the checker.
 */
export class ModelStations {
  readonly floor = new FloorModel();
  readonly #marks: Mark[] = [];
  readonly #conclusions: { groupingId: number; took: boolean }[] = [];
  readonly #stations = stationNames.map((name) => new ModelStation(name));
  /** Whose intent each copy was. */
  readonly #intents = new Map<string, string>();
  readonly #forgotten: StationRule | null;
  #isAway = false;

  constructor(forgotten: StationRule | null = null) {
    this.#forgotten = forgotten;
  }

  do(deed: Deed): void {
    if (deed.type === 'server') {
      this.#isAway = deed.isAway;
      if (!deed.isAway) for (const station of this.#stations) station.isAlone = false;
      return;
    }
    const station = this.#stations[deed.at % this.#stations.length];
    if (station === undefined) return;
    if (deed.type === 'start') this.#start(station);
    if (!station.isUp) return;
    switch (deed.type) {
      case 'print':
        this.#print(station, this.#chooseUnprinted(station, deed.many), deed.weather);
        break;
      case 'again': {
        const shipmentId = [...station.printed.keys()][
          deed.which % Math.max(1, station.printed.size)
        ];
        if (shipmentId === undefined || !this.#mayPrint(station)) break;
        this.#mark(station, { kind: 'again', groupingId, shipmentIds: [shipmentId] });
        this.#print(station, [shipmentId], deed.weather);
        break;
      }
      case 'paper':
        this.#letOut(station);
        break;
      case 'kill':
        station.isUp = false;
        station.isAlone = false;
        break;
      case 'answer':
        this.#answer(station);
        break;
      case 'hear':
        if (!this.#isAway) this.#hear(station);
        break;
      case 'alone':
        station.isAlone = this.#isAway;
        break;
      case 'tell':
        this.#tell(station, deed.weather);
        break;
      case 'take-over':
        this.#takeOver(station, deed.from, deed.weather);
        break;
      case 'conclude':
        this.#conclude(station, deed.dies);
        break;
      default:
    }
  }

  /** Repairs all faults, and lets every station finish its work. */
  heal(): void {
    this.do({ type: 'server', isAway: false });
    for (const station of this.#stations) this.#start(station);
    for (let round = 0; round < 4; round += 1) {
      for (const station of this.#stations) {
        while (station.running !== null) this.#letOut(station);
        while (station.outbox.length > 0) this.#tell(station, 'fair');
        this.#answer(station);
      }
    }
    for (const station of this.#stations) {
      this.#hear(station);
      this.#print(station, this.#chooseUnprinted(station, shipmentIds.length), 'fair');
      while (station.running !== null) this.#letOut(station);
      while (station.outbox.length > 0) this.#tell(station, 'fair');
    }
  }

  get history(): History {
    const rows = new Map([...this.floor.rows()].map(([id, { state }]) => [id, { state }]));
    return {
      lists: new Map([[groupingId, shipmentIds]]),
      marks: this.#marks,
      conclusions: this.#conclusions,
      ends: [
        {
          groupingId,
          rows,
          twice: this.floor.twice(),
          asked: this.#stations.flatMap(({ doubts }) => doubts.map(({ shipmentId }) => shipmentId)),
          shown: this.#stations.flatMap(({ printed }) => [...printed.keys()]),
          events: this.floor.events.map(({ seq, station, alone, payload }) => {
            const shipmentId = 'shipmentId' in payload ? payload.shipmentId : null;
            const copy = 'copy' in payload ? payload.copy : null;
            return { seq, station, kind: payload.kind, shipmentId, copy, alone };
          }),
        },
      ],
      isOver: true,
    };
  }

  #mayPrint(station: ModelStation): boolean {
    const isFree =
      station.running === null &&
      station.doubts.length === 0 &&
      station.conclusion !== 'concluding';
    return isFree && (!this.#isAway || station.isAlone);
  }

  #chooseUnprinted(station: ModelStation, many: number): readonly number[] {
    return shipmentIds.filter((id) => !station.printed.has(id)).slice(0, many);
  }

  #print(station: ModelStation, ids: readonly number[], weather: Weather): void {
    if (!this.#mayPrint(station) || ids.length === 0) return;
    const copies = ids.map((shipmentId) => ({
      shipmentId,
      copy: (station.printed.get(shipmentId) ?? 0) + 1,
    }));
    const alone = station.isAlone;
    const intent = this.#mark(station, { kind: 'intent', groupingId, shipmentIds: ids, alone });
    if (!alone && this.#forgotten !== 'claims') {
      if (weather === 'lost-before') return;
      // A waiting entry may release a copy: published after the claim of that copy, it would end
      // the claim.
      while (station.outbox.length > 0 && this.#forgotten !== 'tells first')
        this.#tell(station, 'fair');
      const claimed = this.floor.claim(station.name, copies);
      if (!claimed.ok) {
        this.#mark(station, { kind: 'refused', groupingId, intent });
        this.#hear(station);
        return;
      }
      for (const { shipmentId, copy } of copies)
        this.#intents.set(`${shipmentId}/${copy}`, station.name);
      if (weather === 'lost-after') return;
    }
    station.running = { copies, alone, out: 0 };
  }

  #letOut(station: ModelStation): void {
    const { running } = station;
    if (running === null) return;
    const copy = running.copies[running.out];
    if (copy !== undefined) {
      this.#mark(station, {
        kind: 'paper',
        groupingId,
        shipmentId: copy.shipmentId,
        alone: running.alone,
      });
      running.out += 1;
    }
    if (running.out < running.copies.length) return;
    station.running = null;
    this.#mark(station, {
      kind: 'ended',
      groupingId,
      shipmentIds: running.copies.map(({ shipmentId }) => shipmentId),
    });
    for (const one of running.copies) this.#notePrinted(station, one, running.alone);
  }

  #notePrinted(station: ModelStation, copy: LabelCopy, alone: boolean): void {
    station.printed.set(
      copy.shipmentId,
      Math.max(copy.copy, station.printed.get(copy.shipmentId) ?? 0),
    );
    station.owe(
      { kind: 'printed', ...copy, digest: null },
      alone && this.#forgotten !== 'says that it was alone',
    );
  }

  #start(station: ModelStation): void {
    if (station.isUp) return;
    station.isUp = true;
    station.life += 1;
    const { running } = station;
    station.running = null;
    for (const copy of running?.copies ?? []) {
      station.doubts = [
        ...station.doubts,
        { ...copy, of: station.name, alone: running?.alone === true },
      ];
      station.owe({ kind: 'doubt', ...copy }, running?.alone);
    }
    if (station.conclusion === 'concluding') this.#lookInErp(station);
  }

  /** Asked only if the floor is connected: another station may have been asked meanwhile. */
  #answer(station: ModelStation): void {
    if (this.#isAway) return;
    this.#hear(station);
    for (const { of, alone, ...copy } of station.doubts) {
      const seen = lookAtPaper(this.#marks, {
        station: of,
        by: station.name,
        groupingId,
        shipmentId: copy.shipmentId,
        alone,
      });
      const onPaper = seen?.onPaper === true;
      const about = { station: of, intent: seen?.intent ?? null };
      this.#mark(station, {
        kind: 'answer',
        groupingId,
        shipmentId: copy.shipmentId,
        about,
        onPaper,
      });
      if (onPaper) this.#notePrinted(station, copy, alone);
      else station.owe({ kind: 'unprinted', ...copy }, alone);
    }
    station.doubts = [];
  }

  #tell(station: ModelStation, weather: Weather): void {
    const [first] = station.outbox;
    if (first === undefined || this.#isAway || weather === 'lost-before') return;
    this.floor.tell(station.name, first.id, first.payload, first.alone);
    if (weather === 'fair') station.outbox.shift();
    if (station.outbox.length === 0) this.#mark(station, { kind: 'told', groupingId });
  }

  #hear(station: ModelStation): void {
    for (const { seq, payload, ...event } of this.floor.events.slice(station.heardSeq)) {
      const listener = `${station.name} ${station.life}`;
      const what = `${event.station} ${JSON.stringify(payload)}`;
      this.#mark(station, { kind: 'heard', groupingId, listener, seq, what });
      station.heardSeq = seq;
      if (payload.kind === 'printed') {
        const known = station.printed.get(payload.shipmentId) ?? 0;
        station.printed.set(payload.shipmentId, Math.max(known, payload.copy));
      }
      if (payload.kind === 'concluded') station.conclusion = 'concluded';
    }
    this.#settleRows(station);
  }

  /** Settles the rows that the floor assigns to this station, and those that it does not. */
  #settleRows(station: ModelStation): void {
    const rows = this.floor.rows();
    // A claimed copy has a row here until a station, this one or one after a take-over, published
    // its end. A copy printed alone was never claimed.
    const isMine = ({ shipmentId, copy, alone }: Doubt): boolean => {
      const row = rows.get(shipmentId);
      return (
        alone || (row?.copy === copy && row.station === station.name && row.state !== 'printed')
      );
    };
    if (this.#forgotten !== 'asks whether it is still its own')
      station.doubts = station.doubts.filter(isMine);
    for (const [shipmentId, { copy, state, station: of }] of rows) {
      const isKnown = (one: LabelCopy): boolean =>
        one.shipmentId === shipmentId && one.copy === copy;
      const isOwed = station.outbox.some(
        ({ payload, alone }) => !alone && 'copy' in payload && isKnown(payload),
      );
      const isRunning = station.running?.alone === false && station.running.copies.some(isKnown);
      const isHere =
        isRunning || station.doubts.some((one) => !one.alone && isKnown(one)) || isOwed;
      if (of !== station.name || isHere) continue;
      // The answer to the claim was lost, and no label was sent.
      if (state === 'printing') station.owe({ kind: 'unprinted', shipmentId, copy });
      const whose = this.#intents.get(`${shipmentId}/${copy}`) ?? station.name;
      if (state === 'doubt')
        station.doubts = [...station.doubts, { shipmentId, copy, of: whose, alone: false }];
    }
  }

  #takeOver(station: ModelStation, from: number, weather: Weather): void {
    const other = this.#stations[from % this.#stations.length];
    // Not while it has a question of its own: a copy that returns to it would be taken for the one
    // that it asks about.
    if (other === undefined || other === station || !this.#mayPrint(station)) return;
    if (this.#isAway || weather === 'lost-before') return;
    this.#mark(station, { kind: 'takes-over', groupingId, from: other.name });
    this.floor.takeOver(station.name, other.name, other.isUp);
    if (weather === 'fair') this.#hear(station);
  }

  #conclude(station: ModelStation, dies: 'no' | 'before' | 'after'): void {
    if (this.#isAway || !this.#mayPrint(station)) return;
    this.#hear(station);
    if (station.conclusion !== 'open' || this.#chooseUnprinted(station, 1).length > 0) return;
    const begun = this.floor.beginConclusion(station.name, (name) =>
      this.#stations.some((one) => one.name === name && one.isUp),
    );
    if (!begun.ok && begun.fault !== 'conclusion-unknown') return;
    station.conclusion = 'concluding';
    if (!begun.ok) {
      this.#lookInErp(station);
      return;
    }
    if (dies !== 'before') this.#conclusions.push({ groupingId, took: !this.#isConcluded });
    if (dies === 'no') {
      station.conclusion = 'concluded';
      station.owe({ kind: 'concluded' });
    } else station.isUp = false;
  }

  #lookInErp(station: ModelStation): void {
    station.conclusion = this.#isConcluded ? 'concluded' : 'open';
    station.owe({ kind: 'conclusion-resolved', concluded: this.#isConcluded });
  }

  get #isConcluded(): boolean {
    return this.#conclusions.some(({ took }) => took);
  }

  #mark(station: ModelStation, happening: Happening): number {
    const n = this.#marks.length + 1;
    this.#marks.push({ station: station.name, n, ...happening });
    return n;
  }
}
