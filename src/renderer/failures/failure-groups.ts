import type { Fault, ShipmentSnapshot } from '../../shared/index.ts';

/** Shipments with the same reason for a standstill. */
export interface FailureGroup {
  readonly key: string;
  readonly fault: Fault | null;
  /** `without`: the ERP does not provide the label; a marketplace's is in its panel. */
  readonly kind: 'failed' | 'without';
  /** May be retried; the others after a change in the ERP. */
  readonly retryable: boolean;
  readonly shipmentIds: readonly number[];
}

/** The open failures by reason, the largest group first. */
export function groupFailures(rows: readonly ShipmentSnapshot[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup & { readonly shipmentIds: number[] }>();
  for (const { label, shipment } of rows) {
    if (label.accepted || (label.state !== 'failed' && label.state !== 'none')) continue;
    const kind = label.state === 'none' ? 'without' : 'failed';
    const retryable = kind === 'failed' && label.retryable;
    const key = [kind, retryable, label.fault?.kind, label.fault?.status, label.fault?.erpMessage].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, fault: label.fault, kind, retryable, shipmentIds: [shipment.id] });
    else group.shipmentIds.push(shipment.id);
  }
  return [...groups.values()].sort((a, b) => b.shipmentIds.length - a.shipmentIds.length);
}
