import type { FaultKind } from '../faults/faults.ts';
import type { LabelSnapshot, ShipmentSnapshot } from './job.ts';
import type { DocumentStatus } from './records.ts';

/** An invoice that is issued and not authorised yet. */
const unauthorised = [
  'pending',
  'issued',
  'sent',
  'awaiting-protocol',
] as const satisfies readonly DocumentStatus[];
export type UnauthorisedStatus = (typeof unauthorised)[number];

export function isUnauthorised(status: DocumentStatus | null): status is UnauthorisedStatus {
  return unauthorised.some((one) => one === status);
}

const holding: ReadonlySet<FaultKind | undefined> = new Set([
  'shipment-cancelled',
  'invoice-unauthorised',
  'printed-before',
]);

/**
 * The label is here and held because of its order, its invoice or its earlier print, and nobody has
 * decided yet.
 */
export function isHeld({ state, fault, accepted }: LabelSnapshot): boolean {
  return state === 'failed' && holding.has(fault?.kind) && !accepted;
}

/**
 * A person decided that a shipment that must not be sent stays here, and nobody has scanned it
 * since.
 */
export function staysHere({
  label: { state, fault, accepted },
  checkedAtMs,
}: Pick<ShipmentSnapshot, 'label' | 'checkedAtMs'>): boolean {
  const isBarred = fault?.kind === 'shipment-cancelled' || fault?.kind === 'invoice-unauthorised';
  return accepted && state === 'failed' && isBarred && checkedAtMs === null;
}

const stopping: ReadonlySet<FaultKind> = new Set(['label-of-another', 'label-many-pages']);

/** The label is here, and on paper since its shipment was in another grouping. */
export function isPrintedBefore({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && fault?.kind === 'printed-before';
}

/** The parcel has that earlier paper, by a person's word. */
export function isKept(label: LabelSnapshot): boolean {
  return isPrintedBefore(label) && label.accepted;
}

/** The label is here and held until a person says that it is to be printed. */
export function waitsForWord({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return (
    state === 'failed' && fault !== null && (stopping.has(fault.kind) || holding.has(fault.kind))
  );
}
