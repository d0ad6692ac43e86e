import { z } from 'zod';
import type { Address, NamedRef } from '#shared/domain/records.ts';
import { cleanText } from '../../os/text/clean-text.ts';

/**
 * Tolerant values, because the contract does not say which response fields may be null or missing:
 * a missing value, or one of another type, is `null` and never spoils the rest. Texts are cleaned:
 * anybody who writes into the ERP writes into the window, the terminal, file names and paper.
 */
export const text = makeText(/^\s*$/);
/** A code or a name: some services write `0` if there is none. */
export const word = makeText(/^[\s0./-]*$/);
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

/** A value, of which 0 is one. */
export const integer = wholeNumber.nullable().catch(null);

/** An id without which the record is useless; it goes into paths. */
export const requiredId = wholeNumber.refine((id) => id > 0, 'not a positive id');

/** An id that may be missing, or the number of a document: 0 is none. */
export const number = requiredId.nullable().catch(null);

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
export const namedRef = optionalFromWire<NamedRef>({ id: ['id', number], name: ['nome', word] });

/** Contract 2.10. */
export const address = optionalFromWire<Address>({
  street: ['endereco', text],
  number: ['numero', text],
  complement: ['complemento', text],
  district: ['bairro', text],
  city: ['municipio', text],
  postalCode: ['cep', word],
  state: ['uf', text],
  country: ['pais', text],
});

function makeText(none: RegExp) {
  return z
    .string()
    .transform(cleanText)
    .transform((cleaned) => (none.test(cleaned) ? null : cleaned))
    .nullable()
    .catch(null);
}
