import { isPrintedBefore } from '#shared/domain/cancelled.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { nameDetail } from '#shared/faults/fault-text.ts';
import type { Fault } from '#shared/faults/faults.ts';
import type { Messages } from '../i18n/index.ts';

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
    const key = [
      kind,
      retryable,
      label.fault?.kind,
      label.fault?.status,
      label.fault?.erpMessage,
      isPrintedBefore(label) && nameDetail(label.fault?.detail ?? '', 'en'),
    ].join('|');
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { key, fault: label.fault, kind, retryable, shipmentIds: [shipment.id] });
    else group.shipmentIds.push(shipment.id);
  }
  return [...groups.values()].sort((a, b) => b.shipmentIds.length - a.shipmentIds.length);
}

/** One line for all of them. */
export function tellFailures({ grouping: t }: Messages, groups: readonly FailureGroup[]): string {
  const count = (passes: (group: FailureGroup) => boolean): number =>
    groups.filter(passes).reduce((sum, { shipmentIds }) => sum + shipmentIds.length, 0);
  const failed = count(({ kind }) => kind === 'failed');
  const without = count(({ kind }) => kind === 'without');
  const retryable = count((group) => group.retryable);
  const failedWords = `${t.failed(failed)}${retryable > 0 ? t.retryable(retryable) : ''}`;
  return [...(failed > 0 ? [failedWords] : []), ...(without > 0 ? [t.without(without)] : [])].join(
    ' · ',
  );
}
