import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScan } from '../../src/main/dispatch/codes/parcel-codes.ts';
import { computeCheckDigit, readAccessKey } from '#shared/identities/access-key.ts';
import { normaliseCode, readScan } from '#shared/identities/code.ts';
import { findByCode } from '#shared/identities/naming.ts';
import type { Shipment } from '#shared/domain/records.ts';
import { entry } from '../desk/support/snapshots.ts';
import { makeShipment } from '../renderer/fake-data.ts';
import { accessKey, misread, ownIssuers } from '../support/access-key.ts';
import { readableCharacter } from '../support/any-text.ts';

describe('access key', () => {
  it('knows the check digit of the published example', () => {
    // The example of the tax authority's manual for modulo 11.
    expect(computeCheckDigit('5206043300991100250655012000000780026730161')).toBe(5);
  });

  it('takes the invoice number from digits 26 to 34', () => {
    expect(readAccessKey('52060433009911002506550120000007800267301615')?.number).toBe(780);
  });

  it('refuses a key with any other check digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999 }),
        fc.integer({ min: 1, max: 9 }),
        (number, by) => {
          const key = accessKey(number);
          expect(readAccessKey(key)?.number).toBe(number);
          expect(readAccessKey(misread(key, 43, by))).toBeNull();
        },
      ),
    );
  });

  it('refuses a key with any one digit misread', () => {
    const misreading = fc.tuple(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.nat(42),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(misreading, ([number, at, by]) => {
        const key = accessKey(number);
        // Two remainders share the digit 0: there modulo 11 cannot see every misreading.
        fc.pre(!key.endsWith('0'));
        expect(readAccessKey(misread(key, at, by))).toBeNull();
      }),
    );
  });

  it("is not fooled by a carrier's CT-e of the same length", () => {
    expect(readAccessKey(accessKey(780, '57'))).toBeNull();
    expect(readAccessKey(accessKey(780, '65'))?.number).toBe(780);
  });
});

describe('a code', () => {
  it('normalises once and for all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: readableCharacter }).filter((text) => !text.includes(']')),
        (raw) => {
          expect(normaliseCode(normaliseCode(raw))).toBe(normaliseCode(raw));
        },
      ),
    );
  });
});

describe('a scan', () => {
  it('is the text on the paper, whatever symbology prefix the scanner adds', () => {
    for (const scanned of ['AB123', ']C1AB123', ']d2AB123', ' ]Q3AB123\r\n'])
      expect(readScan(scanned)).toBe('AB123');
  });
});

describe('the field of a shipment that a code matches', () => {
  const shipments = Array.from({ length: 60 }, (_, index) => makeShipment(index + 1));
  const find = (code: string, all: readonly Shipment[] = shipments): readonly Shipment[] =>
    findByCode(
      code,
      all.map((shipment) => ({ shipment })),
      ownIssuers,
    ).map(({ shipment }) => shipment);

  it.each([
    'ZZ100000259BR',
    ']C1ZZ100000259BR',
    'zz 100-000 259 br',
    '48107',
    '000048107',
    accessKey(48_107),
    `]C1${accessKey(48_107)}`,
    '5207',
  ])('%j names one, by tracking code, invoice number, access key or order number', (code) => {
    expect(find(code).map(({ id }) => id)).toEqual([shipments[6]!.id]);
  });

  it.each([
    '',
    '-',
    '0',
    '000',
    'ZZ000000000BR',
    misread(accessKey(48_107), 43),
    accessKey(48_107, '57'),
  ])('%j names none', (code) => {
    expect(find(code)).toEqual([]);
  });

  it('matches an access key as a whole, never by the digits of a misread one', () => {
    const [first] = shipments;
    const key = '0'.repeat(35) + '000000780';
    expect(readAccessKey(key)).toBeNull();
    expect(find(key, [{ ...first!, invoice: { ...first!.invoice!, number: 780 } }])).toEqual([]);
  });

  it('is the same on the Check screen and on the Grouping screen, but for the order, which is no proof of a parcel', () => {
    // Numbers so small that those of invoices and orders coincide.
    const number = fc.option(fc.nat(12));
    const tracking = fc.option(fc.constantFrom('AB1', 'ab-1', 'A B 2', '7', '9', ''));
    const lists = fc
      .array(fc.record({ tracking, invoice: number, order: number }), {
        minLength: 1,
        maxLength: 12,
      })
      .map((all) =>
        all.map(({ tracking: trackingCode, invoice, order }, index): Shipment => {
          const made = makeShipment(index + 1);
          return {
            ...made,
            logistics: { ...made.logistics!, trackingCode },
            invoice: invoice === null ? null : { ...made.invoice!, number: invoice },
            sale: order === null ? null : { ...made.sale!, number: order },
          };
        }),
      );
    const bare = fc.oneof(
      fc.constantFrom('AB1', 'a b 1', 'AB2', 'X'),
      fc.nat(14).map(String),
      fc.nat(12).map((of) => accessKey(of)),
      fc.tuple(fc.nat(12), fc.nat(43)).map(([of, at]) => misread(accessKey(of), at)),
    );
    const scanned = fc
      .tuple(fc.constantFrom('', ']C1', ']d2', ' ]Q3'), bare)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(lists, scanned, (all, code) => {
        const found = find(code, all);
        const match = matchScan(
          code,
          all.map((shipment) => ({ ...entry(shipment.id), shipment })),
          ownIssuers,
        );
        const byOrder =
          found.length > 0 &&
          found.every(({ sale }) => sale?.number === Number(normaliseCode(code)));
        if (match.kind === 'match')
          expect(found.map(({ id }) => id)).toEqual([match.entry.shipment.id]);
        else if (match.kind === 'ambiguous') expect(found.length).toBeGreaterThan(1);
        else expect(found.length === 0 || byOrder).toBe(true);
      }),
    );
  });
});
