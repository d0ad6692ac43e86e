import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScan } from '../../src/main/dispatch/codes/parcel-codes.ts';
import { OwnerIndex } from '../../src/main/dispatch/collect/name-owners.ts';
import { tidyTaxId } from '#shared/domain/erp.ts';
import { type KnownIssuers, unknownIssuers } from '#shared/identities/access-key.ts';
import { mayName } from '#shared/identities/naming.ts';
import { listNumbers, readFileName } from '#shared/identities/words.ts';
import { entry, label } from '../desk/support/snapshots.ts';
import { accessKey } from '../support/access-key.ts';
import { drawStranger, listTaken, makeShipment, ownTexts } from '../support/strangers.ts';

/** Codes that users of scanners reported (field notes); all numbers are made up. */
const inputs = JSON.parse(
  readFileSync(new URL('../fixtures/identities/scans.json', import.meta.url), 'utf8'),
) as {
  readonly list: readonly { id: number; tracking: string; invoice: number }[];
  readonly scans: readonly { scan: string; company?: string; source: string }[];
};

describe('codes of the field', () => {
  const list = inputs.list.map((row) => entry(row.id, { shipment: makeShipment(row) }));

  it.each(inputs.scans)('$source: the first parcel', ({ scan, company = '' }) => {
    const known: KnownIssuers = {
      taxId: null,
      issuers: new Set([`${tidyTaxId(company)}55001`]),
    };
    expect(matchScan(scan, list, known)).toMatchObject({
      kind: 'match',
      entry: { shipment: { id: 1 } },
    });
  });

  it('a key is a question if the company or the series is not known, and nobody’s if another is', () => {
    const key = accessKey(1001);
    const taxId = '12222333000181';
    const match = (known: KnownIssuers) => matchScan(key, list, known).kind;
    expect(match(unknownIssuers)).toBe('unsure');
    expect(match({ ...unknownIssuers, taxId })).toBe('unsure');
    expect(match({ taxId: '11222333000181', issuers: new Set() })).toBe('unknown');
    // Another branch of the company: the first eight signs are the company's.
    expect(match({ taxId: '12222333000262', issuers: new Set() })).toBe('unsure');
    expect(match({ taxId, issuers: new Set([`${taxId}55001`]) })).toBe('match');
    expect(match({ taxId, issuers: new Set([`${taxId}55002`]) })).toBe('unsure');
    // With two series, each has its invoice 1001.
    expect(match({ taxId, issuers: new Set([`${taxId}55001`, `${taxId}55002`]) })).toBe('unsure');
  });

  it('a key that the ERP or the label itself gives is the parcel’s, whatever else is known', () => {
    const key = accessKey(1001);
    const [first] = list;
    const given = entry(1, {
      shipment: { ...first!.shipment, invoice: { ...first!.shipment.invoice!, accessKey: key } },
    });
    expect(matchScan(key, [given], unknownIssuers).kind).toBe('match');
    expect(matchScan(accessKey(1001, '65'), [given], unknownIssuers).kind).toBe('unknown');
    const reading = { codes: [{ symbology: 'Code128', text: key, page: 1 }], pages: 1 };
    const shown = entry(1, {
      shipment: first!.shipment,
      label: label({ file: 'ready', reading: { ...reading, dpi: 203, looked: true } }),
    });
    expect(matchScan(key, [shown], unknownIssuers).kind).toBe('match');
  });

  it('a code that the label alone shows may be a parcel’s wherever Check knows it', () => {
    const codes = [{ symbology: 'Code128', text: '43212345678', page: 1 }];
    const reading = { codes, pages: 1, dpi: 203, looked: true } as const;
    const shipment = makeShipment({ id: 1, tracking: '', invoice: 7 });
    const shown = entry(1, { shipment, label: label({ file: 'ready', timesPrinted: 1, reading }) });
    const scan = '{"id":"43212345678","t":"lm"}';
    expect(matchScan(scan, [shown], unknownIssuers).kind).toBe('match');
    expect(mayName(scan, [shown])).toBe(true);
    expect(mayName('43212345679', [shown])).toBe(false);
  });

  it.each([
    ['OF019481896', 'OF019481896BR'],
    ['OF019481896BR', 'OF019481896'],
    ['107891234567890123', '00107891234567890123'],
    ['107891234567890123', '(00)107891234567890123'],
    ['43212345678', '{"id":"43212345678","sender_id":1,"hash_code":"x","security_digit":"0"}'],
  ])('%s in the ERP is %s on the label', (tracking, scan) => {
    const row = entry(1, { shipment: makeShipment({ id: 1, tracking, invoice: 7 }) });
    expect(matchScan(scan, [row], unknownIssuers).kind).toBe('match');
  });

  it.each([
    (key: string) => `https://www.nfe.fazenda.gov.br/consulta?tpAmb=1&p=${key}%7C2%7C1`,
    (key: string) => `httpsÇ;;www.nfe.fazenda.gov.br;consulta:p=${key}}2}1`,
    (key: string) => `[C1${key}`,
  ])('a key is read as scanners send it: %s', (write) => {
    const known: KnownIssuers = { taxId: null, issuers: new Set(['1222233300018155001']) };
    expect(matchScan(write(accessKey(1001)), list, known).kind).toBe('match');
    expect(matchScan(write(accessKey(1001, '65')), list, known).kind).toBe('unsure');
    expect(matchScan(write(`${accessKey(1001)}0`), list, known).kind).toBe('unknown');
  });

  it('a key that may be another’s is a question for a checked parcel too', () => {
    const checked = list.map((row) => ({ ...row, checkedAtMs: 1 }));
    expect(matchScan(accessKey(1001), checked, unknownIssuers).kind).toBe('unsure');
  });

  it('another country’s postal code is another parcel’s', () => {
    const row = entry(1, {
      shipment: makeShipment({ id: 1, tracking: 'LB123456789CN', invoice: 7 }),
    });
    expect(matchScan('LB123456789BR', [row], unknownIssuers).kind).toBe('unknown');
  });
});

