/**
 * By shipment ids: `active` is the keyboard's row, `anchor` the start of a range, `order` the shown
 * list.
 */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly active: number | null;
  readonly anchor: number | null;
}

export const nothingSelected: Selection = { ids: new Set(), active: null, anchor: null };

export type ClickMode = 'single' | 'toggle' | 'range';

export function selectClick(
  selection: Selection,
  order: readonly number[],
  id: number,
  mode: ClickMode,
): Selection {
  switch (mode) {
    case 'single':
      return { ids: new Set([id]), active: id, anchor: id };
    case 'toggle':
      return { ids: toggleId(selection.ids, id), active: id, anchor: id };
    case 'range':
      return selectRange(selection, order, id);
  }
}

/** Moves the active row by `delta` places; with `extend` the range from the anchor follows. */
export function selectMove(
  selection: Selection,
  order: readonly number[],
  delta: number,
  extend: boolean,
): Selection {
  if (order.length === 0) return selection;
  const from = selection.active === null ? -1 : order.indexOf(selection.active);
  const outside = delta > 0 ? -1 : order.length;
  const start = from === -1 ? outside : from;
  const id = order[Math.min(order.length - 1, Math.max(0, start + delta))];
  if (id === undefined) return selection;
  return selectClick(selection, order, id, extend ? 'range' : 'single');
}

/** Moves only the active row, so that space can pick single rows here and there. */
export function moveActive(
  selection: Selection,
  order: readonly number[],
  delta: number,
): Selection {
  const moved = selectMove(selection, order, delta, false);
  return { ids: selection.ids, active: moved.active, anchor: moved.active };
}

/** These and no others; the keyboard's row stays. */
export function selectOnly(selection: Selection, ids: readonly number[]): Selection {
  return { ...selection, ids: new Set(ids) };
}

export function clearSelection(selection: Selection): Selection {
  return { ids: new Set(), active: selection.active, anchor: selection.active };
}

function selectRange(selection: Selection, order: readonly number[], id: number): Selection {
  const anchor =
    selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : id;
  const ends = [order.indexOf(anchor), order.indexOf(id)];
  return {
    ids: new Set(order.slice(Math.min(...ends), Math.max(...ends) + 1)),
    active: id,
    anchor,
  };
}

function toggleId(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (ids.has(id)) next.delete(id);
  else next.add(id);
  return next;
}
