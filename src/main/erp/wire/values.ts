import { z } from 'zod';

/**
 * Values as tolerant as the contract is silent: it does not say which response fields may be null or missing, so what
 * is not there, or is not of the listed type, is `null` and never spoils the rest.
 */
export const text = z.string().nullable().catch(null);
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

/** `{id, nome}`: shipping method, freight mode, carrier. */
export const namedRef = z
  .object({ id: integer, nome: text })
  .transform((wire) => ({ id: wire.id, name: wire.nome }))
  .nullable()
  .catch(null);

/** Contract 2.10. */
export const address = z
  .object({
    endereco: text,
    numero: text,
    complemento: text,
    bairro: text,
    municipio: text,
    cep: text,
    uf: text,
    pais: text,
  })
  .transform((wire) => ({
    street: wire.endereco,
    number: wire.numero,
    complement: wire.complemento,
    district: wire.bairro,
    city: wire.municipio,
    postalCode: wire.cep,
    state: wire.uf,
    country: wire.pais,
  }))
  .nullable()
  .catch(null);
