import { fault, findHold, isHeldByPapers, type Hold, type ShipmentSnapshot } from '../../../shared/index.ts';
import { nameOf } from '../../os/errors.ts';
import type { LabelChange } from '../model/job-list.ts';
import { nextLabel } from '../model/label-state.ts';
import type { NewEvent } from '../journal/records.ts';
import { JobPart, type JobTools } from './job-part.ts';

/**
 * Holds the labels of shipments that must not be sent, or whose invoice is not authorised yet, before they are printed:
 * only a person's word on this shipment prints them. A label is released by itself when the reason is gone.
 */
export class CancelledShipments extends JobPart {
  readonly #unsubscribe: () => void;
  /** Rows that changed since they were checked. */
  readonly #changed: Set<number>;

  constructor(tools: JobTools) {
    super(tools);
    this.#changed = this.model.watchRows();
    this.#unsubscribe = this.model.subscribe(() => this.#look());
  }

  /** Applies the list to labels; a change of the model does so by itself, a moment later. */
  settle(): void {
    const { conclusion, print } = this.model.core;
    if ((print !== 'idle' && !this.model.printWaits) || (conclusion !== 'open' && conclusion !== 'concluded')) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const changes = ids.flatMap((id) => this.#judge(this.model.find(id)) ?? []);
      const events = changes.flatMap(({ event }) => event ?? []);
      if (changes.length > 0) this.model.apply({ labels: changes.map(({ change }) => change), events });
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  close(): void {
    this.#unsubscribe();
  }

  #look(): void {
    try {
      this.settle();
    } catch (error) {
      // The next request reports the journal's fault.
      this.services.log.warn('cancelled-not-held', { grouping: this.model.grouping.id, error: nameOf(error) });
    }
  }

  #judge(entry: ShipmentSnapshot | null): { readonly change: LabelChange; readonly event?: NewEvent } | null {
    if (entry === null) return null;
    const { shipment, label } = entry;
    const { id } = shipment;
    const hold = findHold(shipment);
    const isOutdated = isHeldByPapers({ ...label, accepted: false }) && label.fault?.kind !== hold?.kind;
    const now = (isOutdated ? nextLabel(label, { type: 'confirmed' }) : null) ?? label;
    const free = isOutdated ? { change: { id, label: now } } : null;
    if (hold === null || now.state !== 'ready' || now.timesPrinted > 0 || now.accepted) return free;
    const { kind, by } = hold;
    // For this reason, not for a later one.
    if (this.model.isConfirmed(id, { cancelled: nameReason(hold) })) return free;
    if (this.model.printVerdict?.perhaps.includes(id) === true) {
      this.#changed.add(id);
      return free;
    }
    const held = nextLabel(now, { type: 'stopped', fault: fault(kind, { detail: by }) });
    if (held === null) return free;
    this.services.log.info('label-stopped', { grouping: this.model.grouping.id, shipment: id, by });
    return {
      change: { id, label: held },
      event: { kind: 'label-stopped', shipmentId: id, data: { cancelled: by } },
    };
  }
}

/** Returns why this label is held; null if it is not, or for another reason. */
export function findHeldReason({ shipment, label }: ShipmentSnapshot): string | null {
  const hold = findHold(shipment);
  return hold === null || label.fault?.kind !== hold.kind ? null : nameReason(hold);
}

/** A word on an unauthorised invoice holds while it passes from one such state to the next. */
function nameReason({ kind, by }: Hold): string {
  return kind === 'invoice-unauthorised' ? kind : by;
}
