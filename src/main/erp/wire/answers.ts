import { z } from 'zod';
import type { CompanyInfo, FieldDetail, InvoiceRef, SaleRef } from '../../../shared/index.ts';
import { address, integer, requiredId, text } from './values.ts';

/**
 * Contract 2.12. No list is an empty list: the caller then says that the label is missing. An entry that is not a text
 * is an error, because it may have been the URL of one of several labels.
 */
export const labelListAnswer = z
  .object({ urls: z.array(z.string()).nullish() })
  .transform((wire): readonly string[] => wire.urls ?? []);

/** Contract 2.3. */
export const invoiceAnswer = z
  .object({ id: requiredId, numero: integer, serie: integer })
  .transform((wire): InvoiceRef => ({ id: wire.id, number: wire.numero, series: wire.serie }));

/** Contract 2.4. */
export const saleAnswer = z
  .object({ id: requiredId, numeroPedido: text })
  .transform((wire): SaleRef => ({ id: wire.id, orderNumber: wire.numeroPedido }));

/** Contract 2.11. */
export const companyAnswer = z
  .object({
    razaoSocial: text,
    cpfCnpj: text,
    fantasia: text,
    enderecoEmpresa: address,
    fone: text,
    email: text,
    inscricaoEstadual: text,
    regimeTributario: integer,
  })
  .transform((wire): CompanyInfo => ({
    legalName: wire.razaoSocial,
    taxId: wire.cpfCnpj,
    tradeName: wire.fantasia,
    address: wire.enderecoEmpresa,
    phone: wire.fone,
    email: wire.email,
    stateRegistration: wire.inscricaoEstadual,
    taxRegime: wire.regimeTributario,
  }));

/** What the ERP says about its refusal. */
export interface ErpWords {
  readonly message: string | null;
  readonly details: readonly FieldDetail[];
}

const detail = z
  .object({ campo: text, mensagem: text })
  .transform((wire): FieldDetail => ({ field: wire.campo ?? '', message: wire.mensagem ?? '' }))
  .nullable()
  .catch(null);

const errorAnswer = z.object({ mensagem: text, detalhes: z.array(detail).nullable().catch(null) });

/** Reads an error body (contract 2.13). Whatever cannot be read is left out: the status alone says enough. */
export function readErpWords(body: string): ErpWords {
  const parsed = errorAnswer.safeParse(parseJson(body));
  if (!parsed.success) return { message: null, details: [] };
  const details = (parsed.data.detalhes ?? []).filter((one) => one !== null);
  return {
    message: parsed.data.mensagem,
    details: details.filter((one) => one.field !== '' || one.message !== ''),
  };
}

/** The JSON value, or `undefined` (which no JSON text stands for) where the text is not JSON. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}
