import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { nextLabel } from './label-state.ts';

/**
 * Labels that the printer counted on paper: shown as printed; the job's own data change when the
 * spool job ends.
 */
export class CountedLabels {
  #ids: ReadonlySet<number> = new Set();
  /** The shown rows by their originals: equal data must stay the same object. */
  #shown = new WeakMap<ShipmentSnapshot, ShipmentSnapshot>();

  set(shipmentIds: readonly number[]): void {
    this.#ids = new Set(shipmentIds);
    if (this.#ids.size === 0) this.#shown = new WeakMap();
  }

  lay(entries: readonly ShipmentSnapshot[]): readonly ShipmentSnapshot[] {
    if (this.#ids.size === 0) return entries;
    return entries.map((entry) =>
      this.#ids.has(entry.shipment.id) ? this.#showPrinted(entry) : entry,
    );
  }

  #showPrinted(entry: ShipmentSnapshot): ShipmentSnapshot {
    const known = this.#shown.get(entry);
    if (known !== undefined) return known;
    const label = nextLabel(entry.label, { type: 'printed' });
    const shown = label === null ? entry : { ...entry, label };
    this.#shown.set(entry, shown);
    return shown;
  }
}
