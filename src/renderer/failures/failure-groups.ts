import {
  isStuck,
  type LabelBlock,
  type LabelState,
  readState,
  type ShipmentSnapshot,
} from '#shared/domain/job.ts';
import { nameDetail } from '#shared/faults/fault-text.ts';
import type { Fault } from '#shared/faults/faults.ts';
import type { Messages } from '../i18n/index.ts';

/** Shipments with the same reason for a standstill. */
export interface FailureGroup {
  readonly key: string;
  readonly fault: Fault | null;
  readonly state: LabelState;
  readonly block: LabelBlock | null;
  readonly shipmentIds: readonly number[];
}

/** The open failures by reason, the largest group first. */
export function groupFailures(rows: readonly ShipmentSnapshot[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup & { readonly shipmentIds: number[] }>();
  for (const { label, shipment } of rows) {
    const { block, fault } = label;
    if (label.waived !== null || !isStuck(label)) continue;
    const state = readState(label);
    const before = block === 'printed-before' && nameDetail(fault?.detail ?? '', 'en');
    const key = [state, fault?.kind, fault?.status, fault?.erpMessage, before].join('|');
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { key, fault, state, block, shipmentIds: [shipment.id] });
    else group.shipmentIds.push(shipment.id);
  }
  return [...groups.values()].sort((a, b) => b.shipmentIds.length - a.shipmentIds.length);
}

/** One line for all of them. */
export function tellFailures({ grouping: t }: Messages, groups: readonly FailureGroup[]): string {
  const count = (passes: (group: FailureGroup) => boolean): number =>
    groups.filter(passes).reduce((sum, { shipmentIds }) => sum + shipmentIds.length, 0);
  const failed = count(({ state }) => state !== 'panel');
  const without = count(({ state }) => state === 'panel');
  const retryable = count(({ state }) => state === 'failed');
  const failedWords = `${t.failed(failed)}${retryable > 0 ? t.retryable(retryable) : ''}`;
  return [...(failed > 0 ? [failedWords] : []), ...(without > 0 ? [t.without(without)] : [])].join(
    ' · ',
  );
}
