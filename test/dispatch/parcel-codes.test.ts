import { describe, expect, it } from 'vitest';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { label } from '../desk/support/snapshots.ts';
import { accessKey } from '../support/access-key.ts';
import { keep, labelled, scan } from '../support/labelled.ts';

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

  it('are kept in the order of the scans, so that the last one is taken back first', () => {
    const all = ['TBR000000002', 'TBR000000001', 'TBR000000003'];
    const scanned = all.reduce<readonly ShipmentSnapshot[]>(
      (before, code) => keep(before, scan(code, before)),
      list,
    );
    expect(scanned[0]!.scannedVolumes).toEqual({ codes: all, of: 3 });
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
    ['is another invoice’s key', [labelled(1, [[accessKey(77)]], 1)], accessKey(77)],
    [
      'is on a stopped label',
      [
        {
          ...labelled(1, [['TBR000000001']], 1),
          label: label({
            file: 'refused',
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
