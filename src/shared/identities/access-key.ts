import { computeModulo11 } from '../domain/erp.ts';

/** The access key of an NF-e or NFC-e, by the tax authorities' layout. */
export interface AccessKey {
  /** 44 signs, such as `35261112ABC34501DE35550010000010011123456780`. */
  readonly text: string;
  readonly number: number;
  /** Tax id, model and series, such as `12ABC34501DE3555001`. A CPF has zeros before it. */
  readonly issuer: string;
}

/** State, year and month; CNPJ, which may have letters since July 2026; model, series, number. */
const layout = /^\d{4}(?:0[1-9]|1[0-2])([\dA-Z]{12}\d{2}(?:55|65)\d{3})((?!0{9})\d{9})\d{10}$/;

/**
 * Returns the key that a code, as codes are compared, consists of; null if it is none, or a misread
 * one: its check digit is wrong. A carrier's CT-e has a key of the same length.
 */
export function readAccessKey(text: string): AccessKey | null {
  const [, issuer, number] = layout.exec(text) ?? [];
  if (issuer === undefined || number === undefined) return null;
  const isWhole = computeCheckDigit(text.slice(0, -1)) === Number(text.at(-1));
  return isWhole ? { text, issuer, number: Number(number) } : null;
}

/**
 * Modulo 11 with weights 2 to 9 from the right; 10 and 11 become 0. Capitals count as in a CNPJ
 * that has some.
 */
export function computeCheckDigit(first43: string): number {
  const weights = Array.from(first43, (_, index) => 2 + ((first43.length - 1 - index) % 8));
  const rest = computeModulo11(first43, weights);
  return rest < 2 ? 0 : 11 - rest;
}

/** The issuers of an account's invoices, as far as they are known. */
export interface KnownIssuers {
  /** The company's tax id; null if it is not known. */
  readonly taxId: string | null;
  /** Of its earlier invoices, as in `AccessKey`. */
  readonly issuers: ReadonlySet<string>;
}

export const unknownIssuers: KnownIssuers = { taxId: null, issuers: new Set() };

const taxIdLength = 14;
/** The first eight signs of a CNPJ are the company's, the next four its branch's. */
const companyLength = 8;

/**
 * Returns true if an invoice's number tells which invoice a key is; null if other issuers may have
 * one with that number; false if the key is another company's.
 */
export function isOwnIssuer(
  { issuer }: AccessKey,
  { taxId, issuers }: KnownIssuers,
): boolean | null {
  if (issuers.has(issuer)) return issuers.size === 1 ? true : null;
  const known = [...issuers, ...(taxId === null ? [] : [taxId.padStart(taxIdLength, '0')])];
  const company = issuer.slice(0, companyLength);
  return known.length === 0 || known.some((one) => one.startsWith(company)) ? null : false;
}
