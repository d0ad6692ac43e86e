/** Rows are all equally high: the visible ones are computed. */
export const rowHeightPx = 40;
const spareRows = 6;

/** Returns the first row to draw, and the one after the last. */
export function findVisibleRows(count: number, scrollTopPx: number, viewportPx: number) {
  const first = Math.floor(scrollTopPx / rowHeightPx) - spareRows;
  const last = Math.ceil((scrollTopPx + viewportPx) / rowHeightPx) + spareRows;
  const from = Math.max(0, Math.min(first, count));
  return { from, to: Math.max(from, Math.min(last, count)) };
}

/** Returns the scroll position that shows a row completely; unchanged if it does already. */
export function scrollToShow(index: number, scrollTopPx: number, viewportPx: number): number {
  const top = index * rowHeightPx;
  if (top < scrollTopPx) return top;
  const bottom = top + rowHeightPx;
  return bottom > scrollTopPx + viewportPx ? bottom - viewportPx : scrollTopPx;
}
