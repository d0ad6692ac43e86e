import { isErpsRefusal } from '../faults/faults.ts';
import type { LabelSnapshot, ShipmentSnapshot } from './job.ts';
import type { NamedRef } from './records.ts';

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

function isRefused({ file, fault }: LabelSnapshot): boolean {
  return (file === 'failed' || file === 'refused') && isErpsRefusal(fault);
}

/** It is here, or failed for another reason. */
function isGiven(label: LabelSnapshot): boolean {
  const isFailed = label.file === 'failed' || label.file === 'refused';
  return label.block !== null || label.file === 'ready' || (isFailed && !isRefused(label));
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
