import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import { fold } from '#shared/formats.ts';
import {
  fitColumns,
  formatGridTemplate,
  sumFloorsPx,
} from '../../../src/renderer/job/column-widths.ts';
import { chooseColumns, columnIds } from '../../../src/renderer/job/columns.ts';
import { formatCell, splitName } from '../../../src/renderer/grouping/cell-text.ts';
import { makeMatcher, makeSearchText } from '../../../src/renderer/job/search.ts';
import { listOrder, advanceSort, sortRows } from '../../../src/renderer/job/sorting.ts';
import { makeHostile, makeRow, makeShipment, printedLabel, readyLabel } from '../fake-data.ts';

const rows = Array.from({ length: 60 }, (_, index) => makeRow(index + 1));
const named = (position: number, name: string | null): ShipmentSnapshot => {
  const row = makeRow(position);
  return { ...row, shipment: { ...row.shipment, recipient: { ...row.shipment.recipient!, name } } };
};

describe('the filter', () => {
  const text = makeSearchText(named(3, 'Conceição Araújo').shipment);

  it('finds without accents and without case, in any Unicode form', () => {
    expect(fold('SÃO João')).toBe('sao joao');
    for (const query of ['conceicao', 'CONCEIÇÃO', 'conceic\u0327a\u0303o', 'araujo conce']) {
      expect(makeMatcher(query)(text)).toBe(true);
    }
    expect(makeMatcher('conceicao silva')(text)).toBe(false);
  });

  it('looks into every field a packer may read out', () => {
    const row = makeShipment(5);
    const all = makeSearchText(makeShipment(8));
    for (const query of [
      '48108',
      '5208',
      'maceio',
      'al',
      '57000000',
      '57000',
      'caixa p',
      'zz100000296br',
      'sedex',
    ]) {
      expect([query, makeMatcher(query)(all)]).toEqual([query, true]);
    }
    expect(makeMatcher('48108')(makeSearchText(row))).toBe(false);
  });

  it('finds numbers with the signs and leading zeros that people write and the ERP does not', () => {
    const shipment = makeShipment(7);
    const text = makeSearchText({
      ...shipment,
      recipient: {
        ...shipment.recipient!,
        taxId: '52998224725',
        mobile: '11987654321',
        address: { ...shipment.recipient!.address!, postalCode: '01310100' },
      },
      invoice: { ...shipment.invoice!, number: 102_341 },
      sale: { ...shipment.sale!, number: 8412 },
      logistics: { ...shipment.logistics!, trackingCode: 'AA 123 456 785 BR' },
    });
    for (const query of [
      '#8412',
      '08412',
      '#08412',
      '529.982.247-25',
      '01310-100',
      '000102341',
      '000.102.341',
      '(11) 98765-4321',
      'AA123456785BR',
    ])
      expect([query, makeMatcher(query)(text)]).toEqual([query, true]);
    // Behind leading zeros the number is whole.
    for (const query of ['0841', '00234', '529.982.247-26'])
      expect([query, makeMatcher(query)(text)]).toEqual([query, false]);
  });

  it('finds a tax id and a postal code with and without their dots', () => {
    const shipment = makeShipment(7);
    const dotted = {
      ...shipment,
      recipient: { ...shipment.recipient!, taxId: '00.000.000/0001-91' },
    };
    expect(makeMatcher('00000000000191')(makeSearchText(dotted))).toBe(true);
    expect(makeMatcher('00.000.000/0001')(makeSearchText(dotted))).toBe(true);
  });

  it('passes every row if the search is empty', () => {
    expect(makeMatcher('   ')('')).toBe(true);
  });

  it('does not grow with hostile texts', () => {
    expect(makeSearchText(makeHostile(2, 1)).length).toBeLessThan(4000);
  });
});

