import type { Shipment } from '#shared/domain/records.ts';
import { fold } from '#shared/formats.ts';
import { compact, frameLines, listForms } from '#shared/search.ts';

/** Longer texts are not searched; they would only cost time. */
const fieldLimit = 200;

/** All of a shipment's fields in one folded text. Made once per shipment. */
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
  const given = values.map((value) => String(value ?? '').slice(0, fieldLimit));
  const numbers = given.filter((value) => /\d/.test(value));
  return frameLines([...given.map(fold), ...numbers.map(compact)]);
}

export function makeMatcher(query: string): (text: string) => boolean {
  const words = listForms(query);
  return (text) => words.every((forms) => forms.some((form) => text.includes(form)));
}
