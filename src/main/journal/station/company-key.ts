import { createHash } from 'node:crypto';
import { type CompanyInfo, isTaxId, tidyTaxId } from '#shared/domain/erp.ts';

/** Begins the key of a company whose tax id is known. */
const named = 'tax-';
const unnamed = ' account ';

/**
 * Identifies a company: by its tax id alone, wherever its ERP is, else by what this ERP says. Null
 * if that is nothing.
 */
export function makeCompanyKey(
  erpOrigin: string,
  { taxId, legalName }: Pick<CompanyInfo, 'taxId' | 'legalName'>,
): string | null {
  const id = tidyTaxId(taxId ?? '');
  if (isTaxId(id)) return `${named}${id}`;
  if (id !== '') return `${erpOrigin} ${id}`;
  const name = (legalName ?? '').trim().toLowerCase();
  return name === '' ? null : `${erpOrigin} name ${name}`;
}

/**
 * Returns the key of an account that the ERP accepts and does not name: always the same for a
 * person, or for a token, so that it needs no file. It does not reveal them.
 */
export function makeAccountKey(erpOrigin: string, holder: string) {
  const digest = createHash('sha256').update(`${erpOrigin}${unnamed}${holder}`).digest('hex');
  return `${erpOrigin}${unnamed}${digest.slice(0, 32)}`;
}

export function isUnnamedAccount(key: string) {
  // After the ERP's origin: a legal name may have this word.
  return /^\S+ account /.test(key);
}

/** Returns the tax id in a company's key; null if the key has none. */
export function readCompanyTaxId(company: string): string | null {
  return hasTaxId(company) ? company.slice(named.length) : null;
}

/** Returns a company's stand-in for file names, which then reveal nothing about it. */
export function nameCompany(company: string) {
  const digest = createHash('sha256').update(company).digest('hex').slice(0, 16);
  return hasTaxId(company) ? `${named}${digest}` : digest;
}

/**
 * Two keys, or their stand-ins, may be one company's, unless each is of a tax id, and these are
 * different.
 */
export function mayBeSameCompany(one: string, other: string) {
  return one === other || !hasTaxId(one) || !hasTaxId(other);
}

function hasTaxId(key: string) {
  return key.startsWith(named);
}
