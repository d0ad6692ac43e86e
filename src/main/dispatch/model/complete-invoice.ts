import type { InvoiceDetails, Shipment } from '../../../shared/index.ts';

/** The shipment with what is known of its invoice where its list says nothing; itself where there is nothing to add. */
export function completeInvoice(shipment: Shipment, known: Pick<InvoiceDetails, 'status' | 'number'>): Shipment {
  const { invoice } = shipment;
  if (invoice === null || (invoice.status !== null && invoice.number !== null)) return shipment;
  const status = invoice.status ?? known.status;
  return { ...shipment, invoice: { ...invoice, status, number: invoice.number ?? known.number } };
}
