import { computeCheckDigit, type KnownIssuers } from '#shared/identities/access-key.ts';

/** A key as an invoice carries it, around this number. */
export function accessKey(invoiceNumber: number, model = '55', taxId = '12222333000181'): string {
  const body = `352601${taxId}${model}001${String(invoiceNumber).padStart(9, '0')}112345678`;
  return `${body}${computeCheckDigit(body)}`;
}

/** An account that has sent invoices with such keys, of one series. */
export const ownIssuers: KnownIssuers = { taxId: null, issuers: new Set(['1222233300018155001']) };

/** The same key with the digit at this place read as another one. */
export function misread(key: string, at: number, by = 1): string {
  return key.slice(0, at) + String((Number(key[at]) + by) % 10) + key.slice(at + 1);
}
