import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { GroupingDifference, Shipment } from '#shared/domain/records.ts';
import type { KindAgainst, Problem } from '#shared/faults/problems.ts';

export interface CaseRow {
  readonly shipment: Shipment;
  /** Null for a shipment that is no longer in the list. */
  readonly row: ShipmentSnapshot | null;
}

export interface ExceptionCase {
  readonly kind: KindAgainst<'conclusion'>;
  readonly rows: readonly CaseRow[];
}

/** Returns the number of parcels with exceptions: one may have several. */
export function countCases(cases: readonly ExceptionCase[]): number {
  return new Set(cases.flatMap(({ rows }) => rows.map(({ shipment }) => shipment.id))).size;
}

export function makeCases(
  exceptions: readonly Problem<KindAgainst<'conclusion'>>[],
  rows: readonly ShipmentSnapshot[],
  difference: GroupingDifference | null,
): readonly ExceptionCase[] {
  const { added = [], removed = [], changed = [] } = difference ?? {};
  const known = new Map<number, CaseRow>();
  for (const shipment of [...added, ...removed, ...changed])
    known.set(shipment.id, { shipment, row: null });
  for (const row of rows) known.set(row.shipment.id, { shipment: row.shipment, row });
  return exceptions.map(({ kind, shipmentIds }) => ({
    kind,
    rows: shipmentIds.flatMap((id) => known.get(id) ?? []),
  }));
}
