import type { Shipment, ShipmentSnapshot } from '../../shared/index.ts';

/** Lower case without accents, so that "São João" is found by "sao joao". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Longer texts than this are not what anyone looks for; they would only cost time. */
const fieldLimit = 200;

/** All of a shipment's fields in one folded text. Made once for each shipment. */
export function makeSearchText(shipment: Shipment): string {
  const { recipient, volume, logistics, invoice, sale } = shipment;
  const address = recipient?.address;
  const values = [
    shipment.id,
    recipient?.name,
    recipient?.tradeName,
    recipient?.code,
    recipient?.taxId,
    recipient?.phone,
    recipient?.mobile,
    recipient?.email,
    address?.street,
    address?.number,
    address?.complement,
    address?.district,
    address?.city,
    address?.state,
    address?.postalCode,
    invoice?.number,
    sale?.number,
    volume?.packaging?.description,
    logistics?.trackingCode,
    logistics?.carrier?.name,
    logistics?.freightMode?.name,
  ];
  const texts = values.flatMap((value) =>
    value === null || value === undefined ? [] : [fold(String(value).slice(0, fieldLimit))],
  );
  const bare = [recipient?.taxId, address?.postalCode, recipient?.phone, recipient?.mobile].flatMap((value) =>
    value === null || value === undefined ? [] : [value.slice(0, fieldLimit).replace(/\D/g, '')],
  );
  return [...texts, ...bare].join('\n');
}

/** Whether each word of the query is somewhere in the text. */
export function makeMatcher(query: string): (text: string) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return () => true;
  return (text) => words.every((word) => text.includes(word));
}

/** In a 44-digit invoice access key the nine digits from the 26th on are the invoice's number. */
export function invoiceNumberOfKey(code: string): number | null {
  return /^\d{44}$/.test(code) ? Number(code.slice(25, 34)) : null;
}

/** The shipments that a scanned code names: tracking code, invoice number or access key, or order number. */
export function findByCode(rows: readonly ShipmentSnapshot[], code: string): readonly ShipmentSnapshot[] {
  const bare = code.replace(/\s/g, '').toUpperCase();
  if (bare === '') return [];
  const byTracking = rows.filter(
    ({ shipment }) => shipment.logistics?.trackingCode?.replace(/\s/g, '').toUpperCase() === bare,
  );
  if (byTracking.length > 0) return byTracking;
  const number = invoiceNumberOfKey(bare) ?? (/^\d{1,15}$/.test(bare) ? Number(bare) : null);
  if (number === null) return [];
  const byInvoice = rows.filter(({ shipment }) => shipment.invoice?.number === number);
  return byInvoice.length > 0 ? byInvoice : rows.filter(({ shipment }) => shipment.sale?.number === number);
}
