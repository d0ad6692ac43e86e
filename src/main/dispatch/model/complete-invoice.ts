import type { InvoiceDetails, Shipment } from '../../../shared/index.ts';

/** Returns the shipment with known facts of its invoice that its list lacks; the same object if there are none. */
export function completeInvoice(shipment: Shipment, known: Pick<InvoiceDetails, 'status' | 'number'>): Shipment {
  const { invoice } = shipment;
  if (invoice === null || (invoice.status !== null && invoice.number !== null)) return shipment;
  const status = invoice.status ?? known.status;
  return { ...shipment, invoice: { ...invoice, status, number: invoice.number ?? known.number } };
}
