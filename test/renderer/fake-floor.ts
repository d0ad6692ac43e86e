import { makeBadgeId } from '#shared/domain/badges.ts';
import { readBadge } from '#shared/codes.ts';
import type { Operator } from '#shared/contract/floor.ts';
import type { Badge, WantedBadge } from '#shared/domain/badges.ts';
import {
  type FloorInfo,
  type FloorState,
  type GroupingShare,
  type GroupingStation,
  isFloorAddress,
  type RowShare,
} from '#shared/domain/floor.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { failed, fault, ok, type Result } from '#shared/faults/faults.ts';
import { printedLabel } from './fake-data.ts';
import type { FakeJob } from './fake-job.ts';

interface Parts {
  readonly job: (groupingId: number) => FakeJob;
  readonly tell: (info: FloorInfo) => void;
  readonly greet: (operator: Operator) => void;
}
interface Station {
  readonly stationId: string;
  readonly station: string;
  readonly person: string | null;
  readonly isHere: boolean;
  readonly isAlive: boolean;
}

const stations: readonly Station[] = [
  { stationId: 'b1', station: 'Bancada 1', person: 'Ana', isHere: true, isAlive: true },
  { stationId: 'b2', station: 'Bancada 2', person: 'Beto Nogueira', isHere: false, isAlive: true },
  { stationId: 'b3', station: 'PC-EXPED-07', person: null, isHere: false, isAlive: false },
];

/**
 * The owner of the rows up to each position; the remaining ones are free. Each state is among the
 * first rows, which are visible.
 */
const spread: readonly {
  readonly to: number;
  readonly has: readonly [string, RowShare['state']] | null;
}[] = [
  { to: 2, has: ['b1', 'printed'] },
  { to: 4, has: ['b1', 'taken'] },
  { to: 7, has: ['b2', 'printed'] },
  { to: 8, has: ['b2', 'printing'] },
  { to: 9, has: ['b2', 'taken'] },
  { to: 10, has: ['b3', 'doubt'] },
  { to: 11, has: ['b3', 'taken'] },
  { to: 12, has: null },
  { to: 17, has: ['b1', 'printed'] },
  { to: 23, has: ['b2', 'printed'] },
];

/** Two people whose badges are in the list. */
export const fakeBadges: readonly Badge[] = ['Ana Paula', 'Beto'].map((name, index) => ({
  id: makeBadgeId(() => index + 3),
  name,
}));

/**
 * Main's side of several stations on one grouping, of which this window is the first. A password
 * `errada` is refused.
 */
export class FakeFloor {
  readonly #parts: Parts;
  info: FloorInfo;
  #operator: Operator = { id: null, name: null };
  #alive = new Map(stations.map(({ stationId, isAlive }) => [stationId, isAlive]));

  constructor(state: FloorState, parts: Parts) {
    this.#parts = parts;
    const isOn = state !== 'off';
    this.info = {
      state,
      station: 'Bancada 1',
      address: isOn ? 'postgres://doca@servidor.exemplo.invalid/expedicao' : null,
      hasPassword: isOn,
      fault: state === 'away' || state === 'alone' ? fault('floor-away') : null,
      unsent: state === 'away' ? 3 : state === 'alone' ? 12 : 0,
      waitedFor: [],
    };
  }

  change(info: Partial<FloorInfo>): FloorInfo {
    this.info = { ...this.info, ...info };
    this.#parts.tell(this.info);
    return this.info;
  }

  /** The station was heard of, or not for a while. */
  hear(stationId: string, isAlive: boolean): void {
    this.#alive.set(stationId, isAlive);
  }

