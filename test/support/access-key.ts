import { computeCheckDigit } from '#shared/codes.ts';

/** A key as an invoice carries it, around this number. */
export function accessKey(invoiceNumber: number, model = '55'): string {
  const body = `35260112222333000181${model}001${String(invoiceNumber).padStart(9, '0')}112345678`;
  return `${body}${computeCheckDigit(body)}`;
}

/** The same key with the digit at this place read as another one. */
export function misread(key: string, at: number, by = 1): string {
  return key.slice(0, at) + String((Number(key[at]) + by) % 10) + key.slice(at + 1);
}
