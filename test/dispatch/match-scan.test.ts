import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScan as matchEntry } from '../../src/main/dispatch/codes/parcel-codes.ts';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { entry, shipment } from '../desk/support/snapshots.ts';
import { accessKey, misread, ownIssuers } from '../support/access-key.ts';

interface Codes {
  readonly trackingCode?: string;
  readonly invoiceNumber?: number;
  readonly isChecked?: boolean;
}

function target(
  id: number,
  { trackingCode, invoiceNumber, isChecked = false }: Codes = {},
): ShipmentSnapshot {
  const { logistics, invoice } = shipment(id);
  const codes = {
    sale: null,
    logistics: { ...logistics!, trackingCode: trackingCode ?? null },
    invoice: { ...invoice!, number: invoiceNumber ?? null },
  };
  return entry(id, { shipment: shipment(id, codes), checkedAtMs: isChecked ? 1 : null });
}

/** The shipment's id in the place of its row. */
function matchScan(code: string, list: readonly ShipmentSnapshot[]): object {
  const match = matchEntry(code, list, ownIssuers);
  return 'entry' in match ? { kind: match.kind, shipmentId: match.entry.shipment.id } : match;
}

describe('matching a scan', () => {
  const list = [
    target(1, { trackingCode: 'AB 123-456 785 BR', invoiceNumber: 1001 }),
    target(2, { trackingCode: 'CD987654321BR', invoiceNumber: 1002 }),
    target(3, { invoiceNumber: 1003 }),
    target(4, { trackingCode: '', invoiceNumber: 1003 }),
    target(5, { trackingCode: 'EF000000000BR', invoiceNumber: 1005, isChecked: true }),
  ];

  it.each([
    ['CD987654321BR', 2],
    [' cd 987 654 321 br\r\n', 2],
    [']C1CD987654321BR', 2],
    ['AB123456785BR', 1],
    ['AB‑123‑456‑785‑BR', 1],
    ['1002', 2],
    ['000001002', 2],
    [accessKey(1001), 1],
    [accessKey(1001).replace(/(\d{4})/g, '$1 '), 1],
  ])('%j is parcel %i', (code, shipmentId) => {
    expect(matchScan(code, list)).toEqual({ kind: 'match', shipmentId });
  });

  it.each(['', '   ', '-', '0', '000', '9999', 'CD987654321B', 'X', '10029999999'])(
    '%j is unknown',
    (code) => {
      expect(matchScan(code, list)).toEqual({ kind: 'unknown' });
    },
  );

  it('does not know a key with a wrong check digit, even if the invoice is on the list', () => {
    expect(matchScan(misread(accessKey(1001), 43), list)).toEqual({ kind: 'unknown' });
  });

  it('reports that a parcel was checked already', () => {
    expect(matchScan('EF000000000BR', list)).toEqual({ kind: 'already', shipmentId: 5 });
    expect(matchScan('1005', list)).toEqual({ kind: 'already', shipmentId: 5 });
  });

  it('does not guess between two parcels of one invoice, nor takes the last one left', () => {
    const offered = (rows: typeof list) => {
      const match = matchEntry('1003', rows, ownIssuers);
      return match.kind === 'ambiguous' ? match.entries.map(({ shipment }) => shipment.id) : null;
    };
    expect(offered(list)).toEqual([3, 4]);
    const oneLeft = list.map((row) => (row.shipment.id === 3 ? { ...row, checkedAtMs: 1 } : row));
    expect(offered(oneLeft)).toEqual([4]);
  });

  it("prefers a parcel's own tracking code to another's invoice number", () => {
    const digits = [target(1, { invoiceNumber: 7_700 }), target(2, { trackingCode: '7700' })];
    expect(matchScan('7700', digits)).toEqual({ kind: 'match', shipmentId: 2 });
  });
});

describe('matching, for all lists', () => {
  const code = fc.stringMatching(/^[A-Z]{2}\d{9}[A-Z]{2}$/);
  const lists = fc
    .uniqueArray(code, { minLength: 1, maxLength: 30 })
    .map((codes) =>
      codes.map((trackingCode, index) =>
        target(index + 1, { trackingCode, invoiceNumber: index + 1 }),
      ),
    );
  const anyText = fc.array(fc.nat(0x10_ffff)).map((points) => String.fromCodePoint(...points));
  const noise = fc.constantFrom('', ' ', '-', ' - ', '\t');

  it('finds each parcel by its own code, however it is spaced, hyphenated, cased or prefixed', () => {
    fc.assert(
      fc.property(
        lists,
        fc.nat(),
        noise,
        fc.boolean(),
        fc.constantFrom('', ']C0', ']C1', ']d2'),
        (list, pick, gap, lower, aim) => {
          const wanted = list[pick % list.length]!;
          const spaced =
            aim + wanted.shipment.logistics!.trackingCode!.replaceAll(/(?<=.)(?=.)/g, gap);
          expect(matchScan(lower ? spaced.toLowerCase() : spaced, list)).toEqual({
            kind: 'match',
            shipmentId: wanted.shipment.id,
          });
        },
      ),
    );
  });

  it('checks every parcel exactly once, by code, number or key, in any order and however often it is scanned', () => {
    fc.assert(
      fc.property(
        lists,
        fc.array(fc.tuple(fc.nat(), fc.nat(2)), { maxLength: 80 }),
        (list, scans) => {
          let now = list;
          for (const [pick, way] of scans) {
            const wanted = now[pick % now.length]!;
            const trackingCode = wanted.shipment.logistics?.trackingCode ?? null;
            const invoiceNumber = wanted.shipment.invoice?.number ?? null;
            const read = [trackingCode!, String(invoiceNumber), accessKey(invoiceNumber!)][way]!;
            const kind = wanted.checkedAtMs === null ? 'match' : 'already';
            expect(matchScan(read, now)).toEqual({ kind, shipmentId: wanted.shipment.id });
            now = now.map((row) => (row === wanted ? { ...row, checkedAtMs: 1 } : row));
          }
        },
      ),
    );
  });

  it('never throws and never matches a parcel without any code', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        expect(matchScan(raw, [target(1), target(2, { trackingCode: ' - ' })])).toEqual({
          kind: 'unknown',
        });
      }),
    );
  });
});
