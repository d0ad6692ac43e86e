import { computeCheckDigit } from '#shared/identities/access-key.ts';
import { computeCnpjDigits, computeCpfDigits, computeModulo11 } from '#shared/domain/erp.ts';
import { formatTaxId } from '#shared/formats.ts';
import type { Random } from './random.ts';

/** Well-formed, made-up numbers with check digits. Only by chance could one belong to somebody. */

/** Returns the check digit for the eight digits of a postal tracking code (UPU S10). */
export function s10CheckDigit(serial: string): string {
  const check = 11 - computeModulo11(serial, [8, 6, 4, 2, 3, 5, 9, 7]);
  return { 10: '0', 11: '5' }[check] ?? String(check);
}

export function makeCpf(random: Random): string {
  const base = random.digits(9);
  return formatTaxId(`${base}${computeCpfDigits(base)}`);
}

export function makeCnpj(random: Random): string {
  const base = `${random.digits(8)}0001`;
  return formatTaxId(`${base}${computeCnpjDigits(base)}`);
}

/** A postal tracking code such as AA123456785BR; `service` is its first two letters. */
export function makeS10(random: Random, service: string): string {
  const serial = random.digits(8);
  return `${service}${serial}${s10CheckDigit(serial)}BR`;
}

/**
 * The access key of an electronic invoice: state, month, company, model, series, number, and a
 * check digit (MOC, 2.2.6).
 */
export function makeAccessKey(
  invoice: { readonly id: number; readonly numero: number; readonly data: string },
  cnpj: string,
): string {
  const [year = '', month = ''] = invoice.data.split('-');
  const company = cnpj.replaceAll(/\D/g, '');
  const number = String(invoice.numero).padStart(9, '0');
  const first43 = `35${year.slice(2)}${month}${company}55001${number}1${String(invoice.id % 1e8).padStart(8, '0')}`;
  return `${first43}${computeCheckDigit(first43)}`;
}
