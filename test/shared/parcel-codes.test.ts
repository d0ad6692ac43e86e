import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScan } from '../../src/shared/index.ts';
import type { LabelReading, ShipmentSnapshot } from '../../src/shared/index.ts';
import { entry, label } from '../desk/support/snapshots.ts';
import { accessKey } from '../support/access-key.ts';

/** A shipment whose label shows these codes, page by page. */
function labelled(
  id: number,
  pages: readonly (readonly string[])[],
  volumes: number,
  tracking = '',
): ShipmentSnapshot {
  const codes = pages.flatMap((texts, index) =>
    texts.map((text) => ({ symbology: 'Code128', text, page: index + 1 })),
  );
  const reading: LabelReading = { codes, pages: pages.length, dpi: 203, looked: true };
  const { shipment, ...more } = entry(id);
  return {
    ...more,
    shipment: {
      ...shipment,
      volume: shipment.volume && { ...shipment.volume, quantity: volumes },
      invoice: shipment.invoice && { ...shipment.invoice, number: 9_000 + id },
      sale: null,
      logistics: shipment.logistics && { ...shipment.logistics, trackingCode: tracking },
    },
    label: label({ state: 'ready', reading }),
  };
}

/** The match with the shipment's id in the place of its row. */
function scan(code: string, list: readonly ShipmentSnapshot[]) {
  const match = matchScan(code, list);
  if (!('entry' in match)) return match;
  const { kind, entry: row } = match;
  return {
    kind,
    shipmentId: row.shipment.id,
    ...('scanned' in match ? { scanned: match.scanned } : {}),
  };
}

/** Returns the list after a scan, as the job keeps it. */
function keep(
  list: readonly ShipmentSnapshot[],
  match: ReturnType<typeof scan>,
): readonly ShipmentSnapshot[] {
  return list.map((one): ShipmentSnapshot => {
    if (!('shipmentId' in match) || match.shipmentId !== one.shipment.id) return one;
    if (match.kind === 'match') return { ...one, checkedAtMs: 1 };
    if (match.kind !== 'volume' || match.scanned === undefined) return one;
    const isChecked = match.scanned.codes.length === match.scanned.of;
    return { ...one, scannedVolumes: match.scanned, checkedAtMs: isChecked ? 1 : null };
  });
}

