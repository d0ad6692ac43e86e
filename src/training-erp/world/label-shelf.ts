/** Keeps values up to a number of bytes; the one unused for longest is dropped first and can be made again. */
export class LabelShelf<Key> {
  readonly #capacity: number;
  readonly #kept = new Map<Key, { readonly made: Promise<Uint8Array>; size: number }>();
  #bytes = 0;

  constructor(capacityBytes: number) {
    this.#capacity = capacityBytes;
  }

  get(key: Key, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.made;
    }
    const entry = { made: make(), size: 0 };
    this.#kept.set(key, entry);
    entry.made.then(
      ({ length }) => {
        if (this.#kept.get(key) !== entry) return;
        entry.size = length;
        this.#bytes += length;
        this.#shrink();
      },
      () => this.#kept.delete(key),
    );
    return entry.made;
  }

  forget(key: Key): void {
    this.#bytes -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }

  #shrink(): void {
    for (const [key, { size }] of this.#kept) {
      if (this.#bytes <= this.#capacity) return;
      if (size === 0) continue;
      this.#kept.delete(key);
      this.#bytes -= size;
    }
  }
}
