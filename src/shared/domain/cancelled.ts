import type { LabelSnapshot, ShipmentSnapshot } from './job.ts';
import type { DocumentStatus } from './records.ts';

/** An invoice that is issued and not authorised yet. */
const unauthorised = [
  'pending',
  'issued',
  'sent',
  'awaiting-protocol',
] as const satisfies readonly DocumentStatus[];

export function isUnauthorised(status: DocumentStatus | null): boolean {
  return unauthorised.some((one) => one === status);
}

/**
 * The label is here and held because of its order, its invoice or its earlier print, and nobody has
 * decided yet.
 */
export function isHeld({ block, waived }: Pick<LabelSnapshot, 'block' | 'waived'>): boolean {
  const isWrong = block === 'label-of-another' || block === 'label-many-pages';
  return block !== null && !isWrong && waived === null;
}

/**
 * A person decided that a shipment that must not be sent stays here, and nobody has scanned it
 * since.
 */
export function staysHere({
  label,
  checkedAtMs,
}: Pick<ShipmentSnapshot, 'label' | 'checkedAtMs'>): boolean {
  return label.waived === 'stays' && checkedAtMs === null;
}
