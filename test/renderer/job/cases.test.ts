import { expect, it } from 'vitest';
import { countCases, makeCases } from '../../../src/renderer/conclude/cases.ts';
import { makePrintedRow as makeRow } from '../fake-data.ts';

it('two parcels with two exceptions each are two', () => {
  const rows = [makeRow(1), makeRow(2), makeRow(3)];
  const shipmentIds = rows.slice(0, 2).map(({ shipment }) => shipment.id);
  const cases = makeCases(
    [
      { kind: 'unchecked', shipmentIds, detail: null },
      { kind: 'unprinted', shipmentIds, detail: null },
    ],
    rows,
    null,
  );
  expect(cases.map((one) => one.rows.length)).toEqual([2, 2]);
  expect(countCases(cases)).toBe(2);
});
