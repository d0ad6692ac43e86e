/**
 * Of equal labels (by URL, or by a file's bytes) the first in the list keeps it, in any order of
 * arrival; only a printed label comes before the others, because paper cannot be taken back.
 */
export class Duplicates {
  readonly #keysOf = new Map<number, ReadonlySet<string>>();
  readonly #holders = new Map<string, Set<number>>();

  /**
   * Sets the keys of a shipment's label; returns the other shipments whose result may have changed.
   */
  set(shipmentId: number, keys: ReadonlySet<string>): ReadonlySet<number> {
    const before = this.#keysOf.get(shipmentId) ?? new Set();
    const touched = new Set<number>();
    for (const key of new Set([...before, ...keys])) {
      const holders = this.#holders.get(key) ?? new Set();
      for (const holder of holders) if (holder !== shipmentId) touched.add(holder);
      if (keys.has(key)) holders.add(shipmentId);
      else holders.delete(shipmentId);
      if (holders.size === 0) this.#holders.delete(key);
      else this.#holders.set(key, holders);
    }
    if (keys.size === 0) this.#keysOf.delete(shipmentId);
    else this.#keysOf.set(shipmentId, keys);
    return touched;
  }

  /** Returns true if a shipment that `comesBefore` this one has one of its keys. */
  isDuplicate(shipmentId: number, comesBefore: (other: number, self: number) => boolean): boolean {
    for (const key of this.#keysOf.get(shipmentId) ?? []) {
      for (const holder of this.#holders.get(key) ?? [])
        if (holder !== shipmentId && comesBefore(holder, shipmentId)) return true;
    }
    return false;
  }
}
