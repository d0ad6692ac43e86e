import { fault, findCancelled } from '../../../shared/index.ts';
import type { CancelledBy, ShipmentSnapshot } from '../../../shared/index.ts';
import { nameOf } from '../../os/errors.ts';
import type { LabelChange } from '../model/job-list.ts';
import type { JobModel } from '../model/job-model.ts';
import type { NewEvent } from '../journal/records.ts';
import type { JobServices } from '../types.ts';

/**
 * Holds back the labels of shipments that are not to be sent, before they are printed: nobody prints them who does not say
 * so of this shipment. One that is to be sent again is let go by itself.
 */
export class CancelledShipments {
  readonly #services: Pick<JobServices, 'journal' | 'log'>;
  readonly #model: JobModel;
  readonly #company: string;
  readonly #unsubscribe: () => void;
  /** Rows that changed since they were looked at. */
  readonly #changed: Set<number>;
  /** What a person said is to be printed all the same; null until the journal was asked. */
  #confirmed: Set<string> | null = null;

  constructor(services: Pick<JobServices, 'journal' | 'log'>, model: JobModel, company: string) {
    this.#services = services;
    this.#model = model;
    this.#company = company;
    this.#changed = model.watchRows();
    this.#unsubscribe = model.subscribe(() => this.#look());
  }

  /** What the list says, applied to labels; a change of the model does it by itself, a moment later. */
  settle(): void {
    const { conclusion, print } = this.#model.core;
    if (print !== 'idle' || (conclusion !== 'open' && conclusion !== 'concluded')) return;
    const ids = [...this.#changed];
    this.#changed.clear();
    try {
      const changes = ids.flatMap((id) => this.#judge(this.#model.find(id)) ?? []);
      const events = changes.flatMap(({ event }) => event ?? []);
      if (changes.length > 0) this.#model.apply({ labels: changes.map(({ change }) => change), events });
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  /** Why this label is held back; null where it is not, or not by this. */
  findReason({ shipment, label }: ShipmentSnapshot): CancelledBy | null {
    return label.fault?.kind === 'shipment-cancelled' ? findCancelled(shipment) : null;
  }

  /** Remembers that this one is to be printed all the same: for this reason, and not for another one that comes later. */
  noteConfirmed(id: number, by: CancelledBy): void {
    this.#listConfirmed().add(`${id} ${by}`);
  }

  close(): void {
    this.#unsubscribe();
  }

  #look(): void {
    try {
      this.settle();
    } catch (error) {
      // The journal's fault is told by whatever is done next.
      this.#services.log.warn('cancelled-not-held', { grouping: this.#model.grouping.id, error: nameOf(error) });
    }
  }

  #judge(entry: ShipmentSnapshot | null): { readonly change: LabelChange; readonly event?: NewEvent } | null {
    if (entry === null) return null;
    const { shipment, label } = entry;
    const { id } = shipment;
    const by = findCancelled(shipment);
    const isHeld = label.state === 'failed' && label.fault?.kind === 'shipment-cancelled';
    if (isHeld && by === null) {
      return { change: { id, label: this.#model.makeLabelAfter(id, { type: 'confirmed' }) } };
    }
    if (by === null || label.state !== 'ready' || label.timesPrinted > 0 || label.accepted) return null;
    if (this.#listConfirmed().has(`${id} ${by}`)) return null;
    if (this.#model.printVerdict?.perhaps.includes(id) === true) {
      this.#changed.add(id);
      return null;
    }
    const why = fault('shipment-cancelled', { detail: by });
    this.#services.log.info('label-stopped', { grouping: this.#model.grouping.id, shipment: id, by });
    return {
      change: { id, label: this.#model.makeLabelAfter(id, { type: 'stopped', fault: why }) },
      event: { kind: 'label-stopped', shipmentId: id, data: { cancelled: by } },
    };
  }

  #listConfirmed(): Set<string> {
    if (this.#confirmed === null) {
      const events = this.#services.journal.events(this.#company, this.#model.grouping.id);
      const said = events.filter(({ kind, data }) => kind === 'label-confirmed' && data['cancelled'] !== undefined);
      this.#confirmed = new Set(said.map(({ shipmentId, data }) => `${shipmentId} ${String(data['cancelled'])}`));
    }
    return this.#confirmed;
  }
}
