import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { nextLabel } from './label-state.ts';

/** The shown rows by their originals: equal data must stay the same object. */
const shown = new WeakMap<ShipmentSnapshot, ShipmentSnapshot>();

/**
 * Returns the row as printed, because the printer has counted its label on paper; the job's own
 * data change when the spool job ends.
 */
export function showPrinted(entry: ShipmentSnapshot): ShipmentSnapshot {
  const known = shown.get(entry);
  if (known !== undefined) return known;
  const label = nextLabel(entry.label, { type: 'printed' });
  const row = label === null ? entry : { ...entry, label };
  shown.set(entry, row);
  return row;
}
