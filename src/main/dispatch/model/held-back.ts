import type { LabelChange } from './job-list.ts';
import type { JobModel } from './job-model.ts';
import { awaitsConclusion } from './label-state.ts';

/**
 * Labels that the ERP withheld until the conclusion are to be collected then, even if the packer had accepted their
 * absence.
 */
export function releaseHeldBack(model: JobModel): LabelChange[] {
  return model
    .entries()
    .filter(({ label }) => label.state === 'failed' && awaitsConclusion(label))
    .map(({ shipment: { id } }) => ({ id, label: model.makeLabelAfter(id, { type: 'retry' }) }));
}