describe('a text', () => {
  const shipments = [
    makeShipment({ id: 1, tracking: '123456789', invoice: 4711 }),
    makeShipment({ id: 2, tracking: 'AA123456785BR', invoice: 4712 }),
  ];
  const index = new OwnerIndex(shipments, unknownIssuers);

  it.each(['shp99 123456789', '702 - 123456789', 'Rastreio 123456789 99x', '[99] 123456789'])(
    'has no part of another number: %s',
    (text) => {
      expect(index.find(text)).toEqual(new Map());
    },
  );

  it.each(['NF 4711,003', 'NF 4711/003', 'Pedido 4711-2'])(
    'has no part of a number behind a word for one: %s',
    (text) => {
      expect(listNumbers(text)).toEqual({ invoices: [], orders: [] });
    },
  );

  it.each(['shp-123456789.pdf', 'tbr 123456789.pdf', '9-123456789.zpl'])(
    'has none in a name, whatever its case: %s',
    (name) => {
      expect(index.find(readFileName(name))).toEqual(new Map());
    },
  );

  it.each(['"AA123456785BR"', '[AA123456785BR]', 'Objeto=AA123456785BR', '“AA123456785BR”;'])(
    'has the code between signs: %s',
    (text) => {
      expect(index.find(text)).toEqual(new Map([[2, 'tracking']]));
    },
  );

  it.each([
    ['dots', (length: number) => `x${'.'.repeat(length)}x`],
    ['words', (length: number) => 'Declaro que a mercadoria 123 '.repeat(length / 29)],
    ['digits', (length: number) => '1 '.repeat(length / 2)],
  ])('takes ten times as long for a text ten times as long: %s', (_, make) => {
    const measure = (length: number): number => {
      const text = make(length);
      const times = [1, 2, 3].map(() => {
        const before = process.cpuUsage();
        for (let left = 50_000; left > 0; left -= length) index.find(text);
        const { user, system } = process.cpuUsage(before);
        return user + system;
      });
      return Math.min(...times);
    };
    measure(5_000);
    // Both read equally many signs; quadratic work would take ten times as long in long texts.
    // Below its clock's step a runtime says 0.
    const stepUs = 50_000;
    expect(measure(50_000)).toBeLessThan(5 * measure(5_000) + stepUs);
  });
});

describe('strangers', () => {
  // The other 98,000 of a hundred thousand: `npm run soak:strangers`.
  it('are on no row and green at no scan: 0 of 2,000', () => {
    fc.assert(
      fc.property(drawStranger, (stranger) => {
        expect(listTaken(stranger)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('whole keys and tracking codes of the list are named, 99 of 100 as labels show them', () => {
    let named = 0;
    let all = 0;
    fc.assert(
      fc.property(ownTexts, ({ rows, known, id, text, codes }) => {
        const owners = new OwnerIndex(rows.map(makeShipment), known).find(text, codes);
        const [[owner, by] = []] = owners;
        all += 1;
        if (owners.size === 1 && owner === id && by !== 'number') named += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(named / all).toBeGreaterThanOrEqual(0.99);
  });
});
