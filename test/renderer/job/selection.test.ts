import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearSelection,
  moveActive,
  nothingSelected,
  selectClick,
  selectMove,
  selectOnly,
} from '../../../src/renderer/job/selection.ts';

const order = [11, 22, 33, 44, 55];
const ids = (selection: { readonly ids: ReadonlySet<number> }): number[] => [...selection.ids];

describe('the selection', () => {
  it('takes one, toggles one, and spans a range from the last one chosen', () => {
    const one = selectClick(nothingSelected, order, 22, 'single');
    expect(ids(one)).toEqual([22]);
    expect(ids(selectClick(one, order, 44, 'range'))).toEqual([22, 33, 44]);
    const two = selectClick(one, order, 55, 'toggle');
    expect(ids(two)).toEqual([22, 55]);
    expect(ids(selectClick(two, order, 33, 'range'))).toEqual([33, 44, 55]);
    expect(ids(selectClick(two, order, 22, 'toggle'))).toEqual([55]);
  });

  it('starts at the top going down and at the bottom going up', () => {
    expect(selectMove(nothingSelected, order, 1, false).active).toBe(11);
    expect(selectMove(nothingSelected, order, -1, false).active).toBe(55);
  });

  it('grows and shrinks a range with the keyboard', () => {
    const start = selectClick(nothingSelected, order, 33, 'single');
    const down = selectMove(selectMove(start, order, 1, true), order, 1, true);
    expect(ids(down)).toEqual([33, 44, 55]);
    expect(ids(selectMove(down, order, -1, true))).toEqual([33, 44]);
    expect(ids(selectMove(start, order, -1, true))).toEqual([22, 33]);
  });

  it('moves without choosing, so that space can pick single rows', () => {
    const start = selectClick(nothingSelected, order, 11, 'single');
    const moved = moveActive(start, order, 2);
    expect([ids(moved), moved.active]).toEqual([[11], 33]);
  });

  it('takes all and none', () => {
    expect(ids(selectOnly(nothingSelected, order))).toEqual(order);
    expect(ids(clearSelection(selectOnly(nothingSelected, order)))).toEqual([]);
  });

  it('begins a range at its end if a filter hides its anchor', () => {
    const start = selectClick(nothingSelected, order, 11, 'single');
    expect(ids(selectClick(start, [33, 44, 55], 44, 'range'))).toEqual([44]);
  });

  it('never leaves the list and never selects hidden rows', () => {
    const action = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(action), (moves) => {
        let selection = nothingSelected;
        for (const [delta, extend] of moves)
          selection = selectMove(selection, order, delta, extend);
        expect(ids(selection).every((id) => order.includes(id))).toBe(true);
        if (moves.length > 0) expect(order).toContain(selection.active);
      }),
    );
  });
});
