import type { GroupingStation } from '../../shared/index.ts';

/** All that a station has of a grouping, or has printed of it. */
export function countOf({ taken, printing, doubt, printed }: GroupingStation): number {
  return taken + printing + doubt + printed;
}

/** What of it is not on paper for sure. */
export function countOpen({ taken, printing, doubt }: GroupingStation): number {
  return taken + printing + doubt;
}

/** This one first, the others by name. */
export function orderStations<One extends Pick<GroupingStation, 'isHere' | 'station'>>(
  stations: readonly One[],
): readonly One[] {
  return stations.toSorted(
    (a, b) => Number(b.isHere) - Number(a.isHere) || a.station.localeCompare(b.station, 'pt-BR', { numeric: true }),
  );
}

/** The others that have something which somebody else may have to print: first those that nobody has heard of. */
export function listHolders(stations: readonly GroupingStation[]): readonly GroupingStation[] {
  return orderStations(stations)
    .filter((one) => !one.isHere && countOpen(one) > 0)
    .toSorted((a, b) => Number(a.isAlive) - Number(b.isAlive));
}
