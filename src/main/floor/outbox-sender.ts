import { isRefusedData, readFloorFault } from './floor-fault.ts';
import type { Change } from './link.ts';
import type { FloorServices, OutboxEntry } from './types.ts';

const mostAtOnce = 200;

/**
 * Returns a function that sends the outbox to the server, in order. It resolves when nothing is
 * left, and rejects with the client's error if the server cannot take it now. `ask` rejects with
 * that error; `changed`: some entries were sent.
 */
export function createOutboxSender(
  { outbox, stationId, clock, log }: FloorServices,
  ask: (change: Change) => Promise<void>,
  changed: () => void,
): () => Promise<void> {
  let isSending = false;
  let sent = Promise.resolve();

  async function sendAll() {
    try {
      for (let entries = outbox.peek(mostAtOnce); ; entries = outbox.peek(mostAtOnce)) {
        const last = entries.at(-1);
        if (last === undefined) return;
        // Order matters within a grouping only.
        const groups = Map.groupBy(
          entries,
          ({ company, groupingId }) => `${company}\n${groupingId}`,
        );
        for (const group of groups.values()) await sendGroup(group);
        outbox.drop(last.number);
        changed();
      }
    } finally {
      // Together with the last look: newer entries are sent by the next call.
      isSending = false;
    }
  }

  /**
   * In one transaction. Entries that the server refuses are dropped, so that they do not block the
   * rest.
   */
  async function sendGroup(entries: readonly OutboxEntry[]) {
    const [first, ...more] = entries;
    if (first === undefined) return;
    const { company, groupingId } = first;
    const nowMs = clock.now();
    const aged = entries.map(({ id, station, payload, person, atMs, alone }) => ({
      id,
      station,
      payload,
      person,
      alone,
      ...(station === null ? { ageMs: nowMs - atMs } : { atMs }),
    }));
    const change = { what: 'tell', company, groupingId, stationId, person: null } as const;
    try {
      await ask({ ...change, more: { entries: aged } });
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      if (more.length > 0) for (const entry of entries) await sendGroup([entry]);
      else {
        const { kind } = first.payload;
        log.warn('floor.refused', { kind, detail: readFloorFault(error).detail });
      }
    }
  }

  return () => {
    if (!isSending) {
      isSending = true;
      sent = sendAll();
    }
    return sent;
  };
}
