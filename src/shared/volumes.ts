import type { LabelSnapshot, SeenVolumes, ShipmentSnapshot } from './domain/job.ts';
import { countVolumes } from './totals.ts';

/**
 * The numbers of a label that has fewer pages than its shipment has volumes; null where it has enough, or none is there.
 * Of a printed label whose files were forgotten nobody knows how many there were.
 */
export function findFewerLabels({ shipment, label }: Pick<ShipmentSnapshot, 'shipment' | 'label'>): SeenVolumes | null {
  const volumes = countVolumes(shipment.volume);
  const isThere = label.state === 'ready' || label.state === 'printed';
  return isThere && volumes !== null && label.pages > 0 && label.pages < volumes
    ? { volumes, pages: label.pages }
    : null;
}

/**
 * The most pages that are printed unasked. A volume may have its label, its DANFE and a declaration, in one file or in
 * several; the shipment may have sheets beside them, such as a control sheet. Pages that a person named are known.
 */
export function countPlausiblePages({ shipment, label }: Pick<ShipmentSnapshot, 'shipment' | 'label'>): number {
  const { pages } = label.choice;
  return Math.max(3 * (countVolumes(shipment.volume) ?? 1) + 3, typeof pages === 'string' ? 0 : pages.length);
}

/** Counts the papers that the label's printer prints; papers of invoices too, unless they have a printer of their own. */
export function countPapers({ pages, danfes }: Pick<LabelSnapshot, 'pages' | 'danfes'>, danfesApart: boolean): number {
  return danfesApart ? pages : pages + danfes;
}

/** It is stopped for its pages. */
export function hasManyPages({ state, fault }: Pick<LabelSnapshot, 'state' | 'fault'>): boolean {
  return state === 'failed' && fault?.kind === 'label-many-pages';
}

/** It has fewer labels than volumes, and nobody has said of these numbers that they are right. */
export function lacksLabels(entry: Pick<ShipmentSnapshot, 'shipment' | 'label'>): boolean {
  const fewer = findFewerLabels(entry);
  const { fewerSeen } = entry.label;
  return fewer !== null && (fewer.volumes !== fewerSeen?.volumes || fewer.pages !== fewerSeen.pages);
}
