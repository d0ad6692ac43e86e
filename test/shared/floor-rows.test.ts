import { describe, expect, it } from 'vitest';
import { chooseEverySecond, chooseNextFree } from '../../src/renderer/floor/choose-rows.ts';
import type { RowShare } from '#shared/domain/floor.ts';
import type { LabelSnapshot, ShipmentSnapshot } from '#shared/domain/job.ts';
import { readShare } from '#shared/floor-rows.ts';
import { makeRow, makeShare as share, printedLabel, readyLabel } from '../renderer/fake-data.ts';

const row = (
  position: number,
  of: RowShare | null = null,
  label: LabelSnapshot = readyLabel,
): ShipmentSnapshot => ({
  ...makeRow(position, label),
  share: of,
});
const places = (rows: readonly ShipmentSnapshot[], ids: readonly number[]): readonly number[] =>
  ids.map((id) => rows.find(({ shipment }) => shipment.id === id)?.position ?? 0);

describe('the owner of a row', () => {
  it('is distinguished by station and by its outcome', () => {
    expect(readShare(row(1))).toBeNull();
    for (const state of ['taken', 'printing', 'doubt'] as const)
      expect(readShare(row(1, share(state)))).toBe('other');
    expect(readShare(row(1, share('taken', true)))).toBe('taken');
    for (const state of ['printing', 'doubt', 'printed'] as const)
      expect(readShare(row(1, share(state, true), printedLabel))).toBeNull();
    expect(readShare(row(1, share('printed'), printedLabel))).toBe('printed');
    // The printed label is outdated: the ERP has issued another one since.
    expect(readShare(row(1, share('printed'), readyLabel))).toBeNull();
  });
});

describe('the next free rows', () => {
  it('are the free ones with printable labels, in the given order', () => {
    const rows = [
      row(1, share('printed'), printedLabel),
      row(2, share('taken', true)),
      row(3, null, printedLabel),
      row(4, null, { ...readyLabel, waived: 'without' }),
      row(5, null, { ...readyLabel, file: 'refused' }),
      row(7),
      row(6, null, { ...readyLabel, file: 'missing' }),
      row(8),
      row(9, share('printed')),
    ];
    expect(places(rows, chooseNextFree(rows, 2))).toEqual([7, 6]);
    expect(places(rows, chooseNextFree(rows, Infinity))).toEqual([7, 6, 8, 9]);
    expect(chooseNextFree([], 10)).toEqual([]);
  });
});

describe('every second page', () => {
  const list = (count: number): ShipmentSnapshot[] =>
    Array.from({ length: count }, (_, index) => row(index + 1));
  const take = (
    rows: readonly ShipmentSnapshot[],
    ids: readonly number[],
    isHere: boolean,
  ): ShipmentSnapshot[] =>
    rows.map((one) =>
      ids.includes(one.shipment.id) ? { ...one, share: share('taken', isHere) } : one,
    );

  it('begins with the first', () => {
    const rows = list(45);
    expect(places(rows, chooseEverySecond(rows, 10))).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
      ...[41, 42, 43, 44, 45],
    ]);
  });

  it('leaves the other half to the second station, and nothing to a third', () => {
    const rows = list(45);
    const first = chooseEverySecond(rows, 10);
    const seen = take(rows, first, false);
    const second = chooseEverySecond(seen, 10);
    expect([...first, ...second].sort((a, b) => a - b)).toEqual(
      rows.map(({ shipment }) => shipment.id),
    );
    expect(chooseEverySecond(take(seen, second, false), 10)).toEqual([]);
  });

  it('takes the rest of pages of which others have a part', () => {
    const rows = list(20).map((one) =>
      one.position % 10 === 1 ? { ...one, share: share('printing') } : one,
    );
    expect(places(rows, chooseEverySecond(rows, 10))).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
