import { normaliseCode } from './codes.ts';
import type { LabelReading, Shipment } from './domain/records.ts';

/** Shorter codes are numbers that anything can have: a postal code, an order, a page. */
export const shortestTracking = 9;

/**
 * Returns a shipment's tracking code as codes are compared; null if it has none, or a short one.
 */
export function readTrackingCode({ logistics }: Shipment): string | null {
  const code = normaliseCode(logistics?.trackingCode ?? '');
  return code.length < shortestTracking ? null : code;
}

/**
 * Returns true if the shipment's own tracking code is on its label, alone or within a longer code.
 */
export function showsOwnCode(shipment: Shipment, { codes }: LabelReading): boolean {
  const own = readTrackingCode(shipment);
  return own !== null && codes.some(({ text }) => normaliseCode(text).includes(own));
}

/** Returns true if probably nothing on this label can be read at the printer's resolution. */
export function mayBeUnreadable({ dpi, looked }: LabelReading, printerDpi: number): boolean {
  return looked && (dpi === null || dpi > printerDpi);
}
