import { listExceptions, type ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Shipment } from '#shared/domain/records.ts';
import type { KindAgainst, Problem } from '#shared/faults/problems.ts';
import { type JobStore, listIds } from '../job/index.ts';

type Kind = KindAgainst<'conclusion'>;

export interface CaseRow {
  readonly shipment: Shipment;
  /** Null for a shipment that is no longer in the list. */
  readonly row: ShipmentSnapshot | null;
}

export interface ExceptionCase {
  readonly kind: Kind;
  readonly rows: readonly CaseRow[];
}

/** Returns the number of parcels with exceptions: one may have several. */
export function countCases(cases: readonly ExceptionCase[]): number {
  return new Set(cases.flatMap(({ rows }) => listIds(rows))).size;
}

/**
 * Returns the problems of these kinds with their rows; if no kind is given, those before the
 * conclusion, without the labels that other stations have.
 */
export function listCases(
  { head, rows }: Pick<JobStore, 'head' | 'rows'>,
  ...kinds: readonly Kind[]
): readonly ExceptionCase[] {
  if (head === null) return [];
  const wanted: readonly string[] = kinds;
  const found =
    kinds.length === 0
      ? listExceptions(head).filter(({ kind }) => kind !== 'floor-busy')
      : head.problems.filter((one): one is Problem<Kind> => wanted.includes(one.kind));
  // The list and the print ask at each change of the job.
  if (found.length === 0) return [];
  const { added = [], removed = [], changed = [] } = head.difference ?? {};
  const known = new Map<number, CaseRow>();
  for (const shipment of [...added, ...removed, ...changed])
    known.set(shipment.id, { shipment, row: null });
  for (const row of rows) known.set(row.shipment.id, { shipment: row.shipment, row });
  return found.map(({ kind, shipmentIds }) => ({
    kind,
    rows: shipmentIds.flatMap((id) => known.get(id) ?? []),
  }));
}
