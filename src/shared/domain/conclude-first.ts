import type { FaultKind } from '../faults/faults.ts';
import { hasLabel, type LabelSnapshot, type ShipmentSnapshot } from './job.ts';
import type { NamedRef } from './records.ts';

/**
 * The ERP's ways to refuse a label. Only its words tell the reason, such as labels that come after
 * the conclusion.
 */
const refusals: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'validation',
  'not-found',
  'no-longer-there',
  'server',
  'label-missing',
  'label-link-broken',
]);

/**
 * A packer's word on the shipping method can only be meant for refused labels, if the ERP gave
 * none: a single label that is there or failed otherwise means that the refusals have another
 * reason.
 */
export function listRefused(entries: readonly ShipmentSnapshot[]): readonly ShipmentSnapshot[] {
  return entries.some(({ label }) => isGiven(label))
    ? []
    : entries.filter(({ label }) => isRefused(label));
}

function isRefused({ state, fault }: LabelSnapshot): boolean {
  return state === 'failed' && fault !== null && refusals.has(fault.kind);
}

function isGiven(label: LabelSnapshot): boolean {
  if (label.state === 'failed')
    return !isRefused(label) && label.fault?.kind !== 'label-after-conclusion';
  return hasLabel(label);
}

interface Rule {
  readonly method: NamedRef;
}

/** Returns the rule for this shipping method; null if there is none. */
export function findRule<T extends Rule>(rules: readonly T[], method: NamedRef | null): T | null {
  return rules.find((rule) => isShippingMethodIn([rule.method], method)) ?? null;
}

/** Returns the rules with this one in place of those for its shipping method. */
export function setRule<T extends Rule>(rules: readonly T[], rule: T): readonly T[] {
  return [...rules.filter(({ method }) => !isShippingMethodIn([method], rule.method)), rule];
}

/**
 * Number and name must match: another company's ERP uses the number for another method. Null
 * matches any.
 */
export function isShippingMethodIn(methods: readonly NamedRef[], method: NamedRef | null): boolean {
  return methods.some(
    ({ id, name }) =>
      (id !== null || name !== null) &&
      (id === null || id === method?.id) &&
      (name === null || name === method?.name),
  );
}
