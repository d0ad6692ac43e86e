import type { ShipmentSnapshot } from '#shared/domain/job.ts';
import type { Result } from '#shared/faults/faults.ts';
import { refuse } from '../../os/errors.ts';
import { waive } from '../model/decide.ts';
import { findHeldReason, putAside } from '../model/holds.ts';
import type { JobModel } from '../state/job-model.ts';
import { changeLabel, type LabelChange } from '../model/label-state.ts';
import type { JobRunner } from '../print/job-runner.ts';

/** The packer's words on labels; each on all of the shipments or, with a fault, on none. */
export class PackerWords {
  readonly #model;
  readonly #runner;

  constructor(model: JobModel, runner: JobRunner) {
    this.#model = model;
    this.#runner = runner;
  }

  /** These may go without a label, or without printing it, or they stay here. */
  accept(shipmentIds: readonly number[]): Result<void> {
    return this.#say(shipmentIds, putAside, 'a shipment cannot be accepted');
  }

  /**
   * Undoes `accept` for these as long as it has no consequence: not while printing, nor once it is
   * to be concluded.
   */
  takeBack(shipmentIds: readonly number[]): Result<void> {
    return this.#runner.change(() => {
      this.#model.step({ type: 'amend' });
      const takeBack = (entry: ShipmentSnapshot) =>
        changeLabel(entry, { type: 'taken-back' }, { kind: 'taken-back' });
      changeEach(this.#model, shipmentIds, takeBack, 'a shipment cannot be taken-back');
    });
  }

  /** These go with fewer labels than volumes. */
  acceptFewer(shipmentIds: readonly number[]): Result<void> {
    const accept = (entry: ShipmentSnapshot) => waive('fewer-labels', entry);
    return this.#say(shipmentIds, accept, 'a shipment has labels for all of its volumes');
  }

  /** Stopped labels are right: they are not stopped again for the same reason. */
  confirm(shipmentIds: readonly number[]): Result<void> {
    const confirm = (entry: ShipmentSnapshot): LabelChange | null => {
      const { id } = entry.shipment;
      const cancelled = findHeldReason(entry);
      const reason =
        cancelled === null ? { files: this.#model.judge.describeFiles(id) } : { cancelled };
      const isMany = entry.label.block === 'label-many-pages';
      const data = isMany ? { pages: entry.label.pages } : reason;
      const end = changeLabel(entry, { type: 'confirmed' }, { kind: 'label-confirmed', data });
      return end && isMany
        ? { ...end, label: { ...end.label, manySeen: this.#model.judge.describePages(id) } }
        : end;
    };
    return this.#say(shipmentIds, confirm, 'not a label that was stopped', true);
  }

  #say(
    shipmentIds: readonly number[],
    change: ChangeLabel,
    refusal: string,
    durable = false,
  ): Result<void> {
    return this.#runner.change(() =>
      changeEach(this.#model, shipmentIds, change, refusal, durable),
    );
  }
}

type ChangeLabel = (entry: ShipmentSnapshot) => LabelChange | null;

/** Stores a person's word on each of these shipments; all or, with this refusal, none. */
export function changeEach(
  model: JobModel,
  shipmentIds: readonly number[],
  change: ChangeLabel,
  refusal: string,
  durable = false,
): void {
  const ids = new Set(shipmentIds);
  const entries = [...ids].flatMap((id) => model.find(id) ?? []);
  const labels = entries.flatMap((entry) => change(entry) ?? []);
  if (labels.length < ids.size) refuse(refusal);
  model.apply({ labels }, { durable });
}