describe('sorting', () => {
  it('keeps every row, for any column', () => {
    fc.assert(
      fc.property(fc.constantFrom(...columnIds), fc.boolean(), (column, descending) => {
        const sorted = sortRows(rows, { column, descending });
        expect([...sorted].sort((a, b) => a.position - b.position)).toEqual(rows);
      }),
    );
  });

  it('sorts names as people do, and the nameless last both ways', () => {
    const list = [named(1, 'Zélia'), named(2, null), named(3, 'Álvaro'), named(4, 'ana')];
    const order = (descending: boolean): number[] =>
      sortRows(list, { column: 'recipient', descending }).map(({ position }) => position);
    expect(order(false)).toEqual([3, 4, 1, 2]);
    expect(order(true)).toEqual([1, 4, 3, 2]);
  });

  it('keeps equal ones in list order', () => {
    const list = [named(1, 'Ana'), named(2, 'Ana'), named(3, 'Ana')];
    expect(
      sortRows(list, { column: 'recipient', descending: true }).map(({ position }) => position),
    ).toEqual([1, 2, 3]);
  });

  it('puts rows that need the packer at the top of the label column', () => {
    const failed = { ...readyLabel, file: 'refused' } as const;
    const list = [makeRow(1, printedLabel), makeRow(2, readyLabel), makeRow(3, failed)];
    expect(
      sortRows(list, { column: 'label', descending: false }).map(({ position }) => position),
    ).toEqual([3, 2, 1]);
  });

  it('sorts a city as it is shown, whatever its state', () => {
    const list = [
      ['Vitória', 'ES'],
      ['Aracaju', 'SE'],
      ['Bom Jesus', 'RS'],
      ['Bom Jesus', 'PI'],
    ].map(([city, state], index): ShipmentSnapshot => {
      const row = makeRow(index + 1, readyLabel);
      const recipient = row.shipment.recipient!;
      const address = { ...recipient.address!, city: city!, state: state! };
      return { ...row, shipment: { ...row.shipment, recipient: { ...recipient, address } } };
    });
    const shown = sortRows(list, { column: 'city', descending: false }).map((row) =>
      formatCell(row, 'city'),
    );
    expect(shown).toEqual(['ES Vitória', 'PI Bom Jesus', 'RS Bom Jesus', 'SE Aracaju']);
  });

  it('goes up, down, and back to the list', () => {
    const up = advanceSort(listOrder, 'city');
    expect(up).toEqual({ column: 'city', descending: false });
    expect(advanceSort(up, 'city')).toEqual({ column: 'city', descending: true });
    expect(advanceSort(advanceSort(up, 'city'), 'city')).toEqual(listOrder);
  });
});

describe('columns', () => {
  it('shows chosen columns in their order, the indispensable ones always, unknown names never', () => {
    expect(chooseColumns(['tracking', 'city', 'gone'])).toEqual([
      'position',
      'label',
      'recipient',
      'city',
      'tracking',
    ]);
  });

  const alone = { letterPx: 15, isShared: false };

  it('hides columns in one order, and never number, label or recipient', () => {
    const gone: string[] = [];
    let before: readonly string[] = columnIds;
    for (
      let widthPx = sumFloorsPx(columnIds, { ...alone, widthPx: 0 });
      widthPx >= 0;
      widthPx -= 1
    ) {
      const list = { ...alone, widthPx };
      const left = fitColumns(columnIds, {}, list);
      if (left.length > 3) expect(sumFloorsPx(left, list)).toBeLessThanOrEqual(widthPx);
      gone.push(...before.filter((id) => !left.some((other) => other === id)));
      before = left;
    }
    expect(gone).toEqual(['carrier', 'volume', 'order', 'weight', 'tracking', 'city', 'invoice']);
    expect(before).toEqual(['position', 'label', 'recipient']);
    expect(
      fitColumns(['position', 'label', 'recipient', 'city'], {}, { ...alone, widthPx: 5000 }),
    ).toHaveLength(4);
  });

  it('rather hides a code or a packing than the end of a name, but no place for it', () => {
    const names = { recipient: 230, city: 140 };
    const fit = (widthPx: number): readonly string[] =>
      fitColumns(['position', 'label', 'recipient', 'city', 'tracking'], names, {
        ...alone,
        widthPx,
      });
    expect(fit(64 + 148 + 230 + 140 + 172)).toContain('tracking');
    expect(fit(64 + 148 + 230 + 140 + 171)).not.toContain('tracking');
    expect(fit(64 + 148 + 196 + 138)).toContain('city');
    expect(fit(64 + 148 + 196 + 137)).not.toContain('city');
  });

  it('gives short texts all they need and long ones the rest, and never more than there is', () => {
    const names = ['position', 'label', 'recipient', 'city'] as const;
    const share = (widthPx: number, recipient: number, city: number): readonly number[] => {
      const template = formatGridTemplate(names, { recipient, city }, { ...alone, widthPx });
      return [...template.matchAll(/(\d+)px/g)].map(([, px]) => Number(px));
    };
    expect(share(640, 900, 142)).toEqual([64, 148, 286, 142]);
    expect(share(640, 200, 900)).toEqual([64, 148, 200, 228]);
    expect(share(2000, 200, 142)).toEqual([64, 148, 200, 142]);
    expect(share(100, 900, 900)).toEqual([64, 148, 196, 138]);
  });
});

it.each([
  ['Comércio de Peças Imaginárias do Vale', ['Comércio de Peças Imaginárias do', ' Vale']],
  ['Maria', ['Maria', '']],
  ['Ana Wolfeschlegelsteinhausen', ['Ana Wolfeschlegelsteinhausen', '']],
  ['palavra palavra …', ['palavra palavra …', '']],
])(
  'keeps the last word of %s whole if the name is cut, unless it takes the room of the others',
  (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  },
);