describe('codes on labels', () => {
  const three = labelled(1, [['TBR000000001'], ['TBR000000002'], ['TBR000000003']], 3);
  const single = labelled(2, [['TBR000000009', 'https://carrier.example/a-page-about-nothing']], 1);
  const list = [three, single];

  it('name a shipment for which the ERP has no code', () => {
    expect(scan('tbr 000 000 009', list)).toEqual({ kind: 'match', shipmentId: 2 });
    expect(scan('TBR000000008', list)).toEqual({ kind: 'unknown' });
  });

  it('take one scan for each volume, and count the same one once', () => {
    const first = scan('TBR000000002', list);
    expect(first).toEqual({
      kind: 'volume',
      shipmentId: 1,
      scanned: { codes: ['TBR000000002'], of: 3 },
    });
    const once = keep(list, first);
    expect(scan('TBR000000002', once)).toMatchObject({ kind: 'volume-again', scanned: { of: 3 } });
    const twice = keep(once, scan('TBR000000001', once));
    expect(twice[0]!.checkedAtMs).toBeNull();
    const all = keep(twice, scan('TBR000000003', twice));
    expect(all[0]).toMatchObject({ checkedAtMs: 1, scannedVolumes: { of: 3 } });
    expect(scan('TBR000000003', all)).toEqual({ kind: 'already', shipmentId: 1 });
  });

  it('ask for a volume if the shipment’s code does not determine it', () => {
    const tracked = labelled(
      1,
      [
        ['AA111111111BR', 'VOL000000001'],
        ['AA111111111BR', 'VOL000000002'],
      ],
      2,
      'AA111111111BR',
    );
    for (const code of ['AA111111111BR', '9001', accessKey(9_001)])
      expect(scan(code, [tracked])).toMatchObject({
        kind: 'which-volume',
        shipmentId: 1,
        scanned: { codes: [], of: 2 },
      });
    expect(scan('VOL000000002', [tracked])).toMatchObject({ kind: 'volume' });
  });

  it('let the tracking code be the first volume’s', () => {
    const piece = labelled(1, [['7700000000001'], ['7700000000002']], 2, '7700000000001');
    const first = scan('7700000000001', [piece]);
    expect(first).toMatchObject({ kind: 'volume', scanned: { codes: ['7700000000001'], of: 2 } });
    expect(
      keep(keep([piece], first), scan('7700000000002', keep([piece], first)))[0]!.checkedAtMs,
    ).toBe(1);
  });

  it.each<[string, readonly ShipmentSnapshot[], string]>([
    [
      'stands on two labels',
      [labelled(1, [['CONTRATO99']], 1), labelled(2, [['CONTRATO99']], 1)],
      'CONTRATO99',
    ],
    ['is too short', [labelled(1, [['01310100']], 1)], '01310100'],
    ['is long', [labelled(1, [['X'.repeat(41)]], 1)], 'X'.repeat(41)],
    ['is an invoice’s key', [labelled(1, [[accessKey(77)]], 1)], accessKey(77)],
    [
      'is on a stopped label',
      [
        {
          ...labelled(1, [['TBR000000001']], 1),
          label: label({
            state: 'failed',
            reading: labelled(1, [['TBR000000001']], 1).label.reading,
          }),
        },
      ],
      'TBR000000001',
    ],
  ])('name no shipment if one %s', (_, entries, code) => {
    expect(scan(code, entries)).toEqual({ kind: 'unknown' });
  });

  it('leave a code to the ERP’s shipment', () => {
    const swapped = [
      labelled(1, [['BB222222222BR']], 1),
      labelled(2, [['AA111111111BR']], 1, 'BB222222222BR'),
    ];
    expect(scan('BB222222222BR', swapped)).toEqual({ kind: 'match', shipmentId: 2 });
  });

  it('check the shipment as a whole if their number differs from the volumes', () => {
    const fewer = labelled(1, [['TBR000000001'], ['TBR000000002']], 3);
    expect(scan('TBR000000001', [fewer])).toEqual({ kind: 'match', shipmentId: 1 });
    const declared = labelled(1, [['TBR000000001'], ['DECL00000001']], 1);
    expect(scan('DECL00000001', [declared])).toEqual({ kind: 'match', shipmentId: 1 });
  });
});

describe('codes on labels, for all lists', () => {
  /** Few of them, so that labels share some. */
  const anyCode = fc.constantFrom(
    ...Array.from({ length: 14 }, (_, index) => `TBR0000000${String(index).padStart(2, '0')}`),
  );
  const page = fc.array(anyCode, { maxLength: 3 });
  const lists = fc
    .array(
      fc.tuple(
        fc.array(page, { maxLength: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.option(anyCode),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((all) =>
      all.map(([pages, volumes, tracking], index) =>
        labelled(index + 1, pages, volumes, tracking ?? ''),
      ),
    );

  it('only name a shipment alone, and check it with exactly as many different volumes as it has', () => {
    fc.assert(
      fc.property(lists, fc.array(anyCode, { maxLength: 40 }), (list, scans) => {
        let now: readonly ShipmentSnapshot[] = list;
        const counted = new Map<number, Set<number>>();
        for (const code of scans) {
          const match = scan(code, now);
          const showing = list.filter(({ label: { reading } }) =>
            reading?.codes.some(({ text }) => text === code),
          );
          const known = list.filter(({ shipment }) => shipment.logistics?.trackingCode === code);
          if ('shipmentId' in match) {
            const names = known.length > 0 ? known : showing;
            expect(names.map(({ shipment }) => shipment.id)).toContain(match.shipmentId);
            if (known.length === 0) expect(showing).toHaveLength(1);
          }
          if (match.kind === 'volume') {
            const pages = showing.find(({ shipment }) => shipment.id === match.shipmentId)!.label
              .reading!.codes;
            const own = new Set(
              pages.filter(({ text }) => text === code).map(({ page: number }) => number),
            );
            expect(own.size).toBe(1);
            const volumes = counted.get(match.shipmentId) ?? new Set();
            const [number] = own;
            expect(volumes.has(number!)).toBe(false);
            volumes.add(number!);
            counted.set(match.shipmentId, volumes);
            expect(match.scanned!.codes).toHaveLength(volumes.size);
          }
          now = keep(now, match);
        }
        for (const { shipment, checkedAtMs } of now) {
          const volumes = counted.get(shipment.id);
          if (volumes !== undefined)
            expect(checkedAtMs !== null).toBe(volumes.size === shipment.volume!.quantity);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
