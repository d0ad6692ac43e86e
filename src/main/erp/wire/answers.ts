import { z } from 'zod';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import type { InvoiceRef, SaleRef } from '#shared/domain/records.ts';
import type { Fault, FieldDetail } from '#shared/faults/faults.ts';
import { address, fromWire, integer, number, requiredId, text, word } from './values.ts';

/**
 * Contract 2.12. A missing list, or one of blanks, is empty: the caller then reports the missing
 * label. An entry that is not text is an error, because it may have been the URL of one of several
 * labels; for the same reason a single blank among others stays. A URL that is there twice is one.
 */
export const labelListAnswer = z
  .object({ urls: z.array(z.string()).nullish() })
  .transform(({ urls }): { readonly urls: readonly string[] } => {
    return { urls: urls?.some((url) => url.trim() !== '') === true ? [...new Set(urls)] : [] };
  });

/** Contract 2.3. */
export const invoiceAnswer = fromWire<InvoiceRef>({
  id: ['id', requiredId],
  number: ['numero', number],
  series: ['serie', integer],
});

/** Contract 2.4. */
export const saleAnswer = fromWire<SaleRef>({
  id: ['id', requiredId],
  orderNumber: ['numeroPedido', word],
});

/** Contract 2.11. */
export const companyAnswer = fromWire<CompanyInfo>({
  legalName: ['razaoSocial', word],
  taxId: ['cpfCnpj', word],
  tradeName: ['fantasia', word],
  address: ['enderecoEmpresa', address],
  phone: ['fone', text],
  email: ['email', text],
});

export type ErpWords = Pick<Fault, 'erpMessage' | 'erpDetails'>;

const detail = z
  .object({ campo: text, mensagem: text })
  .transform((wire): FieldDetail => ({ field: wire.campo ?? '', message: wire.mensagem ?? '' }))
  .nullable()
  .catch(null);

/** Contract 2.13. Unreadable parts are left out. */
export const errorAnswer = z
  .object({ mensagem: text, detalhes: z.array(detail).nullable().catch(null) })
  .transform(({ mensagem, detalhes }): ErpWords => {
    const details = (detalhes ?? []).filter((one) => one !== null);
    return {
      erpMessage: mensagem,
      erpDetails: details.filter((one) => one.field !== '' || one.message !== ''),
    };
  });

/** Reads an error body; if it is none, the status alone says enough. */
export function readErpWords(body: string): ErpWords {
  const parsed = errorAnswer.safeParse(parseJson(body));
  return parsed.success ? parsed.data : { erpMessage: null, erpDetails: [] };
}

/**
 * Far deeper than any answer of the contract; millions of open brackets would cost the parser
 * gigabytes.
 */
const deepestNesting = 64;

/**
 * Returns the JSON value; `undefined`, which no JSON has, if it is not JSON or nested too deeply.
 */
export function parseJson(body: string): unknown {
  if (isNestedTooDeep(body)) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function isNestedTooDeep(json: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') quoted = !quoted;
    else if (quoted && char === '\\') at += 1;
    else if (!quoted && (char === '[' || char === '{')) depth += 1;
    else if (!quoted && (char === ']' || char === '}')) depth -= 1;
    if (depth > deepestNesting) return true;
  }
  return false;
}
