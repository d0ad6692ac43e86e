import type { ShipmentSnapshot } from './domain/job.ts';

type SharedRow = Pick<ShipmentSnapshot, 'share'>;

/** Another station has its label, and it is not on paper for sure: kept, on its way, or in doubt. */
export function isHeldElsewhere({ share }: SharedRow): boolean {
  return share !== null && !share.isHere && share.state !== 'printed';
}

/** Another station printed the label that the shipment has now; whether it could be had here does not matter. */
export function isPrintedElsewhere({ share, label }: Pick<ShipmentSnapshot, 'share' | 'label'>): boolean {
  return share?.state === 'printed' && !share.isHere && label.timesPrinted > 0;
}

/** This station said that it prints it. */
export function isTakenHere({ share }: SharedRow): boolean {
  return share?.state === 'taken' && share.isHere;
}

/** Nobody has it, and its label is still to be printed, or may come. */
function isFree({ share, label }: ShipmentSnapshot): boolean {
  // Issued anew since it was printed, it is nobody's again.
  const isNobodys = share === null || (share.state === 'printed' && label.timesPrinted === 0);
  return isNobodys && !label.accepted && !['printed', 'failed', 'none'].includes(label.state);
}

/** How often the labels of these shipments were printed, all together, here or elsewhere. */
export function countPrints(rows: readonly ShipmentSnapshot[], shipmentIds: readonly number[]): number {
  const wanted = new Set(shipmentIds);
  return rows.reduce((sum, { shipment, label }) => sum + (wanted.has(shipment.id) ? label.timesPrinted : 0), 0);
}

/** As many in one go as a page of the list is counted for. */
export const rowsOfPage = 10;

/** The first so many that are free, in the order of these rows. */
export function chooseNextFree(rows: readonly ShipmentSnapshot[], count: number): readonly number[] {
  return rows
    .filter(isFree)
    .slice(0, count)
    .map(({ shipment }) => shipment.id);
}

/**
 * What is free of every second page of these rows, beginning with the first page that no other station has anything of: two
 * stations that do the same one after the other have the whole list between them.
 */
export function chooseEverySecond(rows: readonly ShipmentSnapshot[], rowsEach: number): readonly number[] {
  const pages = Array.from({ length: Math.ceil(rows.length / rowsEach) }, (_, index) =>
    rows.slice(index * rowsEach, (index + 1) * rowsEach),
  );
  const hasFree = (page: readonly ShipmentSnapshot[]): boolean => page.some(isFree);
  const untouched = pages.findIndex((page) => hasFree(page) && !page.some(isElsewhere));
  const first = untouched === -1 ? pages.findIndex(hasFree) : untouched;
  return pages.flatMap((page, index) =>
    index >= first && (index - first) % 2 === 0 ? chooseNextFree(page, page.length) : [],
  );
}

function isElsewhere({ share }: SharedRow): boolean {
  return share !== null && !share.isHere;
}
