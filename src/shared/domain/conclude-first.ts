import type { FaultKind } from '../faults/faults.ts';
import type { NamedRef } from './grouping.ts';
import type { LabelSnapshot, ShipmentSnapshot } from './job.ts';

/** How the ERP says that it gives no label. Why, only its words tell: that it comes after the conclusion, perhaps. */
const refusals: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'validation',
  'not-found',
  'no-longer-there',
  'server',
  'label-missing',
  'label-link-broken',
]);

/**
 * The labels that the ERP refused, where it gave none of the grouping's: all that a packer's word on the shipping method
 * can be meant for. One label that is there, or failed on its way, says that the refusals have another reason.
 */
export function listRefused(entries: readonly ShipmentSnapshot[]): readonly ShipmentSnapshot[] {
  return entries.some(({ label }) => isGiven(label)) ? [] : entries.filter(({ label }) => isRefused(label));
}

function isRefused({ state, fault }: LabelSnapshot): boolean {
  return state === 'failed' && fault !== null && refusals.has(fault.kind);
}

function isGiven(label: LabelSnapshot): boolean {
  if (label.state === 'failed') return !isRefused(label) && label.fault?.kind !== 'label-after-conclusion';
  return label.state === 'ready' || label.state === 'printed';
}

/**
 * Whether this shipping method is one of those. Number and name must both be the same, because another company's ERP
 * gives the number to another method; what one of those leaves out is not compared.
 */
export function isShippingMethodIn(methods: readonly NamedRef[], method: NamedRef | null): boolean {
  return methods.some(
    ({ id, name }) =>
      (id !== null || name !== null) && (id === null || id === method?.id) && (name === null || name === method?.name),
  );
}
