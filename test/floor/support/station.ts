import { randomUUID } from 'node:crypto';
import { StationFloor } from '../../../src/main/floor/index.ts';
import type {
  Floor,
  FloorScope,
  FloorServices,
  FloorPayload,
  GroupingNews,
  LabelCopy,
  Outbox,
  FloorMemory,
  OutboxEntry,
  SharedGrouping,
} from '../../../src/main/floor/index.ts';
import { systemClock } from '../../../src/main/os/clock.ts';
import { silentLog } from '../../../src/main/os/log.ts';
import type { TestDatabase } from '../../support/postgres.ts';

/** As a journal keeps it, without a disk. */
export class MemoryOutbox implements Outbox {
  #entries: OutboxEntry[] = [];
  readonly #told: OutboxEntry[] = [];
  #number = 0;
  #memory: FloorMemory = { mark: 0, life: null, stations: [] };

  add(entry: Omit<OutboxEntry, 'number' | 'station'>): void {
    this.#number += 1;
    this.#entries.push({ station: null, ...entry, number: this.#number });
  }

  recall(): FloorMemory {
    return this.#memory;
  }

  remember(memory: FloorMemory): void {
    this.#memory = memory;
  }

  rewind(): void {
    this.#entries = [...this.#told.splice(0), ...this.#entries];
  }

  peek(limit: number): readonly OutboxEntry[] {
    return this.#entries.slice(0, limit);
  }

  count(): number {
    return this.#entries.length;
  }

  drop(throughNumber: number): void {
    this.#told.push(...this.#entries.filter(({ number }) => number <= throughNumber));
    this.#entries = this.#entries.filter(({ number }) => number > throughNumber);
  }
}

export interface TestStation {
  readonly floor: Floor;
  readonly outbox: MemoryOutbox;
  /** The news of the grouping that was shared first, in order. */
  readonly heard: GroupingNews[];
  readonly grouping: SharedGrouping;
  /** Publishes, and resolves when the server has it or cannot have it now. */
  tell(
    payload: FloorPayload,
    more?: Partial<Omit<OutboxEntry, 'payload' | 'number' | 'station'>>,
  ): Promise<void>;
}

export const scope: FloorScope = { company: 'company-1', groupingId: 4711 };

/** A station at a database; `name` is its id as well. */
export function openStation(
  place: Pick<TestDatabase, 'address' | 'password'>,
  name: string,
  more: Partial<Omit<FloorServices, 'outbox'>> & {
    readonly outbox?: MemoryOutbox;
    readonly scope?: FloorScope;
    readonly afterSeq?: number;
  } = {},
): TestStation {
  const outbox = more.outbox ?? new MemoryOutbox();
  const { clock = systemClock } = more;
  const person = more.person ?? (() => `person at ${name}`);
  const floor = new StationFloor({
    address: place.address,
    password: () => Promise.resolve(place.password),
    stationId: name,
    session: name,
    station: `bench ${name}`,
    outbox,
    log: silentLog,
    ...more,
    clock,
    person,
  });
  const heard: GroupingNews[] = [];
  const shared = more.scope ?? scope;
  return {
    floor,
    outbox,
    heard,
    grouping: floor.share(shared, more.afterSeq ?? 0, (news) => heard.push(news)),
    tell: async (payload, entry = {}) => {
      const made = {
        id: randomUUID(),
        person: person(),
        atMs: clock.now(),
        alone: false,
        ...shared,
        ...entry,
      };
      outbox.add({ ...made, payload });
      floor.tell();
      await floor.settle();
    },
  };
}

/** First copies of these shipments. */
export function firstCopies(...shipmentIds: readonly number[]): LabelCopy[] {
  return shipmentIds.map((shipmentId) => ({ shipmentId, copy: 1 }));
}
