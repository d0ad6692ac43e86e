import { describe, expect, it } from 'vitest';
import { fault } from '../../../src/shared/index.ts';
import type { LabelSnapshot, ShipmentSnapshot } from '../../../src/shared/index.ts';
import { listExceptions } from '../../../src/renderer/job/exceptions.ts';
import { countLeft, countScanned, findUnfit } from '../../../src/renderer/job/parcels.ts';
import { isPrintable, isToPrint } from '../../../src/renderer/job/reprint.ts';
import { makeShare, makeShipment, noLabel, printedLabel, readyLabel } from '../fake-data.ts';

function makeRow(position: number, label: Partial<LabelSnapshot> = {}, quantity = 1): ShipmentSnapshot {
  const shipment = makeShipment(position);
  const volume = shipment.volume && { ...shipment.volume, quantity };
  return {
    position,
    shipment: { ...shipment, volume },
    label: { ...noLabel, ...printedLabel, pages: quantity, ...label },
    checkedAtMs: 1,
    scannedVolumes: null,
    share: null,
  };
}

const namesOf = (rows: readonly ShipmentSnapshot[], difference: Parameters<typeof listExceptions>[1] = null) =>
  listExceptions(rows, difference).map((one) => [one.kind, one.rows.map(({ shipment }) => shipment.id % 10_000)]);

describe('what speaks against concluding', () => {
  it('is nothing where every label is on paper and every parcel checked', () => {
    expect(listExceptions([makeRow(1), makeRow(2)], null)).toEqual([]);
  });

  it('is told by kind, a shipment under each that it has', () => {
    const rows = [
      { ...makeRow(1), checkedAtMs: null },
      { ...makeRow(2, readyLabel), checkedAtMs: null },
      makeRow(3, { state: 'failed', fault: fault('label-of-another') }),
      makeRow(4, { state: 'failed', fault: fault('label-empty') }),
      makeRow(5, { state: 'none' }),
      makeRow(6, { state: 'downloading' }),
      makeRow(7, { pages: 1, filePages: 2 }, 2),
    ];
    expect(namesOf(rows)).toEqual([
      ['stopped', [3]],
      ['unchecked', [1, 2]],
      ['failed', [4]],
      ['waiting', [6]],
      ['without', [5]],
      ['unprinted', [2]],
      ['fewer', [7]],
    ]);
  });

  it('is not what another station has or has printed, whatever the label is here', () => {
    const rows = [
      { ...makeRow(1, readyLabel), share: makeShare('taken') },
      { ...makeRow(2, { state: 'failed' }), share: makeShare('printed') },
      { ...makeRow(3, readyLabel), share: makeShare('taken', true) },
    ];
    expect(namesOf(rows)).toEqual([['unprinted', [3]]]);
    expect(rows.map(findUnfit)).toEqual(['unprinted', null, 'unprinted']);
    expect(rows.map(isToPrint)).toEqual([false, false, true]);
    expect(rows.map(isPrintable)).toEqual([false, false, true]);
  });

  it('is a label that is held back because its shipment was cancelled, told as that once', () => {
    const row = makeRow(1, { state: 'failed', fault: fault('shipment-cancelled') });
    const sale = row.shipment.sale && { ...row.shipment.sale, status: 2 };
    expect(namesOf([{ ...row, shipment: { ...row.shipment, sale } }])).toEqual([['cancelled', [1]]]);
    expect(findUnfit(row)).toBe('stopped');
  });

  it('is a cancelled order, and an invoice that was cancelled, rejected or denied, whatever else is well', () => {
    const withStatus = (position: number, sale: number | null, invoice: number | null): ShipmentSnapshot => {
      const row = makeRow(position);
      const { shipment } = row;
      return {
        ...row,
        shipment: {
          ...shipment,
          sale: shipment.sale && { ...shipment.sale, status: sale },
          invoice: shipment.invoice && { ...shipment.invoice, status: invoice },
        },
      };
    };
    const rows = [
      withStatus(1, 2, 6),
      withStatus(2, 4, 3),
      withStatus(3, 4, 5),
      withStatus(4, 4, 10),
      withStatus(5, 3, 2),
      withStatus(6, null, null),
    ];
    expect(namesOf(rows)).toEqual([['cancelled', [1, 2, 3, 4]]]);
  });

  it('still names what was accepted, as that alone', () => {
    const rows = [makeRow(1, { state: 'none', accepted: true }), makeRow(2, { ...readyLabel, accepted: true })];
    expect(namesOf(rows)).toEqual([['accepted', [1, 2]]]);
  });

  it('names what came, went or was issued anew once, the parcels that are gone too', () => {
    const rows = [makeRow(1), { ...makeRow(2, { state: 'pending' }), checkedAtMs: null }, makeRow(3, readyLabel)];
    const difference = { added: [makeShipment(2)], removed: [makeShipment(9)], changed: [makeShipment(3)] };
    expect(namesOf(rows, difference)).toEqual([
      ['removed', [9]],
      ['added', [2]],
      ['changed', [3]],
      ['unchecked', [2]],
    ]);
    expect(listExceptions(rows, difference)[0]?.rows[0]?.row).toBeNull();
  });
});

describe('the parcels of a shipment', () => {
  it('count as they were scanned, all of them where one code stands for all', () => {
    const some = { ...makeRow(1, {}, 3), checkedAtMs: null, scannedVolumes: { codes: ['A'], of: 3 } };
    const all = makeRow(2, {}, 2);
    const none = { ...makeRow(3, {}, 2), checkedAtMs: null };
    expect(countScanned([some, all, none])).toBe(3);
    expect([some, all, none].map(countLeft)).toEqual([2, 0, 2]);
  });

  it('are not plainly right without their label on paper', () => {
    expect(findUnfit(makeRow(1))).toBeNull();
    expect(findUnfit(makeRow(1, readyLabel))).toBe('unprinted');
    expect(findUnfit(makeRow(1, { state: 'none', accepted: true }))).toBe('none');
    expect(findUnfit(makeRow(1, { state: 'failed', fault: fault('label-of-another') }))).toBe('stopped');
  });
});
