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
