import type { Shipment } from './grouping.ts';
import type { LabelSnapshot } from './job.ts';

/**
 * Codes of the ERP that its contract does not explain. These have been seen in the field to mean that nothing is to be sent;
 * all others are shown as they are and mean nothing here.
 */
const saleCancelled = 2;
const voidInvoices = { 3: 'invoice-cancelled', 5: 'invoice-rejected', 10: 'invoice-denied' } as const;

/** Why a shipment is not to be sent. */
export type CancelledBy = 'sale-cancelled' | (typeof voidInvoices)[keyof typeof voidInvoices];

/** The order was cancelled, or its invoice was cancelled, rejected or denied; null where nothing says so. */
export function findCancelled({ sale, invoice }: Pick<Shipment, 'sale' | 'invoice'>): CancelledBy | null {
  if (sale?.status === saleCancelled) return 'sale-cancelled';
  const status = invoice?.status ?? null;
  return status === 3 || status === 5 || status === 10 ? voidInvoices[status] : null;
}

/** The label is there and held back, because the shipment is cancelled: nobody said what to do with it. */
export function isHeldAsCancelled({ state, fault, accepted }: LabelSnapshot): boolean {
  return state === 'failed' && fault?.kind === 'shipment-cancelled' && !accepted;
}

/** The label is there, and held back until a person says that it is to be printed. */
export function waitsForWord({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && (fault?.kind === 'label-of-another' || fault?.kind === 'shipment-cancelled');
}
