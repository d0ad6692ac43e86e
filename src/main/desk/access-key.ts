/** A fiscal document's 44-digit access key (chave de acesso), taken apart as far as a scan needs it. */
export interface AccessKey {
  readonly invoiceNumber: number;
}

const keyLength = 44;
/** NF-e and NFC-e. A carrier's CT-e has a key of the same length, whose number is no invoice's. */
const invoiceModels = ['55', '65'];

/** Null for everything that is not the key of an invoice, a wrong check digit included. */
export function parseAccessKey(digits: string): AccessKey | null {
  if (digits.length !== keyLength || !/^\d+$/.test(digits)) return null;
  if (!invoiceModels.includes(digits.slice(20, 22))) return null;
  if (accessKeyCheckDigit(digits.slice(0, keyLength - 1)) !== Number(digits.at(-1))) return null;
  return { invoiceNumber: Number(digits.slice(25, 34)) };
}

/** Modulo 11 with weights 2 to 9 from the right; 10 and 11 become 0. */
export function accessKeyCheckDigit(first43: string): number {
  let sum = 0;
  for (let index = 0; index < first43.length; index++) {
    const weight = 2 + ((first43.length - 1 - index) % 8);
    sum += Number(first43[index]) * weight;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
