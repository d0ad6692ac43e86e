import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeCnpjDigits, computeCpfDigits, isTaxId } from '#shared/domain/erp.ts';

/*
 * The numbers are the examples of the Receita Federal: of a CNPJ with letters, and of its own CNPJ.
 */
it.each(['12.ABC.345/01DE-35', '12ABC34501DE35', '00.394.460/0058-87', '111.444.777-35'])(
  '%s is a tax id',
  (typed) => {
    expect(isTaxId(typed)).toBe(true);
  },
);

it.each([
  '',
  '12.ABC.345/01DE-36',
  '00000000000000',
  '111.111.111-11',
  '123',
  '12ABC34501DEA5',
  '111444777350',
])('%j is none', (typed) => {
  expect(isTaxId(typed)).toBe(false);
});

it('accepts right check digits, and no change of one digit', () => {
  const character = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
  const text = (length: number, of: fc.Arbitrary<string>) =>
    fc.array(of, { minLength: length, maxLength: length }).map((all) => all.join(''));
  const number = fc.oneof(
    text(12, character).map((base) => base + computeCnpjDigits(base)),
    text(9, fc.constantFrom(...Array.from('0123456789'))).map(
      (base) => base + computeCpfDigits(base),
    ),
  );
  fc.assert(
    fc.property(number, fc.nat(13), (id, at) => {
      fc.pre(!/^(.)\1+$/.test(id));
      expect(isTaxId(id)).toBe(true);
      const place = at % id.length;
      const other = String((Number.parseInt(id[place] ?? '0', 36) + 1) % 10);
      const changed = id.slice(0, place) + other + id.slice(place + 1);
      // A remainder of 0 and of 1 have the same check digit.
      fc.pre(place >= id.length - 2 && other !== id[place]);
      expect(isTaxId(changed)).toBe(false);
    }),
  );
});
