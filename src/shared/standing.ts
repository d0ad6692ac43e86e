import type { Tallies } from './domain/decision.ts';
import type { JobSnapshot, LabelSnapshot, ShipmentSnapshot } from './domain/job.ts';
import type { SeenVolumes, Shipment, Volume } from './domain/records.ts';
import { asksAboutPaper } from './faults/faults.ts';

/** Labels are on their way. A concluded grouping collects too if its labels come only then. */
export function isCollecting({ state }: Pick<JobSnapshot, 'state'>, tallies: Tallies): boolean {
  return state === 'collecting' || tallies.locating + tallies.downloading + tallies.late > 0;
}

/** The ERP is making the label and is asked for it again by itself. */
export function isLate({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state !== 'failed' && fault?.kind === 'label-not-yet';
}

/** The ERP provides labels only after the conclusion, which is still to come. */
export function mustConcludeFirst(
  head: Pick<JobSnapshot, 'state' | 'labelsAfterConclusion'>,
): boolean {
  return head.labelsAfterConclusion && head.state !== 'concluded';
}

/** A person has to say whether some labels are on paper. */
export function isPrintUnknown(
  head: Pick<JobSnapshot, 'state' | 'fault' | 'printVerdict'>,
): boolean {
  const doubtful = (head.printVerdict?.perhaps.length ?? 0) > 0 || asksAboutPaper(head.fault);
  return doubtful && head.state !== 'concluding' && head.state !== 'printing';
}

export interface Totals {
  readonly shipments: number;
  readonly volumes: number;
  readonly weightKg: number;
  /** Shipments for which the ERP has no weight. */
  readonly unweighed: number;
}

/** Returns the number of parcels of a shipment, at least 1; null if the ERP does not say. */
export function countVolumes(volume: Pick<Volume, 'quantity'> | null): number | null {
  const quantity = volume?.quantity ?? null;
  return quantity === null ? null : Math.max(1, Math.round(quantity));
}

/** A shipment without a quantity counts as one parcel. */
export function addTotals(shipments: Iterable<Shipment>): Totals {
  let count = 0;
  let volumes = 0;
  let weightKg = 0;
  let unweighed = 0;
  for (const { volume } of shipments) {
    const weight = volume?.grossWeight ?? null;
    count += 1;
    volumes += countVolumes(volume) ?? 1;
    weightKg += weight ?? 0;
    if (weight === null) unweighed += 1;
  }
  return { shipments: count, volumes, weightKg, unweighed };
}

/**
 * Returns the numbers of a label with fewer pages than volumes; null if it has enough, or its files
 * are gone.
 */
export function findFewerLabels({
  shipment,
  label,
}: Pick<ShipmentSnapshot, 'shipment' | 'label'>): SeenVolumes | null {
  const volumes = countVolumes(shipment.volume);
  const isThere = label.state === 'ready' || label.state === 'printed';
  return isThere && volumes !== null && label.pages > 0 && label.pages < volumes
    ? { volumes, pages: label.pages }
    : null;
}

/**
 * A volume may have its label, its DANFE and a declaration, in one file or several; the shipment
 * may have further sheets, such as a control sheet. Pages that a person chose by number are
 * allowed.
 */
export function countPlausiblePages({
  shipment,
  label,
}: Pick<ShipmentSnapshot, 'shipment' | 'label'>): number {
  const { pages } = label.choice;
  return Math.max(
    3 * (countVolumes(shipment.volume) ?? 1) + 3,
    typeof pages === 'string' ? 0 : pages.length,
  );
}

/**
 * Counts the papers that the label's printer prints; papers of invoices too, unless they have their
 * own printer.
 */
export function countPapers(
  { pages, danfes }: Pick<LabelSnapshot, 'pages' | 'danfes'>,
  danfesApart: boolean,
): number {
  return danfesApart ? pages : pages + danfes;
}

export function hasManyPages({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && fault?.kind === 'label-many-pages';
}

/** It has fewer labels than volumes, and nobody has accepted these numbers. */
export function lacksLabels(entry: Pick<ShipmentSnapshot, 'shipment' | 'label'>): boolean {
  const fewer = findFewerLabels(entry);
  const { fewerSeen } = entry.label;
  return (
    fewer !== null && (fewer.volumes !== fewerSeen?.volumes || fewer.pages !== fewerSeen.pages)
  );
}
