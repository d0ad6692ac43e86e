import { listIds } from '../job/index.ts';
import { isSettled, readState, type ShipmentSnapshot } from '#shared/domain/job.ts';

/** No station has it, and its label is still to be printed, or may come. */
function isFree({ share, label }: ShipmentSnapshot): boolean {
  // A label that was issued anew since it was printed belongs to no station again.
  const isNobodys = share === null || (share.state === 'printed' && label.timesPrinted === 0);
  const mayBePrinted = readState(label) === 'ready' || !isSettled(label);
  return isNobodys && label.waived === null && mayBePrinted;
}

/** Rows that are offered at once, as many as a page of the list. */
export const rowsOfPage = 10;

export function chooseNextFree(
  rows: readonly ShipmentSnapshot[],
  count: number,
): readonly number[] {
  return listIds(rows.filter(isFree).slice(0, count));
}

/**
 * Returns the free shipments of every second page, from the first untouched one on: two stations
 * share the list so.
 */
export function chooseEverySecond(
  rows: readonly ShipmentSnapshot[],
  rowsEach: number,
): readonly number[] {
  const pages = Array.from({ length: Math.ceil(rows.length / rowsEach) }, (_, index) =>
    rows.slice(index * rowsEach, (index + 1) * rowsEach),
  );
  const hasFree = (page: readonly ShipmentSnapshot[]) => page.some(isFree);
  const untouched = pages.findIndex(
    (page) => hasFree(page) && !page.some(({ share }) => share?.isHere === false),
  );
  const first = untouched === -1 ? pages.findIndex(hasFree) : untouched;
  return pages.flatMap((page, index) =>
    index >= first && (index - first) % 2 === 0 ? chooseNextFree(page, page.length) : [],
  );
}
