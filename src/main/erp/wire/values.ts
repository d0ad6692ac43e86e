import { z } from 'zod';
import { cleanText } from '../../../shared/index.ts';
import type { Address, NamedRef } from '../../../shared/index.ts';

/**
 * Values as tolerant as the contract is silent: it does not say which response fields may be null or missing, so what
 * is not there, or is not of the listed type, is `null` and never spoils the rest. Texts are cleaned: whoever writes into
 * the ERP, writes into the window, the terminal, file names and paper.
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

/** An id without which the rest is of no use; it goes into paths. */
export const requiredId = wholeNumber.refine((id) => id > 0, 'not a positive id');

/**
 * An object of the ERP in the words of the domain: for each field of `T`, what the ERP calls it and what it must be. A
 * field that is not named here is an error of the compiler.
 */
export function fromWire<T extends object>(fields: {
  readonly [K in keyof T]: readonly [name: string, kind: z.ZodType<T[K]>];
}): z.ZodType<T> {
  const named = Object.entries<readonly [string, z.ZodType]>(fields);
  return z
    .object(Object.fromEntries(named.map(([, field]) => field)))
    .transform((wire) => Object.fromEntries(named.map(([key, [name]]) => [key, wire[name]])) as T);
}

/** The same where the object may be missing, or be something else. */
export function optionalFromWire<T extends object>(fields: Parameters<typeof fromWire<T>>[0]): z.ZodType<T | null> {
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
