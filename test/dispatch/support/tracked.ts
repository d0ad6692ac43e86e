import type { Shipment } from '#shared/domain/records.ts';
import { plainLogistics, shipment } from './fakes.ts';

/** The tracking code of the shipment of this ID. */
export const track = (id: number): string => `AA${String(123456780 + id)}BR`;

/** So many shipments with tracking codes, each changed by this. */
export function list(
  count: number,
  change: (one: Shipment) => Shipment = (one) => one,
): Shipment[] {
  return Array.from({ length: count }, (_, index) => {
    const one = shipment(index + 1);
    return change({
      ...one,
      logistics: { ...plainLogistics, ...one.logistics, trackingCode: track(one.id) },
    });
  });
}
