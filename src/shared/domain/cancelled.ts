import type { Shipment } from './grouping.ts';
import type { FaultKind } from '../faults/faults.ts';
import type { LabelSnapshot } from './job.ts';

/** Why a shipment is not to be sent. */
export type CancelledBy = 'sale-cancelled' | 'invoice-cancelled' | 'invoice-rejected' | 'invoice-denied';

/** The order was cancelled, or its invoice was cancelled, rejected or denied; null where nothing says so. */
export function findCancelled({ sale, invoice }: Pick<Shipment, 'sale' | 'invoice'>): CancelledBy | null {
  if (sale?.status === 'cancelled') return 'sale-cancelled';
  const status = invoice?.status ?? null;
  return status === null || status === 'other' ? null : `invoice-${status}`;
}

/** The label is there and held back, because the shipment is cancelled: nobody said what to do with it. */
export function isHeldAsCancelled({ state, fault, accepted }: LabelSnapshot): boolean {
  return state === 'failed' && fault?.kind === 'shipment-cancelled' && !accepted;
}

const stopping: ReadonlySet<FaultKind> = new Set(['label-of-another', 'label-many-pages', 'shipment-cancelled']);

/** The label is there, and held back until a person says that it is to be printed. */
export function waitsForWord({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && fault !== null && stopping.has(fault.kind);
}
