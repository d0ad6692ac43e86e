import type { LabelSnapshot, SeenVolumes, ShipmentSnapshot } from './domain/job.ts';
import { countVolumes } from './totals.ts';

/**
 * Returns the numbers of a label that has fewer pages than its shipment has volumes; null if it has enough, is not
 * here, or was printed and its files were deleted.
 */
export function findFewerLabels({ shipment, label }: Pick<ShipmentSnapshot, 'shipment' | 'label'>): SeenVolumes | null {
  const volumes = countVolumes(shipment.volume);
  const isThere = label.state === 'ready' || label.state === 'printed';
  return isThere && volumes !== null && label.pages > 0 && label.pages < volumes
    ? { volumes, pages: label.pages }
    : null;
}

/**
 * Returns the most pages that are printed without a question. A volume may have its label, its DANFE and a declaration,
 * in one file or several; the shipment may have further sheets, such as a control sheet. Pages that a person chose by
 * number are allowed.
 */
export function countPlausiblePages({ shipment, label }: Pick<ShipmentSnapshot, 'shipment' | 'label'>): number {
  const { pages } = label.choice;
  return Math.max(3 * (countVolumes(shipment.volume) ?? 1) + 3, typeof pages === 'string' ? 0 : pages.length);
}

/** Counts the papers that the label's printer prints; papers of invoices too, unless they have their own printer. */
export function countPapers({ pages, danfes }: Pick<LabelSnapshot, 'pages' | 'danfes'>, danfesApart: boolean): number {
  return danfesApart ? pages : pages + danfes;
}

export function hasManyPages({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && fault?.kind === 'label-many-pages';
}

/** It has fewer labels than volumes, and nobody has accepted these numbers. */
export function lacksLabels(entry: Pick<ShipmentSnapshot, 'shipment' | 'label'>): boolean {
  const fewer = findFewerLabels(entry);
  const { fewerSeen } = entry.label;
  return fewer !== null && (fewer.volumes !== fewerSeen?.volumes || fewer.pages !== fewerSeen.pages);
}
