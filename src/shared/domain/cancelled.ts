import type { DocumentStatus, Shipment } from './records.ts';
import type { FaultKind } from '../faults/faults.ts';
import type { LabelSnapshot } from './job.ts';

/** An invoice that is issued and not authorised yet. */
const unauthorised = [
  'pending',
  'issued',
  'sent',
  'awaiting-protocol',
] as const satisfies readonly DocumentStatus[];
type UnauthorisedStatus = (typeof unauthorised)[number];

export function isUnauthorised(status: DocumentStatus | null): status is UnauthorisedStatus {
  return unauthorised.some((one) => one === status);
}

export type CancelledBy =
  | 'sale-cancelled'
  | 'invoice-cancelled'
  | 'invoice-rejected'
  | 'invoice-denied';

/** Why a label is held until a person says that it is to be printed. */
export type Hold =
  | { readonly kind: 'shipment-cancelled'; readonly by: CancelledBy }
  | { readonly kind: 'invoice-unauthorised'; readonly by: `invoice-${UnauthorisedStatus}` };

type Papers = Pick<Shipment, 'sale' | 'invoice'>;

/** Returns what its order or invoice has against a shipment, or null. */
export function findHold({ sale, invoice }: Papers): Hold | null {
  if (sale?.status === 'cancelled') return { kind: 'shipment-cancelled', by: 'sale-cancelled' };
  const status = invoice?.status ?? null;
  if (isUnauthorised(status)) return { kind: 'invoice-unauthorised', by: `invoice-${status}` };
  if (status !== 'cancelled' && status !== 'rejected' && status !== 'denied') return null;
  return { kind: 'shipment-cancelled', by: `invoice-${status}` };
}

/**
 * Returns why a shipment must not be sent, by its order or its invoice; null if neither is against
 * it.
 */
export function findCancelled(papers: Papers): CancelledBy | null {
  const hold = findHold(papers);
  return hold?.kind === 'shipment-cancelled' ? hold.by : null;
}

const holding: ReadonlySet<FaultKind | undefined> = new Set([
  'shipment-cancelled',
  'invoice-unauthorised',
]);

/** The label is here and held because of its order or invoice, and nobody has decided yet. */
export function isHeldByPapers({ state, fault, accepted }: LabelSnapshot): boolean {
  return state === 'failed' && holding.has(fault?.kind) && !accepted;
}

const stopping: ReadonlySet<FaultKind> = new Set(['label-of-another', 'label-many-pages']);

/** The label is here and held until a person says that it is to be printed. */
export function waitsForWord({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return (
    state === 'failed' && fault !== null && (stopping.has(fault.kind) || holding.has(fault.kind))
  );
}
