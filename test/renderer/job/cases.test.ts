import { expect, it } from 'vitest';
import { countCases, listCases } from '../../../src/renderer/steps/cases.ts';
import { snapshot } from '../../desk/support/snapshots.ts';
import { makePrintedRow as makeRow, readyLabel } from '../fake-data.ts';

it('two parcels with two problems each are two', () => {
  const rows = [1, 2].map((position) => ({ ...makeRow(position, readyLabel), checkedAtMs: null }));
  const head = snapshot([...rows, makeRow(3)]);
  const cases = listCases({ head, rows });
  expect(cases.map(({ kind, rows: of }) => [kind, of.length])).toEqual([
    ['unchecked', 2],
    ['unprinted', 2],
  ]);
  expect(countCases(cases)).toBe(2);
  expect(listCases({ head, rows }, 'unprinted').map(({ kind }) => kind)).toEqual(['unprinted']);
});
