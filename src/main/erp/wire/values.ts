import { z } from 'zod';
import type { Address, NamedRef } from '#shared/domain/records.ts';
import { cleanText } from '../../os/text/clean-text.ts';

/**
 * Tolerant values, because the contract does not say which response fields may be null or missing:
 * a missing value, or one of another type, is `null` and never spoils the rest. Texts are cleaned:
 * anybody who writes into the ERP writes into the window, the terminal, file names and paper.
 */
export const text = z.string().transform(cleanText).nullable().catch(null);
export const flag = z.boolean().nullable().catch(null);
export const decimal = z.number().nullable().catch(null);

/** Ids and numbers of documents; some serialisers send them as strings of digits. */
const wholeNumber = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.int()),
]);

export const integer = wholeNumber.nullable().catch(null);

/** An id without which the record is useless; it goes into paths. */
export const requiredId = wholeNumber.refine((id) => id > 0, 'not a positive id');

/**
 * Maps an object of the ERP to `T`: for each field the ERP's name and a schema. A missing one does
 * not compile.
 */
export function fromWire<T extends object>(fields: {
  readonly [K in keyof T]: readonly [name: string, kind: z.ZodType<T[K]>];
}): z.ZodType<T> {
  const named = Object.entries<readonly [string, z.ZodType]>(fields);
  return z
    .object(Object.fromEntries(named.map(([, field]) => field)))
    .transform((wire) => Object.fromEntries(named.map(([key, [name]]) => [key, wire[name]])) as T);
}

/** The same for an object that may be missing or of another type. */
export function optionalFromWire<T extends object>(
  fields: Parameters<typeof fromWire<T>>[0],
): z.ZodType<T | null> {
  return fromWire<T>(fields).nullable().catch(null);
}

/** `{id, nome}`: shipping method, freight mode, carrier. */
export const namedRef = optionalFromWire<NamedRef>({ id: ['id', integer], name: ['nome', text] });

/** Contract 2.10. */
export const address = optionalFromWire<Address>({
  street: ['endereco', text],
  number: ['numero', text],
  complement: ['complemento', text],
  district: ['bairro', text],
  city: ['municipio', text],
  postalCode: ['cep', text],
  state: ['uf', text],
  country: ['pais', text],
});
