import type { Address, DocumentStatus } from './grouping.ts';

/** Contract 2.11. */
export interface CompanyInfo {
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly tradeName: string | null;
  readonly address: Address | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly stateRegistration: string | null;
  readonly taxRegime: number | null;
}

/** What of an account's company the ERP does not tell, and a person says. */
export interface AccountCompany {
  readonly isUntold: boolean;
  readonly said: { readonly name: string; readonly taxId: string } | null;
}

/** Contract 2.3. */
export interface InvoiceRef {
  readonly id: number;
  readonly number: number | null;
  readonly series: number | null;
}

/** An invoice as the ERP tells it when asked for it alone, which is beyond the contract. */
export interface InvoiceDetails {
  readonly id: number;
  readonly number: number | null;
  /** The 44 digits, or null where there are none. */
  readonly accessKey: string | null;
  readonly status: DocumentStatus | null;
  readonly volumes: number | null;
}

/** Contract 2.4. */
export interface SaleRef {
  readonly id: number;
  readonly orderNumber: string | null;
}

/** What an invoice or a sale is made of. */
export interface MadeSource {
  readonly action: 'generate-invoice' | 'generate-sale';
  readonly id: number;
}

/** An invoice or a sale that was asked for here. */
export interface Made {
  readonly atMs: number;
  readonly person: string | null;
  /** Null where no answer came: it may be there or not. */
  readonly document: InvoiceRef | SaleRef | null;
}

/** Contract 3.1, the eight codes of a service order's `situacao`. */
export const serviceOrderStatuses = [0, 1, 2, 3, 4, 5, 6, 7] as const;
export type ServiceOrderStatus = (typeof serviceOrderStatuses)[number];

/* CPF and CNPJ; a CNPJ may have letters since July 2026, each counted by its place in ASCII (Receita Federal, IN 2.229/2024). */

/** The weighted sum of a number's characters, modulo 11. */
export function computeModulo11(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (text.charCodeAt(index) - 48), 0) % 11;
}

function computeDigits(base: string, weights: readonly number[]): string {
  const toDigit = (rest: number): string => (rest < 2 ? '0' : String(11 - rest));
  const first = toDigit(computeModulo11(base, weights.slice(1)));
  return first + toDigit(computeModulo11(base + first, weights));
}

/** The two check digits of the first nine digits of a CPF. */
export function computeCpfDigits(base: string): string {
  return computeDigits(base, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** The two check digits of the first twelve characters of a CNPJ. */
export function computeCnpjDigits(base: string): string {
  return computeDigits(base, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
}

/** A tax id as it is compared: without what people write between its characters. */
export function tidyTaxId(typed: string): string {
  return typed.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}

/** True if the text is a CPF or a CNPJ, by its check digits. */
export function isTaxId(typed: string): boolean {
  const id = tidyTaxId(typed);
  const base = id.slice(0, -2);
  if (/^(.)\1+$/.test(id)) return false;
  if (/^\d{11}$/.test(id)) return id === base + computeCpfDigits(base);
  return /^[\dA-Z]{12}\d\d$/.test(id) && id === base + computeCnpjDigits(base);
}
