import { isShippingMethodIn, listRefused } from '#shared/domain/conclude-first.ts';
import { isSettled, type ShipmentSnapshot } from '#shared/domain/job.ts';
import { fault, type Fault } from '#shared/faults/faults.ts';
import type { JobModel } from '../state/job-model.ts';
import { changeLabel, type LabelChange } from '../model/label-state.ts';
import type { JobServices } from '../types.ts';

/** So many refusals without a label stand for the rest of a list. */
const enoughRefusals = 64;

/**
 * Returns the labels that come after the conclusion by the packer's word on the shipping method:
 * those that the ERP refused, in any words, as long as it gave none; and the rest unasked, if the
 * list is long.
 */
export function listWithheld(
  { settings }: Pick<JobServices, 'settings'>,
  model: JobModel,
): readonly ShipmentSnapshot[] {
  if (
    model.core.conclusion === 'concluded' ||
    !isShippingMethodIn(settings().concludeFirst, model.grouping.shippingMethod)
  )
    return [];
  const { total, settled, ready, printed, withheld } = model.view.overview().tally;
  // Called for each label: most lists need no scan.
  if (ready + printed > 0 || (settled < total && settled - withheld < enoughRefusals)) return [];
  const entries = model.entries();
  const refused = listRefused(entries);
  const open = entries.filter(({ label }) => !isSettled(label));
  return open.length > 0 && refused.length < enoughRefusals ? [] : [...refused, ...open];
}

/** Returns their new state: as if the ERP itself had said that they come later. */
export function withholdLate(
  services: Pick<JobServices, 'settings'>,
  model: JobModel,
): readonly LabelChange[] {
  const withheld = listWithheld(services, model);
  const first = withheld[0]?.label.fault ?? fault('label-after-conclusion', { reached: 'no' });
  return withheld.flatMap((entry) => {
    if (entry.label.file === 'coming') return [];
    const later: Fault = { ...(entry.label.fault ?? first), kind: 'label-after-conclusion' };
    return changeLabel(entry, { type: 'failed', fault: later }) ?? [];
  });
}
