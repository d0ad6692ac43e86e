import type { Shipment, Volume } from './domain/grouping.ts';

export interface Totals {
  readonly shipments: number;
  readonly volumes: number;
  readonly weightKg: number;
  /** Shipments for which the ERP has no weight. */
  readonly unweighed: number;
}

/** Returns the number of parcels of a shipment, at least 1; null if the ERP does not say. */
export function countVolumes(volume: Pick<Volume, 'quantity'> | null): number | null {
  const quantity = volume?.quantity ?? null;
  return quantity === null ? null : Math.max(1, Math.round(quantity));
}

/** A shipment without a quantity counts as one parcel. */
export function addTotals(shipments: Iterable<Shipment>): Totals {
  let count = 0;
  let volumes = 0;
  let weightKg = 0;
  let unweighed = 0;
  for (const { volume } of shipments) {
    const weight = volume?.grossWeight ?? null;
    count += 1;
    volumes += countVolumes(volume) ?? 1;
    weightKg += weight ?? 0;
    if (weight === null) unweighed += 1;
  }
  return { shipments: count, volumes, weightKg, unweighed };
}