  /**
   * As after an hour of work at three benches, the last of which was switched off in the middle.
   */
  begin(job: FakeJob): void {
    const of = (position: number): Partial<ShipmentSnapshot> => {
      const [stationId, state] = spread.find(({ to }) => position <= to)?.has ?? [];
      if (stationId === undefined || state === undefined) return {};
      const share = this.#share(stationId, state, position === 7);
      return state === 'printed' ? { share, label: printedLabel } : { share };
    };
    this.#tell(
      job,
      job.rows.map((row) => ({ ...row, ...of(row.position) })),
    );
  }

  /** Gives rows to another station, or frees them. */
  give(
    job: FakeJob,
    shipmentIds: readonly number[],
    stationId: string | null,
    state: RowShare['state'] = 'taken',
  ): void {
    const share = stationId === null ? null : this.#share(stationId, state);
    this.#tell(
      job,
      job.rows
        .filter(({ shipment }) => shipmentIds.includes(shipment.id))
        .map((row) => ({ ...row, share })),
    );
  }

  /** As after an outage of the server: the first label was printed at both. */
  reconcile(job: FakeJob, count = 2): void {
    const [here, there] = stations as readonly [Station, Station];
    const at = (one: Station, minute: number) => ({
      station: one.station,
      person: one.person,
      atMs: new Date().setHours(10, minute, 0, 0),
    });
    const twice = job.rows.slice(0, count).map(({ shipment }, index) => ({
      shipmentId: shipment.id,
      prints: [at(here, 31 + index), at(there, 40 + index)],
    }));
    job.change({ share: { ...(job.head.share ?? this.#sum(job.rows)), twice } });
  }

  conclude(job: FakeJob, state: 'concluding' | 'concluded' | 'unknown'): void {
    const share = this.#sum(job.rows);
    const conclusion = {
      ...{ state, station: 'Bancada 2', person: 'Beto Nogueira', isHere: false },
      atMs: new Date().setHours(10, 41, 0, 0),
    };
    job.change({ share: { ...share, conclusion } });
  }

  #share(stationId: string, state: RowShare['state'], differs = false): RowShare {
    const { station, person, isHere } = stations.find((one) => one.stationId === stationId)!;
    return {
      state,
      stationId,
      station,
      person,
      isHere,
      differs,
      atMs: new Date().setHours(10, 32, 0, 0),
    };
  }

  #sum(rows: readonly ShipmentSnapshot[]): GroupingShare {
    const count = (stationId: string, state: RowShare['state']): number =>
      rows.filter(({ share }) => share?.stationId === stationId && share.state === state).length;
    const all = stations.map((one): GroupingStation => ({
      ...one,
      isAlive: this.#alive.get(one.stationId) ?? true,
      taken: count(one.stationId, 'taken'),
      printing: count(one.stationId, 'printing'),
      doubt: count(one.stationId, 'doubt'),
      printed: count(one.stationId, 'printed'),
    }));
    const has = ({ taken, printing, doubt, printed }: GroupingStation): number =>
      taken + printing + doubt + printed;
    return {
      stations: all.filter((one) => one.isHere || has(one) > 0),
      conclusion: null,
      twice: [],
    };
  }

  #tell(job: FakeJob, rows: readonly ShipmentSnapshot[]): void {
    const changed = new Map(rows.map((row) => [row.position, row]));
    const all = job.rows.map((row) => changed.get(row.position) ?? row);
    job.change({ share: { ...this.#sum(all), twice: job.head.share?.twice ?? [] } }, rows);
  }

  readonly handlers = {
    'floor.get': () => ok(this.info),
    'floor.password': ({ password }: { readonly password: string | null }) =>
      ok(this.change({ hasPassword: password !== null })),
    'floor.test': ({
      address,
      password,
    }: {
      readonly address: string;
      readonly password: string | null;
    }) => {
      if (!isFloorAddress(address)) return failed(fault('floor-server'));
      return password === 'errada' ? failed(fault('floor-refused')) : ok();
    },
    'floor.dismiss': () => {
      this.change({ waitedFor: [] });
      return ok();
    },
    'floor.alone': ({ alone }: { readonly alone: boolean }) =>
      ok(this.change({ state: alone ? 'alone' : 'away' })),
    'floor.take': (asked: {
      readonly groupingId: number;
      readonly shipmentIds: readonly number[];
    }): Result<void> => {
      const job = this.#parts.job(asked.groupingId);
      const isTaken = ({ shipment, share }: ShipmentSnapshot): boolean =>
        asked.shipmentIds.includes(shipment.id) && share !== null && !share.isHere;
      if (job.rows.some(isTaken)) return failed(fault('floor-taken'));
      this.give(job, asked.shipmentIds, 'b1');
      return ok();
    },
    'floor.give-back': (asked: {
      readonly groupingId: number;
      readonly shipmentIds: readonly number[];
    }) => {
      this.give(this.#parts.job(asked.groupingId), asked.shipmentIds, null);
      return ok();
    },
    'floor.take-over': (asked: {
      readonly groupingId: number;
      readonly stationId: string;
    }): Result<void> => {
      const job = this.#parts.job(asked.groupingId);
      const rows = job.rows.filter(({ share }) => share?.stationId === asked.stationId);
      const ids = (...states: readonly RowShare['state'][]): number[] =>
        rows
          .filter(({ share }) => share !== null && states.includes(share.state))
          .map(({ shipment }) => shipment.id);
      const isAlive = this.#alive.get(asked.stationId) ?? true;
      if (isAlive && ids('printing').length > 0) return failed(fault('floor-printing'));
      const perhaps = ids('printing', 'doubt');
      this.give(job, ids('taken'), 'b1');
      this.give(job, perhaps, 'b1', 'doubt');
      if (perhaps.length > 0) {
        job.change({
          fault: fault('paper-unknown'),
          printVerdict: { printed: [], perhaps, not: [] },
        });
      }
      return ok();
    },
    'floor.day': () =>
      ok(
        this.info.state === 'off'
          ? null
          : [
              {
                station: 'Bancada 1',
                person: 'Ana',
                isHere: true,
                labels: 212,
                parcels: 240,
                groupings: 6,
              },
              {
                station: 'Bancada 1',
                person: null,
                isHere: true,
                labels: 14,
                parcels: 0,
                groupings: 0,
              },
              {
                station: 'Bancada 2',
                person: 'Beto Nogueira',
                isHere: false,
                labels: 186,
                parcels: 201,
                groupings: 5,
              },
              {
                station: 'PC-EXPED-07',
                person: null,
                isHere: false,
                labels: 40,
                parcels: 12,
                groupings: 1,
              },
            ],
      ),
    'floor.export-day': () => ok({ saved: true }),
    'operator.get': () => ok(this.#operator),
    'operator.set': ({ badge }: { readonly badge: string | null }) => {
      const known =
        badge === null
          ? { id: null, name: null }
          : fakeBadges.find(({ id }) => id === readBadge(badge));
      if (known === undefined) return failed(fault('badge-unknown'));
      this.#operator = known;
      this.#parts.greet(this.#operator);
      return ok(this.#operator);
    },
    'operator.list': () => ok(fakeBadges),
    'operator.badges': ({ badges }: { readonly badges: readonly WantedBadge[] }) =>
      ok(badges.map(({ id, name }, index) => ({ id: id ?? makeBadgeId(() => 20 - index), name }))),
  };
}
