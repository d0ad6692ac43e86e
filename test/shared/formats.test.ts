import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/main/desk/handlers/diagnostics.ts';
import { hostPattern } from '#shared/domain/printing.ts';
import { fold, formatDate, formatPostalCode, formatTaxId } from '#shared/formats.ts';

describe('values that the window and main write alike', () => {
  it('is a date, a CEP and a tax id in the Brazilian way, and anything else as it came', () => {
    expect(formatDate('2026-03-25')).toBe('25/03/2026');
    expect(formatDate('2026-03-25 10:00')).toBe('25/03/2026');
    expect(formatPostalCode('36.300-000')).toBe('36300-000');
    expect(formatTaxId('11222333000181')).toBe('11.222.333/0001-81');
    for (const other of ['', 'a combinar', '2026-03-255', '1234567']) {
      expect([formatDate(other), formatPostalCode(other), formatTaxId(other)]).toEqual([
        other,
        other,
        other,
      ]);
    }
  });

  it('is never left in a log line when it is a tax id', () => {
    const digits = fc.oneof(fc.stringMatching(/^\d{11}$/), fc.stringMatching(/^[\dA-Z]{12}\d\d$/));
    fc.assert(
      fc.property(digits, (taxId) => {
        expect(redact(`of ${formatTaxId(taxId)}.`, [])).toMatch(/^of \[(?:cpf|cnpj)\]\.$/);
      }),
    );
  });
});

describe('compared text', () => {
  it('has no accents, no case and single blanks', () => {
    expect(fold('  SÃO \t João ')).toBe('sao joao');
    expect(fold('conceic\u0327a\u0303o')).toBe('conceicao');
  });
});

describe('a host', () => {
  it('is a name or an address, and nothing that leads elsewhere', () => {
    for (const host of ['10.0.0.9', 'impressora-2', 'zebra.doca.example', 'fe80::1', 'expedição']) {
      expect([host, hostPattern.test(host)]).toEqual([host, true]);
    }
    for (const host of ['', 'two words', 'http://zebra', 'a/b', 'me@zebra', 'x'.repeat(254)]) {
      expect([host, hostPattern.test(host)]).toEqual([host, false]);
    }
  });
});
