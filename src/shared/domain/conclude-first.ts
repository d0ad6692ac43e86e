import type { FaultKind } from '../faults/faults.ts';
import type { NamedRef } from './grouping.ts';
import type { LabelSnapshot, ShipmentSnapshot } from './job.ts';
import type { PageChoice } from './page-choice.ts';

/** The ERP's ways to refuse a label. Only its words tell the reason, such as labels that come after the conclusion. */
const refusals: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'validation',
  'not-found',
  'no-longer-there',
  'server',
  'label-missing',
  'label-link-broken',
]);

/**
 * Returns the labels that the ERP refused, if it gave none of the grouping's: a packer's word on the shipping method
 * can only be meant for those. A single label that is there or failed otherwise means that the refusals have another
 * reason.
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
 * Returns true if the list has this shipping method. Number and name must both match, because another company's ERP
 * gives the number to another method; a null in the list matches anything.
 */
export function isShippingMethodIn(methods: readonly NamedRef[], method: NamedRef | null): boolean {
  return methods.some(
    ({ id, name }) =>
      (id !== null || name !== null) && (id === null || id === method?.id) && (name === null || name === method?.name),
  );
}

/** Returns the choice of pages of the first rule with this shipping method; null if there is none. */
export function findPageRule(
  rules: readonly { readonly method: NamedRef; readonly choice: PageChoice }[],
  method: NamedRef | null,
): PageChoice | null {
  return rules.find((rule) => isShippingMethodIn([rule.method], method))?.choice ?? null;
}
