import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { fault } from '#shared/faults/faults.ts';
import { makeManifestContent } from '../../src/main/papers/manifest/content.ts';
import { manifestWords } from '../../src/main/papers/manifest/words.ts';
import { messages } from '../../src/renderer/i18n/index.ts';
import { toWinAnsi } from '../../src/main/papers/win-ansi.ts';
import { drawManifest } from '../../src/main/papers/manifest/pdf.ts';
import type { CompanyInfo } from '#shared/domain/erp.ts';
import { languages } from '#shared/faults/languages.ts';
import { formatDateTime } from '#shared/formats.ts';
import { entry, label, shipment, snapshot } from '../desk/support/snapshots.ts';
import { anyCharacter, readableCharacter } from '../support/any-text.ts';

const nowMs = Date.UTC(2026, 2, 25, 17, 30);
const company: CompanyInfo = {
  legalName: 'Armazém Fictício Ltda',
  taxId: '11222333000181',
  tradeName: null,
  address: { ...shipment(1).recipient!.address!, complement: 'Galpão 2' },
  phone: '(11) 4002-0000',
  email: null,
};
const content = (job = snapshot([entry(1), entry(2)]), language: 'pt-BR' | 'en' = 'pt-BR') =>
  makeManifestContent({ snapshot: job, company, language, nowMs, issuer: 'Bia Ramos · Bancada 2' });

it.each(languages)('calls a shipment and a parcel what the window calls them (%s)', (language) => {
  const noun = (counted: string): string => counted.replace(/^2 /, '');
  const { totalShipments, totalVolumes } = manifestWords(language);
  expect(totalShipments.toLowerCase()).toBe(noun(messages[language].units.shipments(2)));
  expect(totalVolumes.toLowerCase()).toBe(noun(messages[language].units.parcels(2)));
});

describe('manifest content', () => {
  it('lists only the shipments that leave, and marks those without a label', () => {
    const rows = content(
      snapshot([
        entry(1, { label: label({ file: 'ready', timesPrinted: 1 }) }),
        entry(2, { label: label({ file: 'refused' }) }),
        entry(3, { label: label({ file: 'panel', waived: 'without' }) }),
        entry(4, { label: label({ file: 'panel' }) }),
        entry(5, { label: label({ file: 'refused' }), checkedAtMs: 1 }),
        entry(6),
        entry(7, {
          label: label({
            file: 'ready',
            block: 'printed-before',
            fault: fault('printed-before'),
            waived: 'keeps',
          }),
        }),
      ]),
    ).rows;
    expect(rows.map((row) => [row.position, row.withoutLabel])).toEqual([
      ['1', false],
      ['3', true],
      ['5', false],
      ['6', false],
      // Its label is of another grouping.
      ['7', false],
    ]);
  });

  it('sums volumes and weights, formatted as on the screen, and marks unknown ones', () => {
    const volume = (grossWeight: number | null, quantity: number | null) => ({
      ...shipment(1).volume!,
      grossWeight,
      quantity,
    });
    const job = snapshot([
      entry(1, { shipment: shipment(1, { volume: volume(0.1, 2) }) }),
      entry(2, { shipment: shipment(2, { volume: volume(1_234.2, null) }) }),
      entry(3, { shipment: shipment(3, { volume: null }) }),
    ]);
    expect(content(job).totals.map(([, value]) => value)).toEqual(['3', '4', '1.234,300 kg']);
    const english = content(job, 'en').totals.map(([, value]) => value);
    expect(english).toEqual(content(job).totals.map(([, value]) => value));
    expect(content(job).notes).toEqual(['1 expedição sem peso informado']);
    expect(content().notes).toEqual([]);
  });

  it.each(['pt-BR', 'en'] as const)(
    'formats the Brazilian way, as the screen does, in %s',
    (language) => {
      const { rows, facts, companyLines } = content(undefined, language);
      expect(rows[0]).toMatchObject({
        postalCode: '36300-000',
        city: 'São João del-Rei/MG',
        weight: '1,250',
      });
      const values = facts.map(([, value]) => value);
      expect(values).toContain('Bia Ramos · Bancada 2');
      expect(values).toEqual(
        expect.arrayContaining(['25/03/2026', 'Transportadora Ipê', formatDateTime(nowMs)]),
      );
      expect(companyLines.join(' ')).toContain(' 11.222.333/0001-81');
    },
  );

  it('works without company, carrier, date and everything else that the ERP may leave out', async () => {
    const bare = shipment(1, {
      recipient: null,
      volume: null,
      logistics: null,
      sale: null,
      invoice: null,
    });
    const job = snapshot([entry(1, { shipment: bare })], {
      grouping: { id: 1, identification: null, date: null, shippingMethod: null },
    });
    const made = makeManifestContent({
      snapshot: job,
      company: null,
      language: 'pt-BR',
      nowMs,
      issuer: '',
    });
    expect(made.facts.map(([name]) => name)).toEqual(['Agrupamento', 'Emitido em']);
    await expect(drawManifest(made, nowMs)).resolves.toBeInstanceOf(Uint8Array);
  });
});

describe('text for the standard fonts', () => {
  it('keeps Portuguese as it is and finds likenesses for the rest', () => {
    expect(toWinAnsi('Ação à Ítaca – “São” nº 7ª €')).toBe('Ação à Ítaca – “São” nº 7ª €');
    expect(toWinAnsi('Wałęsa Đorđe Ṽ ﬁm ①')).toBe('Wa?esa ?or?e V fim 1');
    expect(toWinAnsi('a\u202eb\u0000c\u200dd')).toBe('abcd');
    expect(toWinAnsi('Zoë\n\n  Zo\u0065\u0308 😀')).toBe('Zoë Zoë ?');
  });

  it('contains only text that the fonts can encode, whatever the input', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: readableCharacter }),
        (one, other) => {
          expect(font.widthOfTextAtSize(toWinAnsi(one + other), 10)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
