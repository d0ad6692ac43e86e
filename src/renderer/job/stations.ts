import type { GroupingStation } from '#shared/domain/floor.ts';

/** A station's rows of a grouping, printed ones included. */
export function countOf({ taken, printing, doubt, printed }: GroupingStation): number {
  return taken + printing + doubt + printed;
}

/** Those that are not certainly on paper. */
export function countOpen({ taken, printing, doubt }: GroupingStation): number {
  return taken + printing + doubt;
}

/** This one first, the others by name. */
export function orderStations<One extends Pick<GroupingStation, 'isHere' | 'station'>>(
  stations: readonly One[],
): readonly One[] {
  return stations.toSorted(
    (a, b) =>
      Number(b.isHere) - Number(a.isHere) ||
      a.station.localeCompare(b.station, 'pt-BR', { numeric: true }),
  );
}

/** Other stations with rows that somebody else may have to print: silent ones first. */
export function listHolders(stations: readonly GroupingStation[]): readonly GroupingStation[] {
  return orderStations(stations)
    .filter((one) => !one.isHere && countOpen(one) > 0)
    .toSorted((a, b) => Number(a.isAlive) - Number(b.isAlive));
}
