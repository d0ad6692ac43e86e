import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCnpjDigits, computeCpfDigits } from '#shared/domain/erp.ts';
import { makeCnpj, makeCpf, makeS10, s10CheckDigit } from '../../src/training-erp/data/ids.ts';
import { Random } from '../../src/training-erp/data/random.ts';

const digits = (count: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((list) => list.join(''));

/**
 * The published rule in its other form: with the check digit itself at weight 1, the sum is
 * divisible.
 */
function cpfHolds(cpf: string): boolean {
  const numbers = cpf.split('').map(Number);
  return [9, 10].every((place) => {
    const sum = numbers
      .slice(0, place)
      .reduce((total, digit, index) => total + digit * (place + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === numbers[place];
  });
}

describe('check digits', () => {
  it('match worked examples', () => {
    expect(computeCpfDigits('111444777')).toBe('35');
    expect(computeCnpjDigits('112223330001')).toBe('81');
    expect(s10CheckDigit('47312482')).toBe('9');
    expect(s10CheckDigit('12345678')).toBe('5');
  });

  it('of a CPF satisfy the other form of the rule, and no other pair does', () => {
    fc.assert(
      fc.property(digits(9), fc.integer({ min: 0, max: 99 }), (base, other) => {
        const check = computeCpfDigits(base);
        const otherCheck = String(other).padStart(2, '0');
        expect(cpfHolds(base + check)).toBe(true);
        expect(cpfHolds(base + otherCheck)).toBe(otherCheck === check);
      }),
    );
  });

  it('of a CNPJ catch every single wrong digit among those that follow', () => {
    fc.assert(
      fc.property(digits(12), fc.nat(11), fc.integer({ min: 1, max: 9 }), (base, place, step) => {
        const wrong = base.split('');
        wrong[place] = String((Number(wrong[place]) + step) % 10);
        // A remainder of 0 and one of 1 share the digit 0, so one of the two digits may stay; not
        // both for all.
        expect(computeCnpjDigits(base)).toMatch(/^\d{2}$/);
        const changed = computeCnpjDigits(wrong.join(''));
        if (changed === computeCnpjDigits(base)) expect(changed).toContain('0');
      }),
    );
  });

  it('of a postal code leave the weighted sum whole', () => {
    fc.assert(
      fc.property(digits(8), (serial) => {
        const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce(
          (total, weight, index) => total + weight * Number(serial[index]),
          0,
        );
        const check = Number(s10CheckDigit(serial));
        if (sum % 11 === 0) expect(check).toBe(5);
        else if (sum % 11 === 1) expect(check).toBe(0);
        else expect((sum + check) % 11).toBe(0);
      }),
    );
  });
});

describe('made-up numbers', () => {
  it('are formatted as the ERP shows them and have valid check digits', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed, 'ids');
        const cpf = makeCpf(random);
        expect(cpf).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
        expect(cpfHolds(cpf.replace(/\D/g, ''))).toBe(true);
        const cnpj = makeCnpj(random);
        expect(cnpj).toMatch(/^\d{2}\.\d{3}\.\d{3}\/0001-\d{2}$/);
        const plain = cnpj.replace(/\D/g, '');
        expect(computeCnpjDigits(plain.slice(0, 12))).toBe(plain.slice(12));
        expect(makeS10(random, 'AA')).toMatch(/^AA\d{9}BR$/);
      }),
    );
  });
});
