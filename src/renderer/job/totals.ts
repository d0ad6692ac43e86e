import type { Shipment } from '../../shared/index.ts';

export interface Totals {
  readonly shipments: number;
  readonly volumes: number;
  readonly weightKg: number;
}

/** A shipment whose quantity the ERP leaves out is at least one parcel. */
export function totals(shipments: Iterable<Shipment>): Totals {
  let count = 0;
  let volumes = 0;
  let weightKg = 0;
  for (const { volume } of shipments) {
    count += 1;
    volumes += Math.max(1, Math.round(volume?.quantity ?? 1));
    weightKg += volume?.grossWeight ?? 0;
  }
  return { shipments: count, volumes, weightKg };
}
