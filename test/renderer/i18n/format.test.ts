import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as f from '../../../src/renderer/i18n/format.ts';

/** `Intl` puts a no-break space after the currency. */
const plain = (text: string): string => text.replace(/\u00a0/g, ' ');

describe('figures', () => {
  it('writes CEP, CPF, CNPJ and telephone as on paper', () => {
    expect(f.formatPostalCode('01310100')).toBe('01310-100');
    expect(f.formatPostalCode('01310-100')).toBe('01310-100');
    expect(f.formatTaxId('00000000191')).toBe('000.000.001-91');
    expect(f.formatTaxId('00000000000191')).toBe('00.000.000/0001-91');
    expect(f.formatTaxId('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(f.formatTaxId('000.000.001-91')).toBe('000.000.001-91');
    expect(f.formatPhone('11900000000')).toBe('(11) 90000-0000');
    expect(f.formatPhone('(11) 4000-0000')).toBe('(11) 4000-0000');
  });

  it('shows values of another shape unchanged, and a dash for missing ones', () => {
    for (const format of [f.formatPostalCode, f.formatTaxId, f.formatPhone, f.formatDate]) {
      expect(format('a combinar')).toBe('a combinar');
      expect(format(null)).toBe(f.absent);
      expect(format('')).toBe(f.absent);
    }
  });

  it('names the day of times before today', () => {
    const nowMs = new Date(2026, 10, 23, 0, 5).getTime();
    expect(f.formatMoment(new Date(2026, 10, 23, 0, 1).getTime(), nowMs)).toBe('00:01');
    expect(f.formatMoment(new Date(2026, 10, 22, 23, 59).getTime(), nowMs)).toBe(
      '22/11/2026 23:59',
    );
  });

  it('never loses a digit', () => {
    const digits = fc.stringMatching(/^\d{1,20}$/);
    fc.assert(
      fc.property(digits, (text) => {
        for (const format of [f.formatPostalCode, f.formatTaxId, f.formatPhone, f.groupCode]) {
          expect(format(text).replace(/\D/g, '')).toBe(text);
        }
      }),
    );
  });

  it('writes money, weights and sizes with points in English', () => {
    f.setFigures('en');
    expect(plain(f.formatMoney(1234.5))).toBe('R$1,234.50');
    expect(f.formatWeightKg(12.8)).toBe('12.800 kg');
    expect(f.formatDimensionsCm({ length: 30, width: 20, height: 13.5, diameter: null })).toBe(
      '30 × 20 × 13.5 cm',
    );
    expect(f.formatInteger(1234)).toBe('1,234');
    f.setFigures('pt-BR');
  });

  it('writes money, weights and sizes with commas', () => {
    expect(plain(f.formatMoney(1234.5))).toBe('R$ 1.234,50');
    expect(f.formatWeightKg(0.35)).toBe('0,350 kg');
    expect(f.formatWeightKg(1815)).toBe('1.815,000 kg');
    expect(f.formatWeightKg(null)).toBe(f.absent);
    expect(f.formatDimensionsCm({ length: 30, width: 20, height: 13.5, diameter: null })).toBe(
      '30 × 20 × 13,5 cm',
    );
    expect(f.formatDimensionsCm({ length: 60, width: 0, height: 0, diameter: 8 })).toBe(
      '60 × ⌀ 8 cm',
    );
    expect(f.formatDimensionsCm({ length: null, width: null, height: null, diameter: null })).toBe(
      f.absent,
    );
  });

  it('writes dates by their day, in any time zone of the machine', () => {
    expect(f.formatDate('2026-03-09')).toBe('09/03/2026');
    expect(f.formatDate('2026-03-09T23:59:59-03:00')).toBe('09/03/2026');
    expect(f.formatDate('09/03/2026')).toBe('09/03/2026');
    expect(f.formatDateTime(new Date(2026, 2, 9, 7, 5).getTime())).toBe('09/03/2026 07:05');
  });

  it('writes durations short', () => {
    expect([0, 1.2, 59, 61, 3725].map(f.formatDuration)).toEqual([
      '0 s',
      '2 s',
      '59 s',
      '1 min 01 s',
      '1 h 02 min',
    ]);
  });

  it('groups codes for reading aloud', () => {
    expect(f.groupCode('AA123456789BR')).toBe('AA 123 456 789 BR');
    expect(f.groupCode('1234567890')).toBe('1234 5678 90');
    expect(f.groupCode('ABC')).toBe('ABC');
  });
});
