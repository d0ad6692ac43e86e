import { type CompanyInfo, isTaxId, tidyTaxId } from '#shared/domain/erp.ts';

/**
 * Identifies a company of an ERP: by its tax id, else by its legal name. Null if it has neither.
 */
export function makeCompanyKey(
  erpOrigin: string,
  { taxId, legalName }: Pick<CompanyInfo, 'taxId' | 'legalName'>,
): string | null {
  const id = tidyTaxId(taxId ?? '');
  if (id !== '') return `${erpOrigin} ${id}`;
  const name = (legalName ?? '').trim().toLowerCase();
  return name === '' ? null : `${erpOrigin} name ${name}`;
}

/** Returns the tax id in a company's key; null if the key has none. */
export function readCompanyTaxId(company: string): string | null {
  const [, id, another] = company.split(' ');
  return id !== undefined && another === undefined && isTaxId(id) ? id : null;
}

/** Two keys of one ERP may be one company's, unless each has a tax id, and these are different. */
export function mayBeSameCompany(one: string, other: string): boolean {
  const isSameErp = one.split(' ', 1)[0] === other.split(' ', 1)[0];
  const areNamed = readCompanyTaxId(one) !== null && readCompanyTaxId(other) !== null;
  return one === other || (isSameErp && !areNamed);
}
