import { fault, findCancelled, isPrintedElsewhere, lacksLabels } from '../../../shared/index.ts';
import type { Fault, GroupingDifference, ShipmentSnapshot } from '../../../shared/index.ts';
import { allowsConclusion, awaitsConclusion, isPrintable } from './label-state.ts';

/** What a person has seen and decided before a grouping is concluded. */
export interface ConclusionWord {
  /** Shipments that go although they are cancelled. */
  readonly seenCancelled: ReadonlySet<number>;
  /** Nothing is concluded with parcels that were not checked; before there are labels nobody can check them. */
  readonly mustBeChecked: boolean;
  /** Labels that are not there may come after the conclusion. */
  readonly mayComeLater: boolean;
  /** What came or was issued anew since the print goes without its label; null if nobody said so. */
  readonly accepted: GroupingDifference | null;
}

/** Returns what stands against concluding these shipments, or null if nothing does. */
export function findObstacle(entries: readonly ShipmentSnapshot[], word: ConclusionWord): Fault | null {
  if (entries.length === 0) return fault('grouping-empty');
  const cancelled = entries.filter(
    ({ shipment, label }) =>
      findCancelled(shipment) !== null &&
      !word.seenCancelled.has(shipment.id) &&
      // Its label was held back for it: it goes without label by a person's word, or is missing below.
      label.fault?.kind !== 'shipment-cancelled',
  );
  if (cancelled.length > 0) return fault('shipment-cancelled', { detail: `${cancelled.length} cancelled` });
  const goesWithout = new Set([...(word.accepted?.added ?? []), ...(word.accepted?.changed ?? [])].map(({ id }) => id));
  const missing = entries.filter((entry) => {
    const { shipment, label } = entry;
    if (allowsConclusion(label) || isPrintedElsewhere(entry) || goesWithout.has(shipment.id)) return false;
    return !(word.mayComeLater && (awaitsConclusion(label) || isPrintable(label)));
  });
  if (missing.length > 0) return fault('not-ready', { detail: `${missing.length} not printed and not accepted` });
  const fewer = entries.filter((entry) => !entry.label.accepted && lacksLabels(entry));
  if (fewer.length > 0) return fault('fewer-labels', { detail: `${fewer.length} with fewer labels than volumes` });
  const unchecked = entries.filter(({ checkedAtMs }) => checkedAtMs === null).length;
  return word.mustBeChecked && unchecked > 0 && !word.mayComeLater
    ? fault('unchecked', { detail: `${unchecked} not checked` })
    : null;
}
