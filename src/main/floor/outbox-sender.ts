import { isRefusedData, readFloorFault } from './floor-fault.ts';
import type { Change } from './link.ts';
import type { FloorServices, OutboxEntry } from './types.ts';

const mostAtOnce = 200;

/** Sends the outbox to the server, in order. */
export class OutboxSender {
  readonly #services: FloorServices;
  readonly #ask: (change: Change) => Promise<void>;
  readonly #changed: () => void;
  #isSending = false;
  #sent: Promise<void> = Promise.resolve();

  /** `ask` rejects with the client's error; `changed`: some entries were sent. */
  constructor(services: FloorServices, ask: (change: Change) => Promise<void>, changed: () => void) {
    this.#services = services;
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Resolves when nothing is left; rejects with the client's error if the server cannot take it now. */
  send(): Promise<void> {
    if (!this.#isSending) {
      this.#isSending = true;
      this.#sent = this.#sendAll();
    }
    return this.#sent;
  }

  async #sendAll(): Promise<void> {
    const { outbox } = this.#services;
    try {
      for (let entries = outbox.peek(mostAtOnce); ; entries = outbox.peek(mostAtOnce)) {
        const last = entries.at(-1);
        if (last === undefined) return;
        for (const group of groupByScope(entries)) await this.#sendGroup(group);
        outbox.drop(last.number);
        this.#changed();
      }
    } finally {
      // Together with the last look: newer entries are sent by the next call.
      this.#isSending = false;
    }
  }

  /**
   * In one transaction. Entries that the server refuses to store are dropped, so that they do not block the rest for
   * ever.
   */
  async #sendGroup(entries: readonly OutboxEntry[]): Promise<void> {
    try {
      await this.#send(entries);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      const [only, ...more] = entries;
      if (only !== undefined && more.length === 0) {
        this.#services.log.warn('floor.refused', { kind: only.payload.kind, detail: readFloorFault(error).detail });
        return;
      }
      for (const entry of entries) await this.#sendGroup([entry]);
    }
  }

  async #send(entries: readonly OutboxEntry[]): Promise<void> {
    const { stationId, clock } = this.#services;
    const [first] = entries;
    if (first === undefined) return;
    const nowMs = clock.now();
    const sent = entries.map(({ id, station, payload, person, atMs, alone }) => ({
      id,
      station,
      payload,
      person,
      alone,
      ...(station === null ? { ageMs: nowMs - atMs } : { atMs }),
    }));
    const { company, groupingId } = first;
    await this.#ask({ what: 'tell', company, groupingId, stationId, person: null, more: { entries: sent } });
  }
}

/** Order matters within a grouping only. */
function groupByScope(entries: readonly OutboxEntry[]): Iterable<readonly OutboxEntry[]> {
  return Map.groupBy(entries, ({ company, groupingId }) => `${company}\n${groupingId}`).values();
}
