import type { Address } from './records.ts';

export interface CompanyInfo {
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly tradeName: string | null;
  readonly address: Address | null;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The company of an account as a person named it, if the ERP does not. */
export interface AccountCompany {
  readonly isUnnamed: boolean;
  readonly said: { readonly name: string; readonly taxId: string } | null;
}

/** The source of an invoice or a sale. */
export interface MadeSource {
  readonly action: 'generate-invoice' | 'generate-sale';
  readonly id: number;
}

/** Contract 3.1, the eight codes of a service order's `situacao`. */
export const serviceOrderStatuses = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type ServiceOrderStatus = (typeof serviceOrderStatuses)[number];

/*
 * Since July 2026 a CNPJ may have letters, counted by their ASCII codes (Receita Federal, IN
 * 2.229/2024).
 */

export function computeModulo11(text: string, weights: readonly number[]): number {
  return (
    weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0) % 11
  );
}

function computeDigits(base: string, weights: readonly number[]): string {
  const toDigit = (rest: number) => (rest < 2 ? '0' : String(11 - rest));
  const first = toDigit(computeModulo11(base, weights.slice(1)));
  return first + toDigit(computeModulo11(base + first, weights));
}

/** Returns the two check digits of the first nine digits of a CPF. */
export function computeCpfDigits(base: string): string {
  return computeDigits(base, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** Returns the two check digits of the first twelve characters of a CNPJ. */
export function computeCnpjDigits(base: string): string {
  return computeDigits(base, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** Returns a tax id in the form in which it is compared, without separators. */
export function tidyTaxId(typed: string): string {
  return typed.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

/** Returns true for a CPF or CNPJ with the right check digits. */
export function isTaxId(typed: string): boolean {
  const id = tidyTaxId(typed);
  const base = id.slice(0, -2);
  if (/^(.)\1+$/.test(id)) return false;
  if (/^\d{11}$/.test(id)) return id === base + computeCpfDigits(base);
  return /^[\dA-Z]{12}\d\d$/.test(id) && id === base + computeCnpjDigits(base);
}
